/** Names of players that are cut to the room that a picture has for them. */

const ELLIPSIS = "\u2026";
/** Letters that are much wider than others. */
const WIDE = /[MW@ЖМФШЩЮ\p{Script=Han}\p{Script=Hangul}\p{Extended_Pictographic}]/u;
const WIDE_ROOM = 1.6;
/** Code points that may join others in one letter: all but those of plain Latin and Cyrillic. */
const COMBINED = /[^\x20-\x7e\u0410-\u044f\u0401\u0451]/;

let segmenter: Intl.Segmenter | undefined;

/** Returns the letters of a name. A segmenter takes long to make, and most names have no use for it. */
function letters(name: string): string[] {
  if (!COMBINED.test(name)) return [...name];
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(name), ({ segment }) => segment);
}

const roomOf = (letter: string): number =>
  (letter < "\x80" ? "MW@".includes(letter.charAt(0)) : WIDE.test(letter)) ? WIDE_ROOM : 1;

/** Returns the room that a name needs, in letters of usual width. */
export function nameRoom(name: string): number {
  return letters(name).reduce((room, letter) => room + roomOf(letter), 0);
}

/** Returns as much of a name as fits into the room of so many letters of usual width. */
export function shortName(name: string, most: number): string {
  if (nameRoom(name) <= most) return name;
  let [cut, room] = ["", 1];
  for (const letter of letters(name)) {
    room += roomOf(letter);
    if (room > most) break;
    cut += letter;
  }
  return cut.trimEnd() + ELLIPSIS;
}
