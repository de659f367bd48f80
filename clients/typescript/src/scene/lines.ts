/**
 * Lines of seats as a pinwheel: each line goes straight out from the centre, then bends clockwise
 * and follows rings around it. A place depends only on its number and the number of seats, so no
 * token moves when a line grows.
 */
import type { Place, Viewpoint } from "./layout.js";
import type { Scene } from "./scene.js";

/** The length of a domino with its gap, and the distance between two rings. */
const STEP = 2.08;
const RING = 1.25;
/** The distance of a line's first domino from the centre. */
const HUB = 2.2;

interface Wheel {
  readonly seats: number;
  /** The seat whose line goes down. */
  readonly below: number;
  /** Number of dominoes in the straight part. */
  readonly straight: number;
}

/** Returns the places of the spaces of lines; spaces without a line are at the centre. */
export function placeLines(scene: Scene, { seat = 0, seats }: Viewpoint): Map<string, Place> {
  const wheel = { seats, below: seat, straight: straight(seats) };
  const hubs = scene.spaces.filter(({ line }) => !line);
  return new Map(
    scene.spaces.map(({ id, line }) => {
      if (line) return [id, placeInLine(line.seat, line.place, wheel)];
      const row = hubs.findIndex((hub) => hub.id === id) - (hubs.length - 1) / 2;
      return [id, { x: 0, y: row * RING, turn: 0 }];
    }),
  );
}

/**
 * Returns the dominoes before the bend. More lines need a wider hub, so that their first dominoes
 * do not touch.
 */
const straight = (seats: number) => (seats <= 5 ? 2 : 3);

const hub = (seats: number) => Math.max(HUB, (seats * 1.2) / (2 * Math.PI) + 1.1);

function placeInLine(seat: number, place: number, wheel: Wheel): Place {
  const angle = 90 + ((seat - wheel.below) * 360) / wheel.seats;
  const start = hub(wheel.seats);
  if (place < wheel.straight) return polar(start + place * STEP, angle, 0);
  return bend(place - wheel.straight, start + wheel.straight * STEP - 0.3, angle, wheel.seats);
}

/**
 * Returns the place on the rings. Each ring has as many dominoes as fit between this line and the
 * next. Every second ring runs backwards, so each domino is beside the previous one.
 */
function bend(place: number, inner: number, angle: number, seats: number): Place {
  let [left, radius] = [place, inner];
  for (let ring = 0; ; ring += 1) {
    const degrees = (STEP / radius) * (180 / Math.PI);
    const fits = Math.max(1, Math.floor(360 / seats / degrees));
    if (left < fits) {
      const [along, across] = ring % 2 === 0 ? [left, 90] : [fits - 1 - left, 270];
      return polar(radius, angle + (along + 0.5) * (360 / seats / fits), across);
    }
    left -= fits;
    radius += RING;
  }
}

/** Returns a place at this angle of the circle, turned along its radius or across it. */
function polar(radius: number, degrees: number, across: number): Place {
  const radians = (degrees * Math.PI) / 180;
  return { x: radius * Math.cos(radians), y: radius * Math.sin(radians), turn: degrees + across };
}
