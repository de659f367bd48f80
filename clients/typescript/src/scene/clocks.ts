/** Clocks between two messages of the server: see docs/gui.md. */
import type { Clock } from "../messages/index.js";
import { digits, language } from "./words.js";

/** A clock at one moment; all times are in milliseconds and at least 0. */
export interface ClockFace {
  /** Whether the seat has any time limit. */
  readonly hasClock: boolean;
  readonly isRunning: boolean;
  /** Whether a limit has passed: the flag has fallen, unless the server grants a margin. */
  readonly isFlagged: boolean;
  /** The rest of the delay of the move. */
  readonly delayMs: number;
  /** The time left; unset for a seat without a limit. */
  readonly remainingMs?: number;
  /** Number of byo-yomi periods left, including the running one, and the time left in that. */
  readonly periods: number;
  readonly periodMs: number;
  readonly moveMs?: number;
  readonly roundMs?: number;
  readonly matchMs?: number;
  /** The time to show: the shortest of the limits that apply now; unset without a limit. */
  readonly shownMs?: number;
}

/** Returns a clock `elapsedMs` after its reading. */
export function clockAt(clock: Clock, elapsedMs: number): ClockFace {
  const isRunning = clock.running ?? false;
  const ran = isRunning ? Math.max(0, elapsedMs - Number(clock.startsInMs ?? 0)) : 0;
  const remaining = number(clock.remainingMs);
  let left = ran;
  const take = (from: number) => {
    const taken = Math.min(from, left);
    left -= taken;
    return from - taken;
  };
  const delayMs = take(Number(clock.delayLeftMs ?? 0));
  const remainingMs = take(remaining ?? 0);
  const { periods, periodMs } = runPeriods(clock, left);
  const beside = (limit: string | undefined) =>
    limit === undefined ? undefined : Math.max(0, Number(limit) - ran);
  const limits = {
    moveMs: beside(clock.moveLeftMs),
    roundMs: beside(clock.roundLeftMs),
    matchMs: beside(clock.matchLeftMs),
  };
  const own = remaining === undefined ? undefined : shown(remainingMs, periods, periodMs);
  const besides = [limits.moveMs, limits.roundMs, limits.matchMs].filter((ms) => ms !== undefined);
  const all = own === undefined ? besides : [own, ...besides];
  return {
    hasClock: all.length > 0,
    isRunning,
    isFlagged: isRunning && ((own === 0 && delayMs === 0) || besides.includes(0)),
    delayMs,
    periods,
    periodMs,
    ...(remaining !== undefined && { remainingMs }),
    ...defined(limits),
    ...(all.length > 0 && { shownMs: Math.min(...all) }),
  };
}

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** Returns the time to show: that of the clock and, after it, that of the running period. */
function shown(remainingMs: number, periods: number, periodMs: number): number {
  return remainingMs > 0 || periods === 0 ? remainingMs : periodMs;
}

function runPeriods(clock: Clock, ms: number): { periods: number; periodMs: number } {
  const [periods, length] = [clock.periods ?? 0, Number(clock.periodMs ?? 0)];
  if (periods === 0) return { periods: 0, periodMs: 0 };
  const first = Number(clock.periodLeftMs ?? 0);
  if (ms < first || length === 0) return { periods, periodMs: Math.max(0, first - ms) };
  const lost = 1 + Math.floor((ms - first) / length);
  if (lost >= periods) return { periods: 0, periodMs: 0 };
  return { periods: periods - lost, periodMs: length - ((ms - first) % length) };
}

type Limits = {
  moveMs: number | undefined;
  roundMs: number | undefined;
  matchMs: number | undefined;
};

function defined({
  moveMs,
  roundMs,
  matchMs,
}: Limits): Pick<ClockFace, "moveMs" | "roundMs" | "matchMs"> {
  return {
    ...(moveMs !== undefined && { moveMs }),
    ...(roundMs !== undefined && { roundMs }),
    ...(matchMs !== undefined && { matchMs }),
  };
}

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
/** Time below which tenths of a second are shown, in milliseconds. */
const TENTHS_BELOW_MS = 10_000;

/** How days are written; in Persian they are read from the right, also within a clock. */
const DAYS: Readonly<Record<string, (days: number, time: string) => string>> = {
  en: (days, time) => `${days}d ${time}`,
  fa: (days, time) => `\u2067${days} روز ${time}\u2069`,
  ru: (days, time) => `${days}\u00a0д ${time}`,
};

/** Returns a time as text: `2d 04:10`, `1:05:09`, `4:59`, `0:09.3`, in words and digits of `lang`. */
export function clockText(ms: number, lang: string): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  if (ms < TENTHS_BELOW_MS) {
    return digits(`0:${two(ms / SECOND)}.${Math.floor((ms % SECOND) / 100)}`, lang);
  }
  const seconds = two((ms % MINUTE) / SECOND);
  if (ms < HOUR) return digits(`${Math.floor(ms / MINUTE)}:${seconds}`, lang);
  if (ms < DAY) {
    return digits(`${Math.floor(ms / HOUR)}:${two((ms % HOUR) / MINUTE)}:${seconds}`, lang);
  }
  const withDays = DAYS[language(lang)] ?? DAYS["en"];
  const time = `${two((ms % DAY) / HOUR)}:${two((ms % HOUR) / MINUTE)}`;
  return digits(withDays?.(Math.floor(ms / DAY), time) ?? time, lang);
}
