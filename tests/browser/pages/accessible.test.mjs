// Checks every page with axe-core, in every language, light and dark.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";

import { browse, call, LANGUAGES, PHONE, reader, serve, until } from "./rig.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SERIOUS = ["serious", "critical"];

let server, browser;
before(async () => ([server, browser] = [await serve("--demo"), await browse()]));
after(async () => {
  await browser?.close();
  await server?.stop();
});

// Returns a finished and a live match for the pages that show a match.
async function matches() {
  const list = async (state) =>
    (await call(server.url, "MatchService/ListMatches", { state })).matches ?? [];
  await until(async () => (await list("MATCH_STATE_OVER")).length > 0, "a match is over", 60);
  return [(await list("MATCH_STATE_LIVE"))[0].matchId, (await list("MATCH_STATE_OVER"))[0].matchId];
}

test("axe-core finds nothing serious on any page", async () => {
  const [live, over] = await matches();
  const tabs = ["boards", "standings", "cross", "pairings", "rules", "reports"].map(
    (tab) => `/t/house-cup-1?tab=${tab}`,
  );
  const paths = [
    "/",
    `/m/${live}`,
    `/m/${over}`,
    "/play",
    "/lobby",
    "/me",
    "/t",
    ...tabs,
    "/l/house",
    "/l/house?tab=pairings",
    "/p/house-greedy",
    "/analysis",
    "/bot",
  ];
  for (const language of LANGUAGES) {
    for (const [theme, viewport] of [
      ["light", undefined],
      ["dark", PHONE],
    ]) {
      const guest = await reader(browser, server.url, {
        language,
        theme,
        ...(viewport && { viewport }),
      });
      const page = await guest.open("/");
      for (const path of paths) {
        await page.goto(path);
        await page.locator("h1").first().waitFor({ state: "attached" });
        await page.waitForTimeout(250);
        // The policy of the page blocks injected scripts, but not those of a debugger.
        await page.evaluate(await axe());
        const { violations } = await page.evaluate(() =>
          window.axe.run(document, { resultTypes: ["violations"] }),
        );
        const found = violations.filter(({ impact }) => SERIOUS.includes(impact));
        const said = found.map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map(({ html }) => html.slice(0, 160))
              .join(" | ")}`,
        );
        assert.deepEqual(said, [], `${path} ${language} ${theme}`);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        assert.ok(
          overflow <= 0,
          `${path} ${language} ${theme}: ${overflow} px wider than the window`,
        );
      }
      assert.deepEqual(guest.errors, []);
      await guest.close();
    }
  }
});

let text;
async function axe() {
  const { readFile } = await import("node:fs/promises");
  text ??= await readFile(AXE, "utf8");
  return text;
}
