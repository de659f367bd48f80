/** The words of the pages in Persian. */
import { contests } from "./fa/contests.js";
import { pages } from "./fa/pages.js";
import { sentences } from "./fa/sentences.js";

export const fa = { ...pages, ...contests, ...sentences };
