/** The first picture of the featured match: its stream was opened before the scripts were there. */
import { readScene, type pb } from "referee-client";

import { firstFeatured } from "../early.js";
import { pictureOf } from "./picture.js";
import type { Picture } from "./wants.js";

export interface Featured {
  readonly summary: pb.MatchSummary;
  readonly picture: Picture;
}

/** Returns the first picture for a game, and ends the stream; unset if it is not there. */
export async function featuredFirst(game: string): Promise<Featured | undefined> {
  const first = firstFeatured.stream;
  firstFeatured.stream = undefined;
  let summary: pb.MatchSummary | undefined;
  try {
    const { ok, body } = (await first?.answer) ?? {};
    if (!ok || !body || first?.game !== game) return undefined;
    for await (const line of lines(body)) {
      const { followed, frame } = JSON.parse(line) as pb.WatchMatchesResponse;
      if (followed) summary = followed;
      if (summary && frame?.scene)
        return { summary, picture: pictureOf(frame, readScene(frame.scene)) };
    }
  } catch {
    // The hub opens the stream again, and says if the server cannot be reached.
  } finally {
    first?.stop();
  }
  return undefined;
}

async function* lines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (text + value).split("\n");
    text = parts.pop() ?? "";
    yield* parts.filter((part) => part !== "");
  }
}
