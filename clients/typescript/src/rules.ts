/**
 * The rules of the games without a server, as WebAssembly. This file is beside those that it loads,
 * also when a bundle has it.
 */
import { RulesLink } from "./rules/link.js";

export { RulesLink } from "./rules/link.js";
export { Rules, type RulesCall } from "./rules/module.js";

let shared: RulesLink | undefined;

/** Returns the way to the rules of this page: one worker, which starts with the first call. */
export function openRules(): RulesLink {
  return (shared ??= new RulesLink(
    () => new Worker(new URL("./referee-rules.js", import.meta.url), { type: "module" }),
  ));
}
