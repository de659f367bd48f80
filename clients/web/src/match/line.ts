/** Lines of moves as text. An outcome of chance may contain commas: `deal 9-4,8-8`. */

/**
 * Parses the moves of a text. They are separated by semicolons if it contains any, otherwise by
 * commas and line breaks.
 */
export function readLine(text: string): string[] {
  const moves = text.split(text.includes(";") ? ";" : /[,\n]/);
  return moves.map((move) => move.trim()).filter((move) => move !== "");
}

/** Returns a line as text that `readLine` can parse. */
export function writeLine(moves: readonly string[], space = ""): string {
  if (!moves.some((move) => move.includes(","))) return moves.join(`,${space}`);
  return moves.map((move) => `${move};`).join(space);
}
