/** A line of moves as text. An outcome of chance may have commas of its own: `deal 9-4,8-8`. */

/** Reads the moves of a text: separated by semicolons if it has any, or else by commas and lines. */
export function readLine(text: string): string[] {
  const moves = text.split(text.includes(";") ? ";" : /[,\n]/);
  return moves.map((move) => move.trim()).filter((move) => move !== "");
}

/** Returns the text of a line, which `readLine` reads. */
export function writeLine(moves: readonly string[], space = ""): string {
  if (!moves.some((move) => move.includes(","))) return moves.join(`,${space}`);
  return moves.map((move) => `${move};`).join(space);
}
