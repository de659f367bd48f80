// Generates the types of `dist/messages/` from `proto/`: an interface for the JSON of each message,
// a union of strings for each enum, and one table of all calls. It generates only types, so pages
// carry no schema. It supports the proto syntax used here and fails on any other line.

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PROTO = fileURLToPath(new URL("../../../proto/referee", import.meta.url));
const OUT = fileURLToPath(new URL("../dist/messages", import.meta.url));
// The messages on stdio have their own names and are not part of the index.
const APART = /^engine\//;
// Two packages define a `Token`. That of scenes keeps the name.
const RENAMED = { Token: "AccessToken" };
const NUMBERS = new Set(["int32", "uint32", "sint32", "double", "float"]);
const TEXTS = new Set(["int64", "uint64", "sint64", "string", "bytes"]);

const camel = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const plain = (type) => type.split(".").pop();

function typeOf(type, renamed, used) {
  if (NUMBERS.has(type)) return "number";
  if (TEXTS.has(type)) return "string";
  if (type === "bool") return "boolean";
  const name = renamed[type] ?? plain(type);
  used.add(name);
  return name;
}

const doc = (comment, indent) => {
  if (comment.length === 0) return "";
  if (comment.length === 1) return `${indent}/** ${comment[0]} */\n`;
  return `${indent}/**\n${comment.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
};

// `oneof` groups do not appear in JSON.
function member(line, comment, renamed, used) {
  const found = line.match(
    /^(optional |repeated )?(?:map<(\w+), ([\w.]+)>|([\w.]+)) (\w+) = \d+\s*;$/,
  );
  if (!found) throw new Error(`unknown line of a message: ${line}`);
  const [, label, key, value, type, name] = found;
  const one = typeOf(key ? value : type, renamed, used);
  const whole = key ? `{ [key: string]: ${one} }` : label === "repeated " ? `${one}[]` : one;
  return `${doc(comment, "  ")}  ${camel(name)}?: ${whole};\n`;
}

function call(line, service, comment, calls) {
  const found = line.match(/^rpc (\w+)\((stream )?(\w+)\) returns \((stream )?(\w+)\)/);
  if (!found) throw new Error(`unknown line of a service: ${line}`);
  const [, name, fromClient, request, isStream, response] = found;
  // Browsers cannot stream to a server.
  if (fromClient) return;
  const text = `${doc(comment, "  ")}  "${service}/${name}": [pb.${request}, pb.${response}];\n`;
  calls[isStream ? "streams" : "unary"].push(text);
}

// Removes the options of fields, so every statement is one line.
function statements(text) {
  return text
    .replace(/\[[^\]]*\]/g, "")
    .split("\n")
    .map((line) => line.trim());
}

// The name of an enum inside a message is prefixed with that of the message.
function open(line, comment, blocks, file) {
  const found = line.match(/^(message|enum|service|oneof|extend) ([\w.]+) \{(\})?$/);
  if (!found) return false;
  const [, kind, name, isClosed] = found;
  const outer = blocks.find((block) => block.kind === "message");
  const full = outer && kind === "enum" ? outer.name + name : (file.renamed[name] ?? name);
  if (outer && kind === "enum") outer.renamed[name] = full;
  const heads = { message: `export interface ${full} {\n`, enum: `export type ${full} =\n` };
  const text = heads[kind] ? doc(comment, "") + heads[kind] : "";
  const block = { kind, name: full, text, values: [], renamed: {} };
  if (heads[kind]) file.defined.add(full);
  if (isClosed) close(block, file);
  else blocks.push(block);
  return true;
}

function close(block, file) {
  if (block.kind === "message") file.out += `${block.text}}\n\n`;
  if (block.kind === "enum") file.out += `${block.text}${block.values.join("\n")};\n\n`;
}

function line(text, comment, blocks, file, calls) {
  const block = blocks.at(-1);
  if (open(text, comment, blocks, file)) return;
  if (text === "}") close(blocks.pop(), file);
  else if (/^reserved /.test(text) || !block || block.kind === "extend") return;
  else if (block.kind === "service") call(text, block.name, comment, calls);
  else if (block.kind === "enum") {
    block.values.push(`${doc(comment, "  ")}  | "${text.match(/^(\w+) = \d+\s*;$/)[1]}"`);
  } else {
    const message = blocks.findLast(({ kind }) => kind === "message");
    message.text += member(text, comment, { ...file.renamed, ...message.renamed }, file.used);
  }
}

// Returns the types of a file and adds its calls to the table.
function translate(path, text, calls) {
  const name = path.match(/(\w+)\.proto$/)[1];
  const renamed = path.startsWith("v1/") ? RENAMED : {};
  const isApart = APART.test(path);
  const file = { name, isApart, out: "", defined: new Set(), used: new Set(), renamed };
  const blocks = [];
  let comment = [];
  for (const statement of statements(text)) {
    const said = statement.match(/^\/\/ ?(.*)/);
    if (said) comment.push(said[1]);
    else {
      if (statement !== "") line(statement, comment, blocks, file, calls);
      comment = [];
    }
  }
  return file;
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const paths = readdirSync(PROTO, { recursive: true }).filter((path) => path.endsWith(".proto"));
const calls = { unary: [], streams: [] };
const files = paths
  .sort()
  .map((path) => translate(path, readFileSync(`${PROTO}/${path}`, "utf8"), calls));
const shared = files.filter(({ isApart }) => !isApart);
const homes = new Map(
  shared.flatMap(({ name, defined }) => [...defined].map((type) => [type, name])),
);
const MADE = "// Made from proto/ by tools/messages.mjs.\n";
for (const { name, out, defined, used } of files) {
  if (out === "") continue;
  const others = [...used].filter((type) => !defined.has(type)).sort();
  const imports = others.map((type) => `import type { ${type} } from "./${homes.get(type)}.js";\n`);
  writeFileSync(`${OUT}/${name}.d.ts`, `${MADE}${imports.join("")}\n${out}`);
}
const names = shared
  .filter(({ out }) => out)
  .map(({ name }) => `export type * from "./${name}.js";\n`);
writeFileSync(`${OUT}/index.d.ts`, MADE + names.join(""));
const table = (name, what, lines) =>
  `/** ${what} */\nexport interface ${name} {\n${lines.join("")}}\n`;
writeFileSync(
  `${OUT}/calls.d.ts`,
  `${MADE}import type * as pb from "./index.js";\n\n` +
    table("UnaryCalls", "Request and response of each call.", calls.unary) +
    `\n${table("StreamCalls", "Request and message of each stream from the server.", calls.streams)}`,
);
