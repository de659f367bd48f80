// A server in memory and the rules of the games, both run by the program of this repository.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const TOP = fileURLToPath(new URL("../../..", import.meta.url));
export const PROGRAM = process.env.REFEREE ?? `${TOP}target/debug/referee`;

/** Returns a generator of numbers from 0 to below 1, the same in every run. */
export function numbers(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

export const pick = (list, next) => list[Math.floor(next() * list.length)];

export function shuffle(list, next) {
  const left = [...list];
  return list.map(() => left.splice(Math.floor(next() * left.length), 1)[0]);
}

/** Starts `referee serve` with these options, by default in memory. `stop` and `kill` end it. */
export async function serve(...options) {
  const kept = options.includes("--data") ? [] : ["--memory"];
  const where = options.includes("--listen") ? [] : ["--listen", "127.0.0.1:0"];
  const args = ["serve", ...kept, ...where, ...options];
  const server = spawn(PROGRAM, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, RUST_LOG: "error" },
  });
  const ended = once(server, "exit");
  for await (const line of createInterface({ input: server.stdout })) {
    const url = line.match(/serves (http:\S+),/)?.[1];
    if (!url) continue;
    server.stdout.resume();
    const end = async (signal) => {
      server.kill(signal);
      await ended;
    };
    const [stop, kill] = [() => end("SIGTERM"), () => end("SIGKILL")];
    return { url, port: Number(new URL(url).port), stop, kill };
  }
  throw new Error(`referee serve ended with ${await ended}`);
}

/** Starts `referee rules --stdin`. `ask` returns the position for a question. */
export function rules() {
  const program = spawn(PROGRAM, ["rules", "--stdin"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const ask = async (question) => {
    program.stdin.write(`${JSON.stringify(question)}\n`);
    const { value } = await lines.next();
    const answer = JSON.parse(value);
    if (answer.error) throw new Error(`${JSON.stringify(question)}: ${answer.error.text}`);
    return answer;
  };
  return { ask, stop: () => program.stdin.end() };
}

/** Returns the games that `ListGames` lists. */
export async function games(url) {
  const answer = await fetch(`${url}/referee.v1.GameService/ListGames?message={}`);
  return (await answer.json()).games;
}

/**
 * Starts a proxy to a server. `cut` ends all connections; new ones work. `target` may be changed to
 * the port of another server.
 */
export async function cuttable(port) {
  const open = new Set();
  const server = createServer((near) => {
    const far = connect(way.target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      open.add(one);
      one.on("error", () => {});
      one.on("close", () => (open.delete(one), other.destroy()));
      one.pipe(other);
    }
    way.accepted += 1;
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const cut = () => [...open].forEach((socket) => socket.destroy());
  const stop = () => (cut(), server.close());
  const url = `http://127.0.0.1:${server.address().port}`;
  const way = { url, target: port, accepted: 0, cut, stop };
  return way;
}

/** Opens a match of house bots or of the given players. Returns its id. */
export async function open(client, game, { players, options = {}, tc = "60+1", seats = 2 } = {}) {
  const house = ["house-greedy", "house-random", "house-random", "house-greedy"].slice(0, seats);
  const rules = { timeControls: [tc] };
  const request = { game, options, rules, players: players ?? house };
  const { summary } = await client.call("MatchService/CreateMatch", request);
  return summary.matchId;
}

/** Registers a guest. Returns its client, name and token. */
export async function guest(Client, url) {
  const visitor = new Client(url);
  const { player, token } = await visitor.call("PlayerService/Register", { guest: true });
  return { client: visitor.withToken(token), name: player.name, token };
}
