// Profiles: where a bot stores its token, and how it uses the token when it starts again.

import assert from "node:assert/strict";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, afterEach, test } from "node:test";

import { BadProfile, CleartextToken, run as runBot } from "../../dist/bot/node/index.js";
import { FileProfiles } from "../../dist/bot/node/profiles.js";
import { Client } from "../../dist/index.js";
import { PROGRAM, serve } from "../rig.mjs";
import { againstRandom, openMatch, register, run, start, until } from "./rig.mjs";

let server;
before(async () => (server = await serve("--house-pace", "0.01")));
after(() => server?.stop());

let [home, file, profiles] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "referee-bot-"));
  file = join(home, "referee", "profiles.toml");
  process.env.XDG_CONFIG_HOME = home;
  profiles = new FileProfiles();
});
afterEach(() => {
  delete process.env.XDG_CONFIG_HOME;
  rmSync(home, { recursive: true });
});

const MODULE = new URL("../../dist/bot/node/index.js", import.meta.url);
let bots = 0;
// Writes a bot with a unique name.
function sleeper(ms = 1) {
  const name = `sleeper-${(bots += 1)}`;
  const path = join(home, "bot.mjs");
  writeFileSync(
    path,
    `import { run } from "${MODULE}";
    const bot = {
      name: "${name}",
      async choose({ legal }) {
        console.log("thinks");
        await new Promise((done) => setTimeout(done, ${ms}));
        return legal.at(-1);
      },
      ended: ({ termination }) => console.error("ended", termination),
    };
    await run(bot, { untilEnded: 1 });\n`,
  );
  return { name, path };
}

const onServer = (path, more) =>
  start([process.execPath, path], { REFEREE_URL: server.url, ...more });
const mode = () => (statSync(file).mode & 0o777).toString(8);

test("the same file plays on stdio and on a server, and keeps its token", async () => {
  const { name, path } = sleeper();
  for (let times = 0; times < 2; times += 1) {
    const { ended } = onServer(path);
    const players = ["--player", name, "--player", "house-random", "-o", "length=single"];
    const create = [PROGRAM, "match", "create", "kamisado", "--profile", name, ...players];
    await until(async () => (await run(create)).status === 0);
    const { status, complained } = await ended;
    assert.equal(status, 0, complained);
    assert.match(complained, /ended normal/);
  }
  assert.equal(mode(), "600");
  await againstRandom("kamisado", `${process.execPath} ${path}`, ["-m", "1"]);
});

test("profiles are added, read and removed", async () => {
  assert.equal(await profiles.load("home"), undefined);
  const [one, other] = [
    { url: "http://127.0.0.1:1", token: "secret" },
    { url: "https://b", token: 'two"quotes' },
  ];
  await profiles.add("home", one);
  await profiles.add("a.b c", other);
  assert.deepEqual([await profiles.load("home"), await profiles.load("a.b c")], [one, other]);
  await assert.rejects(profiles.add("home", other), /has a profile `home` already/);
  assert.equal(mode(), "600");
  await profiles.remove("home", one);
  assert.deepEqual([await profiles.load("home"), await profiles.load("a.b c")], [undefined, other]);
});

test("a profile that another bot overwrites is added again", async () => {
  await profiles.add("home", { url: "http://a", token: "one" });
  const before = readFileSync(file, "utf8");
  const added = profiles.add("away", { url: "http://b", token: "two" });
  assert.equal((await profiles.load("away")).token, "two");
  writeFileSync(file, before);
  await added;
  assert.equal((await profiles.load("home")).token, "one");
  assert.equal((await profiles.load("away")).token, "two");
});

test("profiles that a person has written are read, and stay as they are", async () => {
  const text =
    '# mine\n[ home ] # here\nurl=\'http://a\' # there\n"token" = "a\\\\b\\U0001F600"\n["x y"]\nurl="u"\n';
  mkdirSync(join(home, "referee"));
  writeFileSync(file, text, { mode: 0o600 });
  assert.deepEqual(await profiles.load("home"), { url: "http://a", token: "a\\b\u{1F600}" });
  assert.deepEqual(await profiles.load("x y"), { url: "u", token: "" });
  await profiles.add("new", { url: "http://c", token: "t" });
  assert.ok(readFileSync(file, "utf8").startsWith(text));
});

