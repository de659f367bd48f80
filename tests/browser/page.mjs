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

Object.assign(window, { referee: { connect, refusal, plain, all } });
