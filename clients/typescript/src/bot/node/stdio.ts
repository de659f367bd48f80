/** A bot on standard input and output: the lines of docs/stdio.md, as JSON. */
import { randomBytes } from "node:crypto";
import process from "node:process";

import type * as engine from "../../messages/engine.js";
import { fullName, type Bot } from "../bot.js";
import { checked, turnOf, type Result, type Turn } from "../turn.js";

/** The newest version of the protocol that is spoken here. */
const VERSION = 1;
const VERBS = { resign: "resign", acceptDraw: "acceptdraw", claimDraw: "claimdraw" } as const;

/** Plays all matches that the referee starts. Returns after `quit` or the end of the input. */
export async function playOnStdio(bot: Bot, signal: AbortSignal): Promise<Result[]> {
  const out = process.stdout;
  const write = out.write;
  // What the bot prints goes to standard error, where it disturbs no line.
  out.write = process.stderr.write.bind(process.stderr) as typeof write;
  if (process.stdin.isTTY) {
    console.error("plays on standard input and output; REFEREE_URL names a server to play on");
  }
  const session = new Session(bot, (line) => write.call(out, `${line}\n`));
  const end = () => process.stdin.destroy();
  signal.addEventListener("abort", end);
  session.failure.signal.addEventListener("abort", end);
  try {
    for await (const line of lines()) {
      if (!session.take(line)) break;
    }
  } catch (error) {
    if (!signal.aborted && !session.failure.signal.aborted) throw error;
  } finally {
    session.leave();
    process.stdin.destroy();
    signal.removeEventListener("abort", end);
    out.write = write;
  }
  // Without an answer the referee would wait until the flag falls.
  if (session.failure.signal.aborted) throw session.failure.signal.reason;
  return session.results;
}

/** Yields the lines of standard input. `readline` would also end lines at other characters. */
async function* lines(): AsyncGenerator<string> {
  let rest = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    const whole = `${rest}${chunk as string}`.split("\n");
    rest = whole.pop() ?? "";
    yield* whole;
  }
  if (rest !== "") yield rest;
}

/** A turn that waits for its answer. */
interface Open {
  readonly turn: Turn;
  readonly stop: AbortController;
  answer: engine.FromEngine | undefined;
}

/** A dialogue with the referee. */
class Session {
  readonly results: Result[] = [];
  /** Aborts with what `choose` has thrown. */
  readonly failure = new AbortController();
  #match: engine.NewMatch = {};
  #position: engine.Position = {};
  #open: Open | undefined;
  #thinking: Promise<void> = Promise.resolve();

  constructor(
    private readonly bot: Bot,
    private readonly write: (line: string) => void,
  ) {}

  /** Answers a line. Returns whether more may follow. */
  take(line: string): boolean {
    if (!line.startsWith("{")) {
      // Only these come as words; JSON begins after our `refereeok`.
      const [verb] = line.trim().split(/\s+/);
      if (verb === "referee") this.#introduce();
      return verb !== "quit";
    }
    const said = JSON.parse(line) as engine.ToEngine;
    if (said.referee) this.#introduce();
    if (said.isready) this.#say({ readyok: {} });
    if (said.newmatch) this.#begin(said.newmatch);
    if (said.position) this.#position = said.position;
    if (said.go) this.#go(said.go);
    if (said.stop) this.#open?.stop.abort();
    if (said.matchresult) this.#end(said.matchresult);
    return !said.quit;
  }

  /** Forgets the turn; whatever is still chosen for it is dropped. */
  leave(): void {
    const open = this.#open;
    this.#open = undefined;
    open?.stop.abort();
  }

  #introduce(): void {
    const { author, games } = this.bot;
    this.#say({ id: { name: fullName(this.bot), ...(author && { author }) } });
    if (games && games.length > 0) this.#say({ games: { ids: [...games] } });
    this.#say({ refereeok: { version: VERSION } });
  }

  #begin(match: engine.NewMatch): void {
    this.leave();
    this.#match = match;
    if (match.commitment) this.#say({ nonce: { value: randomBytes(16).toString("hex") } });
  }

  /** Starts to think about a turn, or sends its answer again. */
  #go(go: engine.Go): void {
    if (this.#open?.turn.turnId === Number(go.turnId)) {
      if (this.#open.answer) this.#say(this.#open.answer);
      return;
    }
    this.leave();
    const stop = new AbortController();
    const open: Open = { turn: this.#turn(go, stop.signal), stop, answer: undefined };
    this.#open = open;
    // One turn at a time, also if the bot still thinks about one that is over.
    this.#thinking = this.#thinking.then(() => this.#think(open));
  }

  #turn(go: engine.Go, signal: AbortSignal): Turn {
    const { view, start = "", points = [] } = this.#position;
    const { options: pairs = [], matchId = "", seat = 0, game = "", players = [] } = this.#match;
    const options = Object.fromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf("=");
        return [pair.slice(0, at), pair.slice(at + 1)];
      }),
    );
    const match = { matchId, seat, game, players, options, points, position: view || start };
    return turnOf({ ...go, ...match }, signal);
  }

  /** Answers a turn, unless it is over. */
  async #think(open: Open): Promise<void> {
    if (this.#open !== open) return;
    try {
      const chosen = checked(await this.bot.choose(open.turn));
      if (this.#open !== open) return;
      if ("action" in chosen) open.answer = { [VERBS[chosen.action]]: {} };
      else {
        const { notation, score, offerDraw } = chosen;
        const turnId = String(open.turn.turnId);
        if (score !== undefined) this.#say({ info: { score: String(score) } });
        open.answer = { bestmove: { notation, turnId, ...(offerDraw && { offerDraw }) } };
      }
      this.#say(open.answer);
    } catch (error) {
      if (this.#open === open) this.failure.abort(error);
    }
  }

  /** Reports the result of the match. */
  #end(said: engine.MatchResult): void {
    this.leave();
    const { matchId = "", game = "", seat = 0, players = [] } = this.#match;
    const { termination = "", points = [], places = [], detail = "" } = said;
    const ends = { termination, causedBy: said.seat, points, places, detail };
    const result = { matchId, game, seat, players, ...ends };
    this.results.push(result);
    this.bot.ended?.(result);
  }

  #say(message: engine.FromEngine): void {
    this.write(JSON.stringify(message));
  }
}
