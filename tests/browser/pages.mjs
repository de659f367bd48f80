// A small server of static files. It has its own port, so its pages have another origin than the
// referee.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PACKAGES = ["@bufbuild/protobuf", "@connectrpc/connect", "@connectrpc/connect-web"];
const TYPES = {
  html: "text/html",
  mjs: "text/javascript",
  js: "text/javascript",
  binpb: "application/octet-stream",
};

// Returns the import map that resolves these packages without a bundler.
function importMap() {
  const imports = {};
  for (const name of PACKAGES) {
    const manifest = JSON.parse(
      readFileSync(join(HERE, "node_modules", name, "package.json"), "utf8"),
    );
    for (const [entry, target] of Object.entries(manifest.exports)) {
      if (target.import) imports[join(name, entry)] = join("/node_modules", name, target.import);
    }
  }
  return { imports };
}

const INDEX = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A page of another origin</title>
<script type="importmap">${JSON.stringify(importMap())}</script>
<script type="module" src="/page.mjs"></script>
`;

// Serves pages until `close`. `origin` is their origin, and `descriptor` the bytes of a
// FileDescriptorSet.
export async function servePages(descriptor) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://any").pathname);
    try {
      const found =
        path === "/"
          ? INDEX
          : path === "/descriptor.binpb"
            ? descriptor
            : await readFile(join(HERE, path));
      const type = path === "/" ? TYPES.html : TYPES[path.split(".").pop()];
      response.writeHead(200, { "content-type": type ?? "text/plain" }).end(found);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => new Promise((closed) => server.close(closed).closeAllConnections());
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}
