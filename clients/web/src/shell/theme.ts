/** Light or dark: as the system has it, until the reader chooses. */
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

/** Changes to the other one. The system's own choice is not stored, so that it may change. */
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
