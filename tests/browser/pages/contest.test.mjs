// Competitions: a host runs a sealed tournament by clicks, from the start to the final results.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { browse, call, PROGRAM, reader, serve, until } from "./rig.mjs";

const CUP = `name = "Autumn cup"
game = "kamisado"
release = "by-host"
provisional = "1h"
[format]
kind = "round_robin"
[matches]
tc = "60+1"
[[entrants]]
name = "house-search"
[[entrants]]
name = "house-greedy"
[[entrants]]
name = "house-random"
`;

let folder, server, browser, token;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "referee-pages-"));
  const data = join(folder, "data");
  server = await serve({ data }, "--house-pace", "0.02");
  browser = await browse();
  const run = (...args) =>
    execFileSync(PROGRAM, args, {
      encoding: "utf8",
      env: { ...process.env, REFEREE_URL: server.url },
    }).trim();
  token = run("admin", "token", "--data", data, "--player", "hostess", "--scope", "host");
  for (const [file, text] of [
    ["cup.toml", CUP],
    ["spring.toml", CUP.replace("Autumn", "Spring")],
  ]) {
    writeFileSync(join(folder, file), text);
    run("tournament", "create", join(folder, file), "--entries", "--token", token);
  }
});
after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

// Returns the tournament as the host sees it. Others see no results before the release.
const cup = () =>
  call(server.url, "TournamentService/GetTournament", { tournamentId: "cup" }, token);
const state = async () => (await cup()).summary.state;

// Signs in as the host by token.
async function signIn(page) {
  await page.goto("/me");
  await page.locator("details summary").last().click();
  const form = page.locator("details form");
  await form.locator("input[name=name]").fill("hostess");
  await form.locator("input[name=token]").fill(token);
  await form.locator("button").click();
  await until(
    async () =>
      page.evaluate(() => JSON.parse(localStorage.getItem("referee.account"))?.isHost === true),
    "the host is signed in",
  );
}

// Awards a match to the player with fewer points, on the page of the match. Only the host can.
async function awardOnItsPage(page, watcher) {
  const path = new URL(watcher.url()).pathname;
  assert.equal(await watcher.locator(".rulings").count(), 0, "only the host sees rulings");
  await page.goto(path);
  await page.locator(".rulings summary").click();
  const { summary } = await call(server.url, "MatchService/GetMatch", { matchId: path.slice(3) });
  const [first, second] = summary.points;
  const winner = summary.players[(first ?? 0) < (second ?? 0) ? 0 : 1];
  const before = await pointsOf(winner);
  await page.locator(".rulings input[name=reason]").fill("the wrong colours");
  await page.locator(".rulings select[name=winner]").selectOption(winner);
  await page.locator(".rulings button[value=award]").click();
  await until(async () => (await pointsOf(winner)) > before, "the match is awarded");
}

async function pointsOf(player) {
  const contest = { tournamentId: "cup" };
  const { tournament } = await call(server.url, "ContestService/GetStandings", { contest }, token);
  return tournament.rows.find((row) => row.player === player).points ?? 0;
}

// Checks a page that was open before sign-in: it shows what the account may see until sign-out.
async function signInLater(sealed) {
  const late = await reader(browser, server.url);
  const page = await late.open("/t/cup?tab=standings");
  const points = () => page.locator(".standings tbody td:nth-child(3)").allInnerTexts();
  await until(async () => `${await points()}` === `${sealed}`, "a guest sees no results");
  const other = await late.open("/me");
  await signIn(other);
  await until(async () => `${await points()}` !== `${sealed}`, "the host sees them at once");
  await page.locator("#tab-cross").click();
  await page.locator(".cross .won").first().waitFor();
  await other.goto("/me");
  await other.getByRole("button", { name: "Sign out" }).click();
  await page.locator(".cross").waitFor({ state: "detached" });
  await page.locator("#tab-standings").click();
  await until(async () => `${await points()}` === `${sealed}`, "a guest sees them no longer");
  assert.equal(await page.locator("#tab-host").count(), 0);
  assert.deepEqual(late.errors, []);
  await late.close();
}

