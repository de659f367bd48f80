/** The words of the pages in Russian. */
import { contests } from "./ru/contests.js";
import { pages } from "./ru/pages.js";
import { sentences } from "./ru/sentences.js";

export const ru = { ...pages, ...contests, ...sentences };
