// Measures the speed and the size of the pages: node tests/browser/pages/figures.mjs [SECONDS]
// Only figures of an idle machine are meaningful.

import { browse, call, clickAnyMove, DESKTOP, numbers, reader, serve, until } from "./rig.mjs";

const SECONDS = Number(process.argv[2] ?? 20);
const WALL = 50;
// Fewer moves than a player makes in a match of DVONN.
const MOVES = 24;

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

// Measures the time from navigation to the first board with its tokens. The cache is empty and the
// CPU is slowed down 4 times.
async function firstBoard(browser, url) {
  const times = [];
  for (let run = 0; run < 5; run += 1) {
    const guest = await reader(browser, url);
    const page = await guest.context.newPage();
    await (
      await guest.context.newCDPSession(page)
    ).send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript(() => {
      const look = () => {
        const isDrawn = [...document.querySelectorAll("referee-board")].some((board) =>
          board.shadowRoot?.querySelector("[data-token]"),
        );
        if (isDrawn) window.drawnAt = performance.now();
        else requestAnimationFrame(look);
      };
      look();
    });
    await page.goto("/");
    times.push(await (await page.waitForFunction(() => window.drawnAt)).jsonValue());
    await guest.close();
  }
  return middle(times);
}

// Measures the time from a click to the board with the move.
async function clicks(browser, url) {
  const guest = await reader(browser, url);
  await guest.context.addInitScript(() => {
    window.took = [];
    let clickedAt = 0;
    let plies = 0;
    addEventListener("click", () => (clickedAt = performance.now()), true);
    addEventListener(
      "update",
      ({ detail: { state } }) => {
        const isMove = state.steps.length > plies && clickedAt > 0;
        plies = state.steps.length;
        if (!isMove) return;
        const from = clickedAt;
        clickedAt = 0;
        requestAnimationFrame(() => setTimeout(() => window.took.push(performance.now() - from)));
      },
      true,
    );
  });
  const page = await guest.open("/play?game=dvonn");
  await page.locator("button.start").click();
  await page.waitForURL(/\/m\//);
  const random = numbers(1);
  await until(
    async () =>
      (await clickAnyMove(page, random)) &&
      (await page.evaluate(() => window.took.length)) >= MOVES,
    "moves",
    120,
  );
  const took = (await page.evaluate(() => window.took)).toSorted((a, b) => a - b);
  await guest.close();
  return { p50: took[Math.floor(took.length / 2)], p95: took[Math.floor(took.length * 0.95)] };
}

// Measures the CPU use of the browser, in cores, for a wall of live boards with one move per second
// each.
async function wall(browser, url) {
  const { token } = await call(url, "PlayerService/Register", { name: "wall-builder" });
  const games = ["dvonn", "hive", "kamisado", "honest_john"];
  for (let match = 0; match < WALL; match += 1) {
    const game = games[match % games.length];
    const players = Array.from({ length: game === "honest_john" ? 4 : 2 }, () => "house-random");
    const options = game === "kamisado" ? { length: "marathon" } : {};
    await call(
      url,
      "MatchService/CreateMatch",
      { game, players, options, rules: { timeControls: ["600+5"] } },
      token,
    );
  }
  const guest = await reader(browser, url, { viewport: DESKTOP });
  const page = await guest.open("/");
  await until(
    async () => (await page.locator("mini-board").count()) >= WALL - 1,
    "the wall is shown",
  );
  await page.waitForTimeout(2000);
  const system = await browser.newBrowserCDPSession();
  const page_ = await guest.context.newCDPSession(page);
  await page_.send("Performance.enable");
  const cpu = async () =>
    (await system.send("SystemInfo.getProcessInfo")).processInfo.reduce(
      (sum, { cpuTime }) => sum + cpuTime,
      0,
    );
  const tasks = async () =>
    (await page_.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")
      .value;
  const before = [await cpu(), await tasks()];
  await page.waitForTimeout(SECONDS * 1000);
  const after = [await cpu(), await tasks()];
  const drawn = await page.locator("mini-board referee-board").count();
  await guest.close();
  return { drawn, cores: (after[0] - before[0]) / SECONDS, page: (after[1] - before[1]) / SECONDS };
}

// Runs a measurement on a server of its own, so that the CPU time of other matches does not count.
async function on(options, measure) {
  const server = await serve(...options);
  try {
    return await measure(browser, server.url);
  } finally {
    await server.stop();
  }
}

const browser = await browse();
try {
  const first = await on(["--demo"], firstBoard);
  console.log(`first board, cold cache, CPU slowed 4 times: ${first.toFixed(0)} ms`);
  const { p50, p95 } = await on(["--house-pace", "0.001"], clicks);
  console.log(`click to drawn board: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
  const places = ["--max-house-seats-per-player", "400", "--max-house-seats-per-address", "400"];
  const { drawn, cores, page } = await on(["--house-pace", "1", ...places], wall);
  console.log(
    `wall of ${WALL} at ${DESKTOP.width}x${DESKTOP.height}, ${drawn} boards in view: ${(cores * 100).toFixed(0)} % of a core in all, ${(page * 100).toFixed(0)} % on the page's thread`,
  );
} finally {
  await browser.close();
}
