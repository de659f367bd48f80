/** Numbers, times and scores in the format of the reader's language. */
import { html, type TemplateResult } from "lit";

import { language } from "./index.js";

const LOCALES = { en: "en-GB", fa: "fa-IR", ru: "ru-RU" } as const;

export const locale = (): string => LOCALES[language()];

const numbers = new Map<string, Intl.NumberFormat>();

/** Returns a number in the digits of the language. */
export function num(value: number, digits = 1): string {
  const name = `${locale()} ${digits}`;
  let format = numbers.get(name);
  if (!format) {
    format = new Intl.NumberFormat(locale(), {
      maximumFractionDigits: digits,
      signDisplay: "negative",
    });
    numbers.set(name, format);
  }
  return format.format(value);
}

/** Returns a number with its sign. */
export const signed = (value: number): string => (value > 0 ? `+${num(value, 0)}` : num(value, 0));

/** Returns a share from 0 to 1 in percent. */
export const percent = (share: number): string =>
  new Intl.NumberFormat(locale(), { style: "percent" }).format(share);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns a duration in its largest units: `3 min`, `2 h`. */
export function duration(ms: number): string {
  const units: [number, string][] = [
    [DAY, "day"],
    [HOUR, "hour"],
    [MINUTE, "minute"],
    [SECOND, "second"],
  ];
  const [size, unit] = units.find(([size]) => ms >= size) ?? [SECOND, "second"];
  const format = new Intl.NumberFormat(locale(), {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: 1,
  });
  return format.format(ms / size);
}

/** Returns a time in milliseconds since 1970 relative to now: `2 h ago`, `in 3 min`. */
export function ago(unixMs: number, now = Date.now()): string {
  const apart = unixMs - now;
  const units: [number, Intl.RelativeTimeFormatUnit][] = [
    [DAY, "day"],
    [HOUR, "hour"],
    [MINUTE, "minute"],
  ];
  const [size, unit] = units.find(([size]) => Math.abs(apart) >= size) ?? [SECOND, "second"];
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto", style: "short" });
  return format.format(Math.trunc(apart / size), unit);
}

/** Returns a date with its time. */
export function date(unixMs: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(
    unixMs,
  );
}

/**
 * Returns points such as `3 : 2`, in the order in which the page lists the seats. The text is
 * isolated from the direction of its surroundings.
 */
export function score(points: readonly number[]): TemplateResult {
  return html`<bdi class="score" dir=${document.dir}
    >${points.map((one) => num(one)).join("\u2009:\u2009")}</bdi
  >`;
}
