import { existsSync, readFileSync } from "node:fs";

import type { Page } from "@playwright/test";

import { SCRIPT, expect, test } from "../fixtures.ts";
import type { App } from "../pages/app.ts";

const mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
const italian = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -";

const hasStockfish = existsSync(new URL("../../dist/engines/stockfish-19-lite-single.wasm", import.meta.url));
const needsStockfish = () => test.skip(!hasStockfish, "this build has no Stockfish");

const choose = async (app: App, engine: string) => {
  await app.engineSettings();
  await app.page.getByLabel("Engine", { exact: true }).selectOption(engine);
};

// Replaces the first worker started by the worker that searches.
const replaceFirst = (page: Page, make: string) =>
  page.route(/worker\.js\?engine/, async (route) => {
    const loader = await (await route.fetch()).text();
    const body = `{
      const Real = self.Worker;
      const blob = (text) => new Real(URL.createObjectURL(new Blob([text])));
      let made = 0;
      self.Worker = function (url) { made += 1; return made === 1 ? (${make})(url, Real, blob) : new Real(url); };
    }
    ${loader}`;
    await route.fulfill({ body, ...SCRIPT });
  });

// An engine that introduces itself and runs this code when it has to search.
const stub = (go: string) => {
  const body = `onmessage = ({ data }) => {
    if (data === "uci") postMessage("uciok");
    if (data === "isready") postMessage("readyok");
    if (data.startsWith("go")) { ${go} }
  };`;
  return `(url, Real, blob) => blob(${JSON.stringify(body)})`;
};

test("both engines analyse, switched in the panel", async ({ app, page }) => {
  needsStockfish();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await app.dropText("a.epd", `${mate}\n${italian}\n`);
  await app.limit("depth (plies)", 6);
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/ pv Ra8#;/);
  expect(asked.filter((url) => url.includes("/engines/"))).toEqual([]);

  await choose(app, "Stockfish 19");
  await expect(page.getByRole("link", { name: "GPL-3.0" })).toBeVisible();
  await app.button("Undo").click();
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/ ce 32766; pv Ra8#;/, { timeout: 30_000 });
  await app.row(2).click();
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/ acd 6; .* pv \S+ \S+/);

  await choose(app, "Epidote");
  await app.button("Undo").click();
  await expect(app.text).toHaveValue(italian);
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/ acd 6; .* pv \S+ \S+/);
});

test("the second engine is stopped, and what it found is kept", async ({ app, page }) => {
  needsStockfish();
  await app.dropText("a.epd", `${italian}\n`);
  await choose(app, "Stockfish 19");
  await app.limit("time (ms)", 600_000);
  await app.button("Analyse record").click();
  await expect(app.search).toContainText(/Depth [1-9]/, { timeout: 30_000 });
  const start = Date.now();
  await app.button("Stop").click();
  await expect(app.button("Analyse record")).toBeEnabled();
  console.log(`figure: stop of the second engine to idle ${Date.now() - start} ms (budget 1000 ms)`);
  await expect(app.text).toHaveValue(/ pv \S+/);
});

test("a mate is proved, and that there is none", async ({ app }) => {
  const corner = "k7/8/2K5/8/8/8/8/7R w - -";
  await app.dropText("a.epd", `${corner} id "two";\n${corner} dm 2; id "known";\n8/8/8/8/8/5k2/7p/7K w - - id "none";\n`);
  await app.limit("proof of mate (moves)", 3);
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(`${corner} dm 2; id "two"; pm Kb6; pv Kb6 Kb8 Rh8#;`);
  await expect(app.search).toContainText("Mate in 2 proved; there is no shorter one.");
  await app.row(3).click();
  await app.button("Analyse record").click();
  await expect(app.messages).toContainText("The record was not changed: no mate in up to 3 moves.");
  await app.button("Analyse file").click();
  await expect(app.messages).toContainText("3 of 3 lines done, 0 changed");
});

test("a browser without SIMD is told what it lacks", async ({ app, page }) => {
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await page.reload();
  await app.dropText("a.epd", `${mate}\n`);
  await app.button("Analyse record").click();
  await expect(app.messages).toContainText("This browser cannot search: it lacks SIMD for WebAssembly.");
  await expect(app.button("Analyse record")).toBeEnabled();
});

test("an engine that was never loaded says without a connection that it needs one", async ({ app, page }) => {
  await page.route("**/engines/*.wasm", (route) => route.abort("internetdisconnected"));
  await app.dropText("a.epd", `${mate}\n`);
  await choose(app, "Stockfish 19");
  await app.button("Analyse record").click();
  await expect(app.messages).toContainText("Stockfish cannot be started: it is loaded once, and that needs a connection");
});

