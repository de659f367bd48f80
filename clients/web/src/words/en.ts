/** The words of the pages in English. */
import { contests } from "./en/contests.js";
import { pages } from "./en/pages.js";

export const en = { ...pages, ...contests };
