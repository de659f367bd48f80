/** A bot of one class in Node. */
import process from "node:process";

import type { Bot } from "../bot.js";
import type { run as RunAnywhere } from "../index.js";
import { playOnline, type RunOptions } from "../online.js";
import type { Result } from "../turn.js";
import { FileProfiles } from "./profiles.js";
import { playOnStdio } from "./stdio.js";

export * from "../exports.js";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** Time for a program to end by itself after a signal. */
const END_MS = 1_000;

export const run: typeof RunAnywhere = async (bot, options = {}) => {
  const { env } = process;
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const end = () => {
    stop.abort();
    // A bot that still thinks does not keep the program.
    setTimeout(() => process.exit(), END_MS).unref();
  };
  // A second signal has its usual effect.
  for (const name of SIGNALS) process.once(name, end);
  try {
    const url = options.url || env["REFEREE_URL"];
    if (!url) return await playOnStdio(bot, signal);
    return await online(bot, { ...options, signal }, url);
  } finally {
    for (const name of SIGNALS) process.off(name, end);
  }
};

function online(bot: Bot, options: RunOptions, url: string): Promise<Result[]> {
  const { env } = process;
  const named = {
    token: options.token || env["REFEREE_TOKEN"],
    player: options.player || env["REFEREE_NAME"],
    profile: options.profile || env["REFEREE_PROFILE"],
  };
  const tell = (text: string) => console.error(text);
  return playOnline(
    bot,
    { ...options, ...named },
    { url, profiles: () => new FileProfiles(), tell },
  );
}