test("a build without the second engine says so", async ({ app, page }) => {
  await page.route("**/engines/*.wasm", (route) => route.fulfill({ status: 404, body: "" }));
  await app.dropText("a.epd", `${mate}\n`);
  await choose(app, "Stockfish 19");
  await app.button("Analyse record").click();
  await expect(app.messages).toContainText("it is not part of this build of Epidote");
  await choose(app, "Epidote");
  await app.limit("depth (plies)", 3);
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/ pv Ra8#;/);
});

test.describe("a second engine that misbehaves", () => {
  test.use({ expectedErrors: [[/boom|404/], { scope: "test" }] as never });
  test.beforeEach(needsStockfish);

  const analyse = async (app: App, page: Page) => {
    await app.dropText("a.epd", `${mate}\n`);
    await choose(app, "Stockfish 19");
    await app.limit("depth (plies)", 5);
    await app.button("Analyse record").click();
  };

  test("is started anew when it dies in the middle", async ({ app, page }) => {
    const go = `postMessage("info depth 1 score cp 7 nodes 20 time 1 pv a1a7"); setTimeout(() => { throw new Error("boom"); }, 50);`;
    await replaceFirst(page, stub(go));
    await analyse(app, page);
    await expect(app.text).toHaveValue(/ ce 32766; pv Ra8#;/, { timeout: 30_000 });
  });

  test("is ended when it is killed, and the next record has a new one", async ({ app, page }) => {
    // The real engine is ended two seconds after its start, and nothing reports that.
    await replaceFirst(page, `(url, Real) => { const real = new Real(url); setTimeout(() => real.terminate(), 2000); return real; }`);
    await app.dropText("a.epd", `${italian}\n`);
    await choose(app, "Stockfish 19");
    await app.limit("time (ms)", 600_000);
    await app.button("Analyse record").click();
    await expect(app.messages).toContainText("Stockfish stopped answering and was ended", { timeout: 40_000 });
    await expect(app.text).toHaveValue(italian);
    await app.limit("depth (plies)", 5);
    await app.button("Analyse record").click();
    await expect(app.text).toHaveValue(/ acd 5; .* pv \S+/, { timeout: 30_000 });
  });

  test("is not believed when it talks nonsense", async ({ app, page }) => {
    await replaceFirst(page, stub(`postMessage("info depth 1 score cp 7 nodes 20 time 1 pv a1h8");`));
    await analyse(app, page);
    await expect(app.messages).toContainText("Stockfish answered with a1h8, which is not a legal move");
    await expect(app.text).toHaveValue(mate);
    // The next one is the real engine.
    await app.button("Analyse record").click();
    await expect(app.text).toHaveValue(/ pv Ra8#;/, { timeout: 30_000 });
  });
});

test.describe("a worker that hangs", () => {
  // Makes the first workers lose their first task without a word, as if they had begun it and hung.
  const hang = async (page: Page, count: number) => {
    let made = 0;
    await page.route(/worker\.js\?engine/, async (route) => {
      made += 1;
      const loader = await (await route.fetch()).text();
      const hangs = `addEventListener("message", (event) => {
        if (event.data instanceof Uint8Array) event.stopImmediatePropagation();
      });`;
      await route.fulfill({ body: made > count ? loader : hangs + loader, ...SCRIPT });
    });
  };

  const analyse = async (app: App) => {
    await app.dropText("a.epd", `${mate}\n`);
    await app.limit("depth (plies)", 3);
    await app.button("Analyse record").click();
  };

  test("is replaced, and its record tried once more", async ({ app, page }) => {
    await hang(page, 1);
    await analyse(app);
    await expect(app.messages).toContainText("A background worker stopped responding.", { timeout: 30_000 });
    await expect(app.text).toHaveValue(/ pv Ra8#;/, { timeout: 30_000 });
  });

  test("fails its record the second time, and the next one is done", async ({ app, page }) => {
    await hang(page, 2);
    await analyse(app);
    const failed = "The record was not analysed: the background worker did not respond for 10 seconds.";
    await expect(app.messages).toContainText(failed, { timeout: 50_000 });
    await expect(app.text).toHaveValue(mate);
    await app.button("Analyse record").click();
    await expect(app.text).toHaveValue(/ pv Ra8#;/, { timeout: 30_000 });
  });
});

test("the fixed amount of work has the signature of the native program", async ({ app, page }) => {
  await app.dropText("a.epd", `${mate}\n`);
  const source = readFileSync(new URL("../../engine/src/search/tests/limits.rs", import.meta.url), "utf8");
  const expected = /signature\(8, .*\), ([\d_]+)\)/.exec(source)?.[1].replaceAll("_", "");
  const told = await page.evaluate(
    () =>
      new Promise<string>((done) => {
        const worker = new Worker("worker.js?engine");
        worker.onmessage = ({ data }) => (typeof data === "string" ? done(data) : worker.postMessage("bench 8"));
      }),
  );
  expect(told).toMatch(new RegExp(`^${expected} nodes `));
});
