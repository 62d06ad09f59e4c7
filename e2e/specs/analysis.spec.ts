import type { Page } from "@playwright/test";

import { SCRIPT, expect, own, real, test } from "../fixtures.ts";
import { choose, deed, dialog, preview } from "../pages/tools.ts";

// One after the other: each of these searches takes both cores, and two at once leave nothing for their pages.
test.describe.configure({ mode: "default" });

// A saved line in which the numbers of the search, which depend on the engine, are replaced by N.
const masked = (line: string) => line.replace(/ac[dns] \d+;/g, (operation) => `${operation.slice(0, 3)} N;`);

test("the record is analysed and only its line changes", async ({ app }) => {
  await app.drop({ name: "mates.epd", bytes: own("mates.epd") });
  await app.limit("nodes", 20_000);
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/pv Ra8#;/);
  await expect(app.search).toContainText("#1");
  const [first, ...rest] = (await app.save()).toString().split("\n");
  expect(masked(first)).toBe(
    '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - acd N; acn N; acs N; bm Ra8#; ce 32766; id "own.1"; pv Ra8#;',
  );
  expect(rest.join("\n")).toBe(own("mates.epd").toString().split("\n").slice(1).join("\n"));
});

test("what a search found is shown with its record, and with no other", async ({ app, page }) => {
  await app.drop({ name: "mates.epd", bytes: own("mates.epd") });
  await app.limit("nodes", 20_000);
  await app.button("Analyse record").click();
  await expect(app.search).toContainText("#1");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(app.text).toHaveValue(/own\.2/);
  await expect(app.search).toHaveCount(0);
  await page.keyboard.press("Alt+ArrowUp");
  await expect(app.search).toContainText("#1");
  // Another file has a first record, too.
  await app.dropText("other.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
  await expect(app.search).toHaveCount(0);
});

test("what a search says last has the numbers that it writes", async ({ app }) => {
  await app.dropText("a.epd", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -\n");
  await app.limit("nodes", 12_345);
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/ acn 12345; /);
  await expect(app.search).toContainText("12,345 nodes");
});

test("the file is analysed: mates, mated, stalemate, old values", async ({ app, page }) => {
  await app.drop({ name: "mates.epd", bytes: own("mates.epd") });
  await app.limit("depth (plies)", 4);
  await page.getByLabel("write pm").check();
  await app.button("Analyse file").click();
  await expect(app.messages).toContainText("5 of 5 lines done, 5 changed.");
  const saved = (await app.save()).toString().split("\n").map(masked);
  const effort = "acd N; acn N; acs N;";
  expect(saved).toEqual([
    `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ${effort} bm Ra8#; ce 32766; id "own.1"; pm Ra8#; pv Ra8#;`,
    `8/8/8/8/8/5k2/7r/5K2 b - - ${effort} bm Rh1#; ce 32766; id "own.2"; pm Rh1#; pv Rh1#;`,
    `7k/5Q2/6K1/8/8/8/8/8 b - - ${effort} ce 0; id "own.3 stalemate"; pv;`,
    `7k/6Q1/6K1/8/8/8/8/8 b - - ${effort} ce -32767; id "own.4 mated"; pv;`,
    `r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - ${effort} bm Qxf7#; ce 32766; id "own.5"; pm Qxf7#; pv Qxf7#;`,
    "",
  ]);
  await app.button("Undo").click();
  expect((await app.save()).equals(own("mates.epd"))).toBe(true);
});

test("a real record: wac 1 to 200,000 nodes", async ({ app }) => {
  const bytes = real("wac_plain_sjeng.epd");
  test.skip(!bytes, "the real files are absent");
  await app.drop({ name: "wac_plain_sjeng.epd", bytes: bytes! });
  await expect(app.records).toHaveAttribute("aria-rowcount", "301");
  await app.limit("nodes", 200_000);
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/ pv Qg6 /, { timeout: 30_000 });
  const before = bytes!.toString().split("\n");
  const after = (await app.save()).toString().split("\n");
  expect(after[0]).toMatch(/ acd \d+; acn \d+; acs \d+; bm Qg6; ce \d+; id "WAC.001"; pv Qg6 /);
  expect(after.slice(1)).toEqual(before.slice(1));
});

