/**
 * The silhouettes of the eight insects, seen from above with the head upwards. The grasshopper is
 * seen from its more familiar side. One unit is a hundredth of the width of a tile.
 */

import { lazily } from "../shared/shapes.js";

/** A silhouette: limbs are stroked and the body is filled; cuts and spots show the tile below. */
export interface Insect {
  readonly body: string;
  readonly limbs: string;
  /** The width of the limbs. */
  readonly limb: number;
  readonly feelers: string;
  readonly wings: string;
  readonly cuts: string;
  readonly spots: string;
}

const oval = (x: number, y: number, rx: number, ry: number) =>
  `M${x - rx} ${y}A${rx} ${ry} 0 1 1 ${x + rx} ${y}A${rx} ${ry} 0 1 1 ${x - rx} ${y}Z`;

/** Returns the lines and their mirror image, on the left and right of the body. */
const both = (half: string) =>
  `${half} ${half.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${-Number(x)} ${y}`)}`;

const BARE = { limbs: "", limb: 3.6, feelers: "", wings: "", cuts: "", spots: "" };

export const insects = lazily((): Readonly<Record<string, Insect>> => ({
  ant: {
    ...BARE,
    limbs: both("M4 -11L15 -17L21 -30M5 -6L19 -7L33 -1M4 -1L17 7L25 27"),
    feelers: both("M3 -26L10 -34L18 -37"),
    body:
      oval(0, -21, 8.5, 7.5) +
      oval(0, -6, 5.8, 8.5) +
      oval(0, 5, 3.4, 3.4) +
      oval(0, 20, 10.5, 13.5),
    cuts: "M-9 15Q0 18.5 9 15M-10 22Q0 26 10 22",
  },
  grasshopper: {
    ...BARE,
    limbs: "M-14 8L-18 18L-25 25M-5 10L-7 21L-12 29M29 -23L24 18L36 21",
    feelers: "M-28 -7Q-33 -23 -24 -37M-24 -9Q-24 -22 -11 -31",
    body:
      "M-37 2Q-38 -8 -29 -10Q-20 -11 -15 -7Q12 -9 42 4Q22 13 5 13Q-9 15 -20 10Q-34 13 -37 2Z" +
      "M-1 11Q-3 3 7 -6L27 -26Q32 -30 33 -24Q33 -21 30 -17L14 10Q7 17 -1 11Z",
    cuts: "M-19 -5Q-15 1 -18 8M1 7Q2 1 9 -5L22 -18M16 6L24 5",
  },
  spider: {
    ...BARE,
    limbs: both("M5 -12L13 -27L9 -39M7 -9L22 -20L27 -34M7 -5L23 -2L35 11M5 -2L17 10L22 30"),
    body: oval(0, -10, 8, 9) + oval(0, 13, 12.5, 15) + both("M1 -17Q6 -21 3 -25Q2 -21 0 -19Z"),
    cuts: "M0 4V10M-4 16L0 20L4 16",
  },
  beetle: {
    ...BARE,
    limbs: both("M12 -10L24 -16L28 -27M15 2L30 2L36 10M13 14L24 20L28 31"),
    body: both(
      "M0 -4L15 -4Q21 10 14 24Q9 33 0 35ZM0 -5L14 -6Q14 -17 6 -20L0 -20Z" +
        "M0 -20L6 -21Q8 -26 5 -28L0 -28ZM4 -26Q15 -28 13 -40Q20 -30 11 -22Q7 -20 4 -22Z",
    ),
    cuts: "M0 -3V34M-15 -4.7H15M-6 6Q-8 14 -6 24M6 6Q8 14 6 24",
  },
  queen: {
    ...BARE,
    wings: both(
      "M4 -10Q18 -32 34 -27Q42 -18 30 -8Q18 -1 5 -4ZM5 -3Q20 -2 28 6Q31 15 22 16Q12 13 5 2Z",
    ),
    feelers: both("M3 -25Q5 -34 13 -36"),
    body:
      oval(0, -21, 8, 7) +
      oval(0, -7, 9, 9) +
      "M-8 -2H8Q16 7 12 21Q8 31 0 39Q-8 31 -12 21Q-16 7 -8 -2Z",
    cuts: "M-10 2.5Q0 4.5 10 2.5M-14 10.5Q0 13.5 14 10.5M-14 18.5Q0 22 14 18.5M-11 26Q0 29 11 26",
  },
  mosquito: {
    ...BARE,
    limb: 2.8,
    limbs: both("M3 -13L16 -24L14 -38M4 -9L24 -16L36 -2M3 -5L15 2L20 22L28 34") + "M0 -20V-41",
    wings: both("M2 -10Q14 -6 24 8Q30 20 24 22Q12 18 2 -4Z"),
    feelers: both("M1.5 -20Q6 -27 9 -27"),
    body:
      oval(0, -20, 4.6, 4.8) +
      oval(0, -9, 5.6, 7.5) +
      "M-3.6 -3Q0 -5 3.6 -3Q4.5 18 0 32Q-4.5 18 -3.6 -3Z",
    cuts: "M-5 6H5M-5 13H5M-5 20H5",
  },
  ladybug: {
    ...BARE,
    limbs: both("M16 -12L25 -20L27 -28M20 4L32 5L37 12M15 19L24 25L26 33"),
    feelers: both("M4 -27Q6 -33 12 -35"),
    body: "M-22 5A22 23 0 1 1 22 5A22 24 0 0 1 -22 5ZM-10 -19Q-10 -29 0 -29Q10 -29 10 -19Q0 -23 -10 -19Z",
    cuts: "M0 -17V29M-14 -15Q0 -21 14 -15",
    spots:
      oval(-10, -4, 4.2, 4.2) +
      oval(10, -4, 4.2, 4.2) +
      oval(-12, 9, 4.2, 4.2) +
      oval(12, 9, 4.2, 4.2) +
      oval(-6, 20, 3.6, 3.6) +
      oval(6, 20, 3.6, 3.6),
  },
  pillbug: {
    ...BARE,
    limbs: both("M14 -17L25 -22M18 -7L30 -11M19 3L31 3M18 13L29 17M14 22L23 29"),
    feelers: both("M6 -27Q8 -33 15 -34L20 -40"),
    body: "M0 -31Q12 -31 17 -19Q21 -8 20 5Q18 23 7 31L0 35L-7 31Q-18 23 -20 5Q-21 -8 -17 -19Q-12 -31 0 -31Z",
    cuts: "M-19 -13Q0 -22 19 -13M-21 -3Q0 -12 21 -3M-21 7Q0 -2 21 7M-20 17Q0 8 20 17M-14 26Q0 18 14 26",
  },
}));
