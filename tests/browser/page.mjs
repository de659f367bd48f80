// What a page has: clients of every service. Calls with one answer go as JSON, streams as gRPC-web.

import { createFileRegistry, fromBinary, toJson } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";

const bytes = new Uint8Array(await (await fetch("/descriptor.binpb")).arrayBuffer());
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes));
const service = (name) => registry.getService(`referee.v1.${name}`);

function clients(transport) {
  const of = (name) => createClient(service(name), transport);
  return { games: of("GameService"), matches: of("MatchService"), players: of("PlayerService") };
}

// Clients of the server at `url`, for whoever has this token.
function connect(url, token) {
  const bearer = (next) => (request) => {
    if (token) request.header.set("authorization", `Bearer ${token}`);
    return next(request);
  };
  const options = { baseUrl: url, interceptors: [bearer] };
  return { json: clients(createConnectTransport(options)), web: clients(createGrpcWebTransport(options)) };
}

// What a call was refused for, as a program reads it: its code and the `ErrorInfo`, by hand, since no proto of ours has that.
async function refusal(call) {
  try {
    await call();
    return undefined;
  } catch (error) {
    const refused = ConnectError.from(error);
    const details = refused.details.map((detail) => ({ type: detail.type, text: new TextDecoder().decode(detail.value) }));
    return { code: Code[refused.code], message: refused.rawMessage, details };
  }
}

const plain = (message) => toJson(registry.getMessage(message.$typeName), message, { registry });

// Every message of a stream up to its end.
async function all(stream) {
  const heard = [];
  for await (const message of stream) heard.push(plain(message));
  return heard;
}

// Numbers from 0 to below 1 that are the same in every run.
function numbers(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

// Sits in the next match of this player and plays it to its end by any legal moves: turns come by gRPC-web, moves go as JSON.
// Gives what was told, by its kinds, and the verdict.
async function play({ json, web }, seed) {
  const told = [];
  const next = numbers(seed);
  for await (const { said } of web.matches.attend({ hello: { maxMatches: 1, agent: "a browser" } })) {
    const { case: kind, value } = said.message;
    told.push(kind);
    if (kind === "turn") {
      const { matchId, round, ply, legal } = value;
      const notation = legal[Math.floor(next() * legal.length)];
      const command = { case: "playMove", value: { round, ply, notation } };
      await json.matches.submitCommand({ matchId, requestId: `${round}.${ply}`, command });
    }
    if (kind === "event" && value.event.event.case === "matchEnded") {
      return { told, verdict: plain(value.event.event.value).verdict };
    }
  }
  throw new Error(`the stream ended after ${told}`);
}

Object.assign(window, { referee: { connect, refusal, plain, all, play } });
