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

// The page is on its way while the words are.
void placeAt(location.pathname, location.search)
  ?.route.load()
  .catch(() => undefined);
void gamesLoaded();
startTheme();
startAccount();
void loaded("words", () => setLanguage()).then(() => customElements.define("referee-app", App));
