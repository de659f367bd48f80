/** The position of a match on a wall, from a frame of its stream. */
import type { Scene, pb } from "referee-client";

import type { Picture } from "./wants.js";

export function pictureOf(frame: pb.Frame, scene: Scene): Picture {
  const { clocks = [], turnSeat, points = [], round = 1, ply = 0 } = frame;
  return {
    scene,
    clocks,
    points,
    round,
    ply,
    receivedAtMs: Date.now(),
    ...(turnSeat !== undefined && { turnSeat }),
  };
}
