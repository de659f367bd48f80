/** Starts the pages. */
import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/parts.css";
import { startAccount } from "./account/account.js";
import { gamesLoaded } from "./parts/games.js";
import { App } from "./shell/app.js";
import { loaded } from "./shell/loading.js";
import { placeAt } from "./shell/routes.js";
import { startTheme } from "./shell/theme.js";
import { setLanguage } from "./words/index.js";

// Load the page while the words are loading.
void placeAt(location.pathname, location.search)
  ?.route.load()
  .catch(() => undefined);
void gamesLoaded();
startTheme();
startAccount();
void loaded("words", () => setLanguage()).then(() => customElements.define("referee-app", App));
