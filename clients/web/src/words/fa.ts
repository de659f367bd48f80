/** The words of the pages in Persian. */
import { contests } from "./fa/contests.js";
import { pages } from "./fa/pages.js";

export const fa = { ...pages, ...contests };