test("a search stops at once and keeps what it found", async ({ app }) => {
  await app.dropText("a.epd", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -\n");
  await app.limit("time (ms)", 600_000);
  await app.button("Analyse record").click();
  await expect(app.search).toContainText(/Depth \d/);
  const start = Date.now();
  await app.button("Stop").click();
  await expect(app.button("Analyse record")).toBeEnabled();
  console.log(`figure: stop to idle ${Date.now() - start} ms (budget 1000 ms)`);
  await expect(app.text).toHaveValue(/ pv \S+/);
});

test("stopping a run over the file keeps the finished records only", async ({ app, page }) => {
  await app.dropText("a.epd", `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n${"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -\n".repeat(9)}`);
  await app.limit("time (ms)", 600_000);
  await app.button("Analyse file").click();
  await expect(page.getByRole("list", { name: "Records being searched" })).toContainText(/Line 2 Depth \d+: /);
  // The first record is on the board, and it is done: the line of another one is not below it.
  await expect(app.search).toHaveCount(0);
  await app.button("Stop").click();
  await expect(app.messages).toContainText(/Stopped\. \d of 10 lines done/);
  await expect(app.button("Analyse file")).toBeEnabled();
});

test("undo takes back an edit during a run, and its results only when it is over", async ({ app, page }) => {
  const mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
  const file = `${mate}\n${"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -\n".repeat(9)}`;
  await app.dropText("a.epd", file);
  await app.limit("time (ms)", 600_000);
  await app.button("Analyse file").click();
  await expect(app.text).toHaveValue(/ pv Ra8#;/);
  await expect(app.button("Undo")).toBeDisabled();
  await app.records.focus();
  await page.keyboard.press("Control+z");
  await expect(app.messages).toContainText("The last step is of a run that is not finished");
  await expect(app.text).toHaveValue(/ pv Ra8#;/);
  // What the user does meanwhile is undone and redone as ever.
  await app.row(9).click();
  await app.text.fill(`${mate} c9 "mine";`);
  await app.button("Undo").click();
  await expect(app.text).not.toHaveValue(/mine/);
  await app.button("Redo").click();
  await expect(app.text).toHaveValue(/mine/);
  await app.button("Undo").click();
  await expect(app.button("Undo")).toBeDisabled();
  await app.button("Stop").click();
  await expect(app.messages).toContainText(/Stopped\. \d of 10 lines done/);
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(file);
});

test("a run behind another file is named, and a tool that waits for it keeps its form", async ({ app, page }) => {
  await app.dropText("long.epd", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -\n".repeat(9));
  await app.limit("time (ms)", 600_000);
  await app.button("Analyse file").click();
  const card = page.getByRole("region", { name: "Run", exact: true });
  await expect(card).toContainText("Analysing the file: 0 of 9");
  await app.dropText("other.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
  await expect(card).toContainText("Analysing the file (long.epd): 0 of 9");
  await app.records.focus();
  await choose(page, "Set an operation", { Opcode: "c9", Operands: '"x"' });
  await expect(preview(page)).toContainText("1 line.");
  await expect(deed(page)).toBeDisabled();
  await expect(deed(page)).toHaveAttribute("title", "Another run is in progress");
  await dialog(page).getByLabel("Operands").press("Enter");
  await expect(dialog(page)).toContainText("Another run is in progress");
  await expect(dialog(page).getByLabel("Operands")).toHaveValue('"x"');
  await page.keyboard.press("Escape");
  await app.button("Stop").click();
  await expect(app.messages).toContainText(/Stopped\. \d of 9 lines done/);
});

test("a record without a legal position is not analysed, and says why", async ({ app, page }) => {
  await app.dropText("a.epd", "8/8/8/8/8/8/8/8 w - -\n4k3/8/8/8/8/8/8/4K3 w - -\n");
  await expect(app.button("Analyse record")).toBeDisabled();
  await expect(app.button("Analyse record")).toHaveAttribute("title", "No legal position to search.");
  await app.records.focus();
  await page.keyboard.press("a");
  await expect(app.messages).toContainText("No legal position to search.");
  await page.keyboard.press("ArrowDown");
  await expect(app.button("Analyse record")).toBeEnabled();
});

test.describe("a worker that dies", () => {
  test.use({ expectedErrors: [[/boom/], { scope: "test" }] as never });

  // The first worker that runs this program reports that it is ready, and crashes at its first task.
  const kill = async (page: Page, program: string) => {
    const started = { count: 0 };
    await page.route(new RegExp(`worker\\.js\\?${program}`), (route) => {
      started.count += 1;
      const dies = `importScripts("./${program}.js");wasm_bindgen("./${program}_bg.wasm").then(() => { onmessage = () => { throw new Error("boom"); }; });`;
      return started.count === 1 ? route.fulfill({ body: dies, ...SCRIPT }) : route.continue();
    });
    return started;
  };

  test("is replaced, and the search is done again", async ({ app, page }) => {
    const started = await kill(page, "engine");
    await app.dropText("a.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n");
    await app.limit("depth (plies)", 3);
    await app.button("Analyse record").click();
    await expect(app.text).toHaveValue(/pv Ra8#;/);
    expect(started.count).toBe(2);
  });

  test("is replaced, and the record is checked again", async ({ app, page }) => {
    const started = await kill(page, "clerk");
    await app.dropText("a.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -  bm Ra9;\n");
    await expect(app.problemCount).toHaveText("2 problems");
    expect(started.count).toBe(2);
  });
});

test("a worker that cannot be loaded ends in a message, not in a dead page", async ({ app, page }) => {
  await page.route(/worker\.js\?engine/, (route) => route.fulfill({ body: "throw new Error('no worker')", ...SCRIPT }));
  await app.dropText("a.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n");
  await app.button("Analyse record").click();
  await expect(app.messages).toContainText("a background worker crashed");
  await page.unroute(/worker\.js\?engine/);
  await app.limit("depth (plies)", 3);
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/pv Ra8#;/);
});

test("a limit that is no number is not taken, and says so", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
  await app.limit("nodes", 5000);
  const limit = page.getByLabel("Limit", { exact: true });
  for (const wrong of ["", "0", "-5", "1.5", "99999999999999999999"]) {
    await limit.fill(wrong);
    await limit.blur();
    await expect(limit, wrong).toHaveValue("5000");
  }
  await expect(app.messages).toContainText("The limit stays 5,000: it is a whole number from 1.");
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/ acn 5\d\d\d;/);
});
