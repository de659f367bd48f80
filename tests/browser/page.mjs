// The script of a page: clients of every service, in Connect with JSON, in Connect with protobuf,
// and in gRPC-web.

import { createFileRegistry, fromBinary, toJson } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";

const bytes = new Uint8Array(await (await fetch("/descriptor.binpb")).arrayBuffer());
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes));
const service = (name) => registry.getService(`referee.v1.${name}`);

function clients(transport) {
  const of = (name) => createClient(service(name), transport);
  return {
    consents: of("ConsentService"),
    games: of("GameService"),
    matches: of("MatchService"),
    players: of("PlayerService"),
  };
}

// Returns clients of the server at `url` that use this token.
function connect(url, token) {
  const bearer = (next) => (request) => {
    if (token) request.header.set("authorization", `Bearer ${token}`);
    return next(request);
  };
  const options = { baseUrl: url, interceptors: [bearer] };
  const proto = clients(createConnectTransport({ ...options, useBinaryFormat: true }));
  return {
    json: clients(createConnectTransport(options)),
    proto,
    web: clients(createGrpcWebTransport(options)),
  };
}

// Returns why a call was rejected: its code and its `ErrorInfo`. The `ErrorInfo` is decoded by
// hand, since it is not one of our protos.
async function refusal(call) {
  try {
    await call();
    return undefined;
  } catch (error) {
    const refused = ConnectError.from(error);
    const details = refused.details.map((detail) => ({
      type: detail.type,
      text: new TextDecoder().decode(detail.value),
    }));
    return { code: Code[refused.code], message: refused.rawMessage, details };
  }
}

const plain = (message) => toJson(registry.getMessage(message.$typeName), message, { registry });

// Returns every message of a stream up to its end.
async function all(stream) {
  const heard = [];
  for await (const message of stream) heard.push(plain(message));
  return heard;
}

// Returns a generator of numbers from 0 to below 1, the same in every run.
function numbers(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

// Returns a function that adds the spaces of its board to each scene. A stream sends the spaces of
// each board only once.
function boards() {
  const known = new Map();
  return (game, { board, spaces, ...scene }) => {
    if (spaces?.length) known.set(`${game} ${board}`, spaces);
    return { ...scene, board, spaces: known.get(`${game} ${board}`) ?? [] };
  };
}

// Draws a scene as SVG: a group with a circle for each space, and one for each token on a space.
// Tokens on no space of the board count as lost.
function draw(scene) {
  const svg = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const places = new Map(scene.spaces.map((space) => [space.id, space]));
  const spaces = scene.spaces.map(({ x = 0, y = 0 }) =>
    svg("circle", { cx: x, cy: y, r: 0.5, fill: "#ddd" }),
  );
  const tokens = (scene.tokens ?? []).map((token) => {
    const { x = 0, y = 0 } = places.get(token.space) ?? { x: NaN };
    return svg("circle", { cx: x, cy: y, r: 0.3, class: "token", "data-kind": token.kind });
  });
  const drawing = svg("svg", { viewBox: "-1 -1 12 12", width: 120, height: 120 });
  drawing.append(...spaces, ...tokens);
  const lost = tokens.filter((token) => token.getAttribute("cx") === "NaN").length;
  return { drawing, spaces: spaces.length, tokens: tokens.length, lost };
}

// Draws every position of a finished match, fetched by one call, as a slider for positions would.
async function scrub({ web }, game, matchId) {
  const whole = boards();
  const seen = [];
  for (const { frame } of await all(web.matches.listFrames({ matchId }))) {
    const { drawing, ...drawn } = draw(whole(game, frame.scene));
    document.body.replaceChildren(drawing);
    seen.push({
      round: frame.round,
      ply: frame.ply ?? 0,
      result: Boolean(frame.roundResult),
      ...drawn,
    });
  }
  return seen;
}

// Draws the newest live matches until `newest` boards are drawn, `times` times in total. Returns
// the number of boards and of tokens that could not be drawn.
async function wall({ web }, newest, times) {
  const [whole, games, drawn] = [boards(), new Map(), new Set()];
  let [lost, often] = [0, 0];
  for await (const message of web.matches.watchMatches({ newest, detail: 2 })) {
    const { matchId, followed, frame } = plain(message);
    if (followed) games.set(matchId, followed.game);
    if (!frame) continue;
    const { drawing, ...shown } = draw(whole(games.get(matchId), frame.scene));
    lost += shown.lost;
    drawing.id = `match-${matchId}`;
    const before = document.getElementById(drawing.id);
    before ? before.replaceWith(drawing) : document.body.append(drawing);
    drawn.add(matchId);
    often += 1;
    if (drawn.size >= newest && often >= times) break;
  }
  return { boards: drawn.size, lost };
}

// Plays the next match of this player to its end with random legal moves. Turns arrive by gRPC-web;
// moves are sent as JSON. Returns the kinds of all messages, and the verdict.
async function play({ json, web }, seed) {
  const told = [];
  const next = numbers(seed);
  for await (const { response } of web.matches.attend({
    hello: { maxMatches: 1, agent: "a browser" },
  })) {
    const { case: kind, value } = response.message;
    told.push(kind);
    if (kind === "turn") {
      const { matchId, turnId, legal } = value;
      const notation = legal[Math.floor(next() * legal.length)];
      await json.matches.submitCommand({
        matchId,
        command: { case: "playMove", value: { turnId, notation } },
      });
    }
    if (kind === "event" && value.event.event.case === "matchEnded") {
      return { told, verdict: plain(value.event.event.value).verdict };
    }
  }
  throw new Error(`the stream ended after ${told}`);
}

Object.assign(window, { referee: { connect, refusal, plain, all, play, scrub, wall } });