test("a bot that is killed goes on", async () => {
  const { name, path } = sleeper(50);
  const { child, ended } = onServer(path);
  let token;
  await until(async () => (token = (await profiles.load(name))?.token));
  const me = new Client(server.url, { token });
  const players = [name, "house-random"];
  const matchId = await openMatch(me, players, { options: { length: "long" } });
  const summary = async () => (await me.call("MatchService/GetMatch", { matchId })).summary;
  await until(async () => (await summary()).ply > 4);
  child.kill("SIGKILL");
  assert.equal((await ended).signal, "SIGKILL");
  const { status, complained } = await onServer(path).ended;
  assert.equal(status, 0, complained);
  assert.equal((await summary()).verdict.termination, "TERMINATION_NORMAL");
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  test(`a bot ends by ${signal} while it thinks, and its match goes on`, async () => {
    const { name, path } = sleeper(3_600_000);
    const { child, ended } = onServer(path);
    let token;
    await until(async () => (token = (await profiles.load(name))?.token));
    const me = new Client(server.url, { token });
    const thinks = once(child.stdout, "data");
    const matchId = await openMatch(me, [name, "house-random"]);
    await thinks;
    child.kill(signal);
    const { status, complained } = await ended;
    assert.equal(status, 0);
    assert.doesNotMatch(complained, /Error/);
    const { summary } = await me.call("MatchService/GetMatch", { matchId });
    assert.notEqual(summary.state, "MATCH_STATE_OVER");
  });
}

test("a name that is taken leaves no profile", async () => {
  const { name, path } = sleeper();
  await register(server.url, name);
  const { status, complained } = await onServer(path).ended;
  assert.equal(status, 1);
  assert.match(complained, /NAME_TAKEN/);
  assert.equal(await profiles.load(name), undefined);
});

test("a profile of another server is not used", async () => {
  const { name, path } = sleeper();
  await profiles.add(name, { url: "http://127.0.0.1:1", token: "secret" });
  const { status, complained } = await onServer(path, { REFEREE_URL: "127.0.0.1:2" }).ended;
  assert.equal(status, 1);
  assert.match(complained, /is for http:\/\/127.0.0.1:1, not for http:\/\/127.0.0.1:2/);
  assert.doesNotMatch(complained, /secret/);
});

test("a profile without a token is rejected, and stays as it is", async () => {
  const { name, path } = sleeper();
  const text = `[${name}]\nurl = "${server.url}"\n`;
  mkdirSync(join(home, "referee"));
  writeFileSync(file, text, { mode: 0o600 });
  const { status, complained } = await onServer(path).ended;
  assert.equal(status, 1);
  assert.match(complained, new RegExp(`has a profile \`${name}\` already`));
  assert.equal(readFileSync(file, "utf8"), text);
});

test("a bot with a token that the server does not know registers again", async () => {
  const { name, path } = sleeper();
  const token = `referee_${"5".repeat(64)}`;
  await profiles.add(name, { url: server.url, token });
  const { ended } = onServer(path);
  await openMatch(new Client(server.url, { token }), [name, "house-random"]);
  const { status, complained } = await ended;
  assert.equal(status, 0, complained);
});

test("the variables name another player and another profile", async () => {
  const { path } = sleeper();
  const { child, ended } = onServer(path, { REFEREE_NAME: "other", REFEREE_PROFILE: "spare" });
  await until(() => profiles.load("spare"));
  const { token } = await profiles.load("spare");
  const me = new Client(server.url, { token });
  await openMatch(me, ["other", "house-random"]);
  assert.equal((await ended).status, 0);
  const { ended: again } = onServer(path, { REFEREE_TOKEN: token, REFEREE_PROFILE: "none" });
  await openMatch(me, ["other", "house-random"]);
  assert.equal((await again).status, 0);
  assert.equal(await profiles.load("none"), undefined);
  child.kill();
});

test("a new player accepts matches with a clock, and `accepts` replaces that", async () => {
  const bob = await register(server.url, "bob");
  const storage = new Map();
  const store = {
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => storage.set(key, value),
    removeItem: (key) => storage.delete(key),
  };
  const bot = { name: "accepting", choose: ({ legal }) => legal[0] };
  const options = { url: server.url, storage: store };
  const accepts = async (more) => {
    const stop = new AbortController();
    const results = runBot(bot, { ...options, ...more, signal: stop.signal });
    let player;
    await until(async () => {
      const find = bob.call("PlayerService/GetPlayer", { player: "accepting" });
      player = (await find.catch(() => ({}))).player;
      return player?.online;
    });
    stop.abort();
    assert.deepEqual(await results, []);
    await until(async () => {
      return !(await bob.call("PlayerService/GetPlayer", { player: "accepting" })).player.online;
    });
    return player.accepts;
  };
  assert.deepEqual(await accepts({ atOnce: 3 }), { minBaseMs: "1000", maxMatches: 3 });
  assert.deepEqual(await accepts({}), { minBaseMs: "1000", maxMatches: 3 });
  assert.deepEqual(await accepts({ accepts: { unlimited: true } }), { unlimited: true });
  assert.deepEqual([...storage.keys()], ["referee-profile accepting"]);
  storage.set("referee-profile accepting", '{"token":"secret"}');
  await assert.rejects(runBot(bot, options), (error) => {
    assert.ok(error instanceof BadProfile);
    assert.doesNotMatch(error.message, /secret/);
    return true;
  });
});

test("a file that others can read is refused", async () => {
  await profiles.add("home", { url: "http://127.0.0.1:1", token: "secret" });
  chmodSync(file, 0o640);
  await assert.rejects(profiles.load("home"), /has mode 640: .* expected 600/);
});

const MALFORMED = [
  'token = "secret"',
  '[home]\ntoken = "secret"',
  '[home]\ntoken = "secret',
  "[home]\nurl = secret",
];
for (const text of MALFORMED) {
  test(`a malformed file is refused without its text: ${JSON.stringify(text)}`, async () => {
    mkdirSync(join(home, "referee"));
    writeFileSync(file, text, { mode: 0o600 });
    await assert.rejects(profiles.load("home"), ({ message }) => {
      assert.match(message, /is malformed/);
      assert.doesNotMatch(message, /secret/);
      return true;
    });
  });
}

test("a token is not sent unencrypted to another machine", async () => {
  const bot = { choose: () => "x" };
  for (const url of ["http://example.org", "10.0.0.1:7171", "http://localhost.example.org"]) {
    await assert.rejects(runBot(bot, { url, token: "secret" }), (error) => {
      assert.ok(error instanceof CleartextToken);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  }
  for (const url of [
    "http://localhost:9",
    "127.0.0.2:9",
    "http://[::1]:9",
    "https://127.0.0.1:9",
  ]) {
    const options = { url, token: "secret", signal: AbortSignal.abort() };
    assert.deepEqual(await runBot(bot, options), []);
  }
  await assert.rejects(runBot(bot, { url: "ftp://example.org" }), /invalid address `ftp:/);
});
