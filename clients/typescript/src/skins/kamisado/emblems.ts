/** One emblem for each colour, so that players need not distinguish eight hues. */
import { circle, corners, lazily, polygon, star } from "../shared/shapes.js";

const petals = () => corners(4, 0.078).map(({ x, y }) => circle(0.066, x, y));

/** Path data for the fill rule "evenodd", within a circle of radius 0.165. */
export const emblems = lazily((): Readonly<Record<string, string>> => ({
  orange: circle(0.145) + circle(0.07),
  blue:
    "M-.15-.05Q-.1-.13-.05-.07Q0-.01.05-.07Q.1-.13.15-.07V-.01Q.1-.07.05-.01Q0 .05-.05-.01Q-.1-.07-.15 .01z" +
    "M-.15 .08Q-.1 0-.05 .06Q0 .12 .05 .06Q.1 0 .15 .06V.12Q.1 .06 .05 .12Q0 .18-.05 .12Q-.1 .06-.15 .14z",
  purple: "M.05-.15A.15.15 0 1 0 .135 .075A.115.115 0 0 1 .05-.15z",
  pink: petals().join("") + circle(0.03),
  yellow: star(5, 0.17, 0.07),
  red: polygon(corners(3, 0.165)),
  green: "M-.135 .135Q-.16-.13 .135-.135Q.16 .13-.135 .135z",
  brown: polygon(corners(4, 0.165, 1 / 8)),
}));
