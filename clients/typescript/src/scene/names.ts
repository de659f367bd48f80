/** Names of players that are cut to the room that a picture has for them. */

const ELLIPSIS = "\u2026";
/** Letters that are much wider than others. */
const WIDE = /[MW@ЖМФШЩЮ\p{Script=Han}\p{Script=Hangul}\p{Extended_Pictographic}]/u;
const WIDE_ROOM = 1.6;

const letters = new Intl.Segmenter();

const roomOf = (letter: string): number => (WIDE.test(letter) ? WIDE_ROOM : 1);

/** Returns the room that a name needs, in letters of usual width. */
export function nameRoom(name: string): number {
  return [...letters.segment(name)].reduce((room, { segment }) => room + roomOf(segment), 0);
}

/** Returns as much of a name as fits into the room of so many letters of usual width. */
export function shortName(name: string, most: number): string {
  if (nameRoom(name) <= most) return name;
  let [cut, room] = ["", 1];
  for (const { segment } of letters.segment(name)) {
    room += roomOf(segment);
    if (room > most) break;
    cut += segment;
  }
  return cut.trimEnd() + ELLIPSIS;
}
