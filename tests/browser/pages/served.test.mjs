// Serving the pages: their size, caching and content security policy.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { get } from "node:http";

import { browse, reader, serve } from "./rig.mjs";

// Maximum compressed size of the first page's scripts and styles, including the worker and the
// language.
const MOST_BYTES = 90 * 1024;

let server, browser;
before(async () => ([server, browser] = [await serve("--demo"), await browse()]));
after(async () => {
  await browser?.close();
  await server?.stop();
});

// Returns the answer as sent, without decompression.
function raw(path, headers = {}) {
  return new Promise((answered, failed) => {
    get(new URL(path, server.url), { headers }, async (answer) => {
      const parts = [];
      for await (const part of answer) parts.push(part);
      answered({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) });
    }).on("error", failed);
  });
}

test("scripts and styles of the first page are small, in every language", async () => {
  for (const language of ["en", "fa", "ru"]) {
    const guest = await reader(browser, server.url, { language });
    const paths = new Set();
    guest.context.on("request", (request) => {
      const { pathname, origin } = new URL(request.url());
      assert.equal(origin, server.url, "everything comes from the server");
      if (/\.(js|css)$/.test(pathname)) paths.add(pathname);
    });
    const page = await guest.open("/");
    await page.locator("referee-board").first().waitFor();
    let bytes = 0;
    for (const path of paths) {
      const { headers, body } = await raw(path, { "accept-encoding": "gzip" });
      assert.ok(headers["content-encoding"] === "gzip" || body.length < 1024, path);
      bytes += body.length;
    }
    console.log(
      `the first page in ${language}: ${paths.size} files, ${(bytes / 1024).toFixed(1)} KiB`,
    );
    assert.ok(bytes <= MOST_BYTES, `${language}: ${bytes} bytes`);
    assert.ok(paths.size > 3 && bytes > 20_000, "the files were counted");
    await guest.close();
  }
});

test("every page has a tag, a policy and a 304; files with their digests in their names never change", async () => {
  const index = await raw("/");
  const scripts = [...index.body.toString().matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(
    ([, path]) => path,
  );
  assert.ok(
    scripts.some((path) => path.startsWith("/assets/")),
    `${scripts}`,
  );
  const addresses = [
    "/",
    "/m/any",
    "/play",
    "/lobby",
    "/me",
    "/t",
    "/t/any",
    "/l/any",
    "/p/any",
    "/analysis",
    "/bot",
  ];
  for (const path of [...addresses, ...scripts, "/referee-board.js", "/api", "/docs"]) {
    const whole = await raw(path);
    assert.equal(whole.status, 200, path);
    assert.match(whole.headers["content-security-policy"], /^default-src 'none'; /, path);
    assert.doesNotMatch(whole.headers["content-security-policy"], /unsafe/, path);
    assert.equal(whole.headers["referrer-policy"], "no-referrer", path);
    assert.match(
      whole.headers["cache-control"],
      path.startsWith("/assets/") ? /immutable/ : /^no-cache$/,
      path,
    );
    const same = await raw(path, { "if-none-match": whole.headers.etag });
    assert.deepEqual([same.status, same.body.length], [304, 0], path);
    const zipped = await raw(path, { "accept-encoding": "gzip" });
    if (zipped.headers["content-encoding"] === "gzip")
      assert.deepEqual(gunzipSync(zipped.body), whole.body, path);
    if (addresses.includes(path)) assert.deepEqual(whole.body, index.body, `${path} shows the app`);
  }
  assert.equal((await raw("/m/any/more")).status >= 400, true);
  assert.ok(gzipSync(index.body).length < 2000, "the index is small");
});

test("an unknown address is a page with the menu, and leads on", async () => {
  for (const [language, path, said] of [
    ["en", "/nothing", "There is no page at this address"],
    ["ru", "/m/any/more", "По этому адресу ничего нет"],
  ]) {
    const guest = await reader(browser, server.url, { language });
    const page = await guest.context.newPage();
    const answer = await page.goto(path);
    assert.equal(answer.status(), 404, path);
    await page.locator("main h1", { hasText: said }).waitFor();
    assert.equal(await page.locator("main bdi").innerText(), path);
    assert.equal(await page.locator("nav [aria-current]").count(), 0);
    await page.locator("main .heading a").click();
    await page.locator("page-watch referee-board").first().waitFor();
    assert.equal(await page.locator("nav [aria-current=page]").getAttribute("href"), "/");
    await guest.close();
  }
  const { status, headers } = await raw("/nothing.js", { accept: "*/*" });
  assert.deepEqual([status, headers["content-type"]], [404, "application/json"]);
});

test("no page breaks its policy, calls another host, sets a cookie or throws", async () => {
  const guest = await reader(browser, server.url);
  guest.context.on("request", (request) => assert.equal(new URL(request.url()).origin, server.url));
  await guest.context.addInitScript(() => {
    window.broken = [];
    addEventListener("securitypolicyviolation", (event) =>
      window.broken.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  for (const path of [
    "/",
    "/play",
    "/lobby",
    "/me",
    "/t",
    "/t/house-cup-1",
    "/l/house",
    "/p/house-greedy",
    "/analysis",
    "/bot",
  ]) {
    const page = await guest.open(path);
    await page.locator("h1").first().waitFor({ state: "attached" });
    await page.waitForTimeout(500);
    assert.deepEqual(await page.evaluate(() => window.broken), [], path);
    await page.close();
  }
  assert.deepEqual(await guest.context.cookies(), []);
  assert.deepEqual(guest.errors, []);
  await guest.close();
});
