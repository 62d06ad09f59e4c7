// The main way through the page in browsers other than Chromium: open, edit, undo, analyse, save, share, recover. What
// happens in detail is tested in Chromium.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { Firefox } from "./firefox.mjs";
import { WebKit } from "./webkit.mjs";

const PORT = 8127;
const BASE = `http://127.0.0.1:${PORT}/`;
const FILE = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id "one";\r\n# a remark\r\n4k3/8/8/8/8/8/8/4K3 w - -  id "two"';
const ONE = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id "one";';

let server;

before(async () => {
  server = spawn(process.execPath, ["scripts/serve.mjs", String(PORT)], { cwd: new URL("../..", import.meta.url), stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((done, failed) => {
    server.stdout.once("data", done);
    server.once("exit", () => failed(new Error("the page is not served")));
  });
});

after(() => server.kill());

const JOURNEYS = {
  async "a file is opened, edited, undone and saved, and nothing else of it changes"(tab, browser) {
    await tab.drop("x.epd", FILE);
    await tab.has(ONE);
    await tab.type(' c0 "new";');
    await tab.has(`${ONE} c0 "new";`);
    await tab.keys("Control+s");
    assert.equal((await browser.downloaded("x.epd")).toString(), FILE.replace('"one";', '"one"; c0 "new";'));
    await tab.press("Undo");
    await tab.has(ONE);
    await tab.press("Redo");
    await tab.has(`${ONE} c0 "new";`);
  },

  async "a record is checked and analysed by workers"(tab) {
    await tab.drop("x.epd", FILE.replace('id "one";', "bm a1a8;"));
    await tab.press("Write `Ra8#`");
    await tab.has(/bm Ra8#;/);
    await tab.press("Analyse record");
    await tab.has(/pv Ra8#;/);
    await tab.press("Undo");
    await tab.has(/bm Ra8#;$/);
  },

  async "a link shows the same record in another tab"(tab, browser) {
    await tab.drop("x.epd", FILE);
    const link = await tab.share();
    assert.ok(link.startsWith(`${BASE}#/`), link);
    assert.deepEqual(await tab.errors(), []);
    const other = await browser.tab(link);
    await other.has(ONE);
    return other;
  },

  async "what was changed is offered after a crash"(tab, browser) {
    await tab.drop("x.epd", FILE);
    await tab.type(' c0 "kept";');
    await tab.has(`${ONE} c0 "kept";`);
    // At most the last second may be lost.
    await new Promise((done) => setTimeout(done, 1500));
    const again = await browser.crash(BASE);
    await again.press("Restore");
    await again.has(`${ONE} c0 "kept";`);
    return again;
  },
};

for (const Browser of [Firefox, WebKit]) {
  const skip = Browser.isThere ? false : `NOT RUN: ${Browser.name} is not installed`;
  let browser;
  for (const [name, act] of Object.entries(JOURNEYS)) {
    test(`${Browser.name}: ${name}`, { skip, timeout: 120_000 }, async () => {
      try {
        browser ??= new Browser();
        const tab = await browser.start(BASE);
        const last = (await act(tab, browser)) ?? tab;
        assert.deepEqual((await last.errors()) ?? [], []);
        await browser.forget(`${BASE}icon.svg`);
      } catch (error) {
        // The next test begins with a new one.
        await browser?.end();
        browser = undefined;
        throw error;
      }
    });
  }
  after(() => browser?.end());
}
