/** Where the questions of a board go. */
import { Client, type Link } from "../client/client.js";
import { openRules } from "../rules.js";
import type { BoardInputs } from "./inputs.js";

/** Whether the inputs have a link, the rules, or the URL of a server. */
export const hasWay = ({ link, rules, url }: BoardInputs): boolean =>
  link !== undefined || rules || url !== "";

/** Returns the way of the page, or to the rules, or else to the server. */
export function wayOf({ link, rules, url, token }: BoardInputs): Link {
  if (link) return link;
  return rules ? openRules() : new Client(url, token === "" ? {} : { token });
}
