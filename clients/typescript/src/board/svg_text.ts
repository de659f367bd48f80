/** A picture as text, for files and tests: what Lit would put in a page. */
import { nothing } from "lit";

interface Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

interface Repeat {
  readonly values: readonly unknown[];
}

const isTemplate = (value: unknown): value is Template =>
  typeof value === "object" && value !== null && "strings" in value && "values" in value;
const isRepeat = (value: unknown): value is Repeat =>
  typeof value === "object" && value !== null && "_$litDirective$" in value;

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Returns the text of a template: an element on each line, without empty ones. */
export function svgText(template: unknown): string {
  const text = write(template).replace(/\s+/g, " ").replace(/> </g, ">\n<").trim();
  return `${text.replace(/^<svg /, '<svg xmlns="http://www.w3.org/2000/svg" ')}\n`;
}

function write(value: unknown): string {
  if (value === nothing || value === undefined || value === null) return "";
  if (isTemplate(value)) return weave(value);
  if (isRepeat(value)) return repeated(value);
  if (Array.isArray(value)) return value.map(write).join("");
  return escape(String(value));
}

function weave({ strings, values }: Template): string {
  return strings.reduce((text, string, index) => {
    const isUnquoted = /=$/.test(string) && index < values.length;
    const written = index < values.length ? write(values[index]) : "";
    return `${text}${string}${isUnquoted ? `"${written}"` : written}`;
  }, "");
}

/** `repeat(items, key, template)` is the one directive of a picture. */
function repeated({ values: [items, , template] }: Repeat): string {
  const draw = template as (item: unknown, index: number) => unknown;
  return (items as readonly unknown[]).map((item, index) => write(draw(item, index))).join("");
}
