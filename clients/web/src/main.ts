/** Starts the pages. */
import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/parts.css";
import { startAccount } from "./account/account.js";
import { App } from "./shell/app.js";
import { startTheme } from "./shell/theme.js";
import { setLanguage } from "./words/index.js";

startTheme();
startAccount();
await setLanguage();
customElements.define("referee-app", App);
