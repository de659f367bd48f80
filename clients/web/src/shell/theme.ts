/** Light or dark theme. It follows the system until the reader chooses. */
import { keep, kept } from "./storage.js";

export type Theme = "light" | "dark";

const STORED = "referee.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

export function theme(): Theme {
  const chosen = kept(STORED);
  if (chosen === "light" || chosen === "dark") return chosen;
  return system.matches ? "dark" : "light";
}

function apply(): void {
  document.documentElement.dataset.theme = theme();
}

/**
 * Switches to the other theme. A choice equal to the system's is not stored, so the theme follows
 * the system again.
 */
export function toggleTheme(): void {
  const next = theme() === "dark" ? "light" : "dark";
  keep(STORED, next === (system.matches ? "dark" : "light") ? undefined : next);
  apply();
}

export function startTheme(): void {
  system.addEventListener("change", apply);
  addEventListener("storage", apply);
  apply();
}
