// Thinking along in several threads. The server of these tests keeps the page apart from others, so that workers may
// share memory; specs/hosting.spec.ts has the page on a host that does not.
import type { Worker } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import type { App } from "../pages/app.ts";

const OPENING = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -";
const MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - -";

const engines = (app: App) => app.page.workers().filter((worker: Worker) => worker.url().includes("worker.js?engine"));
const lines = (app: App) => app.page.getByRole("list", { name: "Lines found" }).getByRole("listitem");
const state = (app: App) => app.page.getByText(/^Depth \d+/);
const depth = async (app: App) => Number((await state(app).textContent())!.match(/\d+/)![0]);

test.beforeEach(async ({ app }) => {
  await app.dropText("a.epd", `${OPENING}\n${MIDDLE}\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n`);
  await app.engineSettings();
});

test("two threads search, from record to record, rest and go deeper", async ({ app, page }) => {
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const threads = page.getByLabel("Number of threads");
  await threads.selectOption("2 threads");
  await app.button("Think along").click();
  await expect(state(app)).toHaveText(/^Depth \d\d/);
  expect(engines(app).length).toBe(2);
  const first = await lines(app).first().textContent();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(lines(app).first()).not.toHaveText(first!);
  await expect(state(app)).toHaveText(/^Depth ([89]|\d\d)/);
  await app.button("Rest").click();
  const before = await depth(app);
  await page.keyboard.press("y");
  await expect.poll(() => depth(app)).toBeGreaterThan(before);
  // A mate ends the search by itself; those who help end with it, and help again.
  await page.keyboard.press("Alt+ArrowDown");
  await expect(lines(app).first()).toContainText("Ra8#");
  await expect(app.button("Deeper")).toBeVisible();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(state(app)).toHaveText(/^Depth ([89]|\d\d)/);
  await app.button("Think along").click();
  await expect(lines(app)).toHaveCount(0);
  await app.button("Think along").click();
  await expect(state(app)).toHaveText(/^Depth ([89]|\d\d)/);
  // Those that were ended are gone, too.
  await expect.poll(() => engines(app).length).toBe(2);
  await app.button("Think along").click();
  await expect.poll(() => engines(app).length).toBeLessThan(2);
});

test("other engines have no help", async ({ app, page }) => {
  const threads = page.getByLabel("Number of threads");
  await threads.selectOption("2 threads");
  await app.button("Think along").click();
  await expect.poll(() => engines(app).length).toBe(2);
  await page.getByLabel("Engine", { exact: true }).selectOption("Stockfish 19");
  await expect(threads).toBeHidden();
  await expect(state(app)).toHaveText(/^Depth \d+/);
  await expect.poll(() => engines(app).length).toBe(1);
  await page.getByLabel("Engine", { exact: true }).selectOption("Epidote");
  await expect(threads).toHaveValue("2");
  await expect.poll(() => engines(app).length).toBe(2);
});

test("the number of threads is remembered, and changed while they search", async ({ app, page }) => {
  const threads = page.getByLabel("Number of threads");
  // One is left to the page.
  await expect(threads).toHaveValue(String(Math.max(1, (await page.evaluate(() => navigator.hardwareConcurrency)) - 1)));
  await app.button("Think along").click();
  await expect(state(app)).toHaveText(/^Depth ([89]|\d\d)/);
  await threads.selectOption("2 threads");
  await expect(state(app)).toHaveText(/^Depth ([89]|\d\d)/);
  await expect.poll(() => engines(app).length).toBe(2);
  await threads.selectOption("1 thread");
  await expect(state(app)).toHaveText(/^Depth ([89]|\d\d)/);
  await threads.selectOption("2 threads");
  await page.reload();
  await app.dropText("b.epd", `${OPENING}\n`);
  await app.engineSettings();
  await expect(threads).toHaveValue("2");
});

test("a run is the same however many threads think along", async ({ app, page }) => {
  const analysed = async (name: string, count: string) => {
    await app.dropText(name, `${MIDDLE}\n`);
    await app.engineSettings();
    await page.getByLabel("Number of threads").selectOption(count);
    await app.button("Think along").click();
    await expect(state(app)).toHaveText(/^Depth ([89]|\d\d)/);
    await app.button("Think along").click();
    await app.limit("nodes", 3_000);
    await app.button("Analyse record").click();
    await expect(app.text).toHaveValue(/ pv /);
    return (await app.text.inputValue()).replace(/acs \d+;/, "");
  };
  const alone = await analysed("b.epd", "1 thread");
  expect(await analysed("c.epd", "2 threads")).toBe(alone);
});