// Checks that irreversible actions need a second step, by mouse and by keyboard, and name their
// object.
async function endsByTwoSteps(page) {
  await page.goto("/t/spring?tab=host");
  const dialog = page.locator("dialog.confirm");
  const spring = () =>
    call(server.url, "TournamentService/GetTournament", { tournamentId: "spring" }, token);
  const [course, entrants] = [
    page.locator(".host-form").first(),
    page.locator(".host-form").nth(1),
  ];
  const fill = async () => {
    await entrants.locator("select[name=player]").selectOption("house-random");
    await entrants.locator("input[name=reason]").fill("a second engine");
  };
  await fill();
  const disqualify = entrants.locator("button[value=disqualify]");
  await disqualify.focus();
  await page.keyboard.press("Enter");
  await dialog.filter({ hasText: "Disqualify \u2068house-random\u2069?" }).waitFor();
  // The focus is on the button that cancels.
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await disqualify.click();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.evaluate(() => history.pushState(null, "", location.href));
  await disqualify.click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  await fill();
  await course.locator("input[name=reason]").fill("rain");
  await course.locator("button[value=end]").click();
  await dialog.filter({ hasText: "End \u2068Spring cup\u2069?" }).waitFor();
  await dialog.locator("button.no").click();
  await page.waitForTimeout(300);
  const untouched = await spring();
  assert.equal(untouched.summary.state, "CONTEST_STATE_ENTRIES");
  await disqualify.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator(".notice", { hasText: "Done" }).waitFor();
  await course.locator("button[value=end]").click();
  await dialog.locator("button.yes").click();
  const end = "CONTEST_STATE_CANCELLED";
  await until(async () => (await spring()).summary.state === end, "it has ended");
  await page.locator(".note", { hasText: "rain" }).waitFor();
}

test("pages of competitions whose first read failed are read again", async () => {
  const guest = await reader(browser, server.url);
  for (const [path, call] of [
    ["/t/cup", "TournamentService/GetTournament"],
    ["/t", "ContestService/ListContests"],
    ["/p/house-greedy", "PlayerService/GetPlayer"],
  ]) {
    const page = await guest.context.newPage();
    const refuse = (route) => route.fulfill({ status: 502, body: "no server" });
    await page.route(`**/referee.v1.${call}`, refuse);
    await page.goto(path);
    await page.locator("main h1", { hasText: "This page cannot be read now" }).waitFor();
    await page.locator("main [role=status]", { hasText: "Trying again" }).waitFor();
    await page.unroute(`**/referee.v1.${call}`, refuse);
    const named = /^\s*(Autumn cup|Competitions|house-greedy)/;
    await page.locator("main h1", { hasText: named }).waitFor();
    await page.close();
  }
  const page = await guest.open("/t/no-such-cup");
  await page.locator("main h1", { hasText: "No such competition" }).waitFor();
  assert.equal(await page.getByText("Trying again").count(), 0);
  await guest.close();
});

test("a host starts, pauses, resumes, releases and confirms a sealed tournament; others see it after the release", async () => {
  const [host, guest] = [
    await reader(browser, server.url),
    await reader(browser, server.url, { language: "fa" }),
  ];
  const page = await host.open("/me");
  await signIn(page);
  await page.goto("/t/cup?tab=host");
  const button = (name) => page.getByRole("button", { name, exact: true });
  await button("Start").click();
  await until(async () => (await state()) === "CONTEST_STATE_RUNNING", "it runs");
  const course = page.locator(".host-form").first();
  await course.locator("input[name=reason]").fill("lunch");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(300);
  assert.equal((await cup()).summary.pauseReason, undefined, "Enter changes nothing");
  await button("Pause").click();
  await page.locator(".note", { hasText: "lunch" }).waitFor();
  await button("Resume").click();
  await page.locator(".note", { hasText: "lunch" }).waitFor({ state: "detached" });

  const watcher = await guest.open("/t/cup?tab=standings");
  await watcher.locator("h1").waitFor();
  await until(async () => (await cup()).progress.matchesPlayed === "6", "all matches are over", 60);
  await page.reload();
  await page.locator("#tab-standings").click();
  await page.locator(".standings tbody tr").nth(2).waitFor();
  const { tournament } = await call(
    server.url,
    "ContestService/GetStandings",
    { contest: { tournamentId: "cup" } },
    token,
  );
  assert.deepEqual(
    await page.locator(".standings tbody td:nth-child(2)").allInnerTexts(),
    tournament.rows.map(({ player }) => player),
  );
  const points = () => watcher.locator(".standings tbody td:nth-child(3)").allInnerTexts();
  const sealed = ["۰", "۰", "۰"];
  assert.deepEqual(await points(), sealed, "results are sealed");
  await signInLater(["0", "0", "0"]);

  await page.locator("#tab-host").click();
  await page.locator("input[name=stage]").fill("3");
  await button("Release the results").click();
  await until(
    async () => (await state()) === "CONTEST_STATE_PROVISIONAL",
    "the results are provisional",
  );
  await until(async () => `${await points()}` !== `${sealed}`, "the results are released");
  await watcher.locator("#tab-cross").click();
  await watcher.locator(".cross .won").first().waitFor();
  await watcher.locator("#tab-pairings").click();
  await watcher.locator("a.pairing-result").first().click();
  await watcher.locator(".verdict .outcome").waitFor();
  await awardOnItsPage(page, watcher);

  await page.goto("/t/cup?tab=host");
  await button("Confirm the results").click();
  await until(async () => (await state()) === "CONTEST_STATE_OVER", "the results are final");
  await page.locator(".state-over").waitFor();
  await endsByTwoSteps(page);
  for (const one of [host, guest]) {
    assert.deepEqual(one.errors, []);
    await one.close();
  }
});
