// The main way through the page in Firefox: open, edit, undo, analyse, save, share, recover. What happens in detail is
// tested in Chromium.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { Firefox, firefox, until } from "./browser.mjs";

const PORT = 8127;
const BASE = `http://127.0.0.1:${PORT}/`;
const FILE = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id "one";\r\n# a remark\r\n4k3/8/8/8/8/8/8/4K3 w - -  id "two"';
const ONE = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id "one";';

const skip = firefox() ? false : "NOT RUN: there is no Firefox";
let server;
let browser;

before(async () => {
  if (skip) return;
  server = spawn(process.execPath, ["../scripts/serve.mjs", String(PORT)], { cwd: new URL("..", import.meta.url), stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((done, failed) => {
    server.stdout.once("data", done);
    server.once("exit", () => failed(new Error("the page is not served")));
  });
});

after(() => server?.kill());

/** A test with a browser of its own, in whose console no error may be. */
function journey(name, act) {
  test(name, { skip, timeout: 120_000 }, async () => {
    browser = new Firefox();
    try {
      const page = await browser.start(BASE);
      await act(page);
      assert.deepEqual(page.errors, []);
    } finally {
      await browser.end();
    }
  });
}

journey("a file is opened, edited, undone and saved, and nothing else of it changes", async (page) => {
  await page.drop("x.epd", FILE);
  await page.has(ONE);
  await page.type(' c0 "new";');
  await page.has(`${ONE} c0 "new";`);
  await page.tab.keyboard.down("Control");
  await page.tab.keyboard.press("s");
  await page.tab.keyboard.up("Control");
  assert.equal((await browser.downloaded("x.epd")).toString(), FILE.replace('"one";', '"one"; c0 "new";'));
  await page.press("Undo");
  await page.has(ONE);
  await page.press("Redo");
  await page.has(`${ONE} c0 "new";`);
});

journey("a record is checked and analysed by workers", async (page) => {
  await page.drop("x.epd", FILE.replace('id "one";', "bm a1a8;"));
  await page.press("Write `Ra8#`");
  await page.has(/bm Ra8#;/);
  await page.press("Analyse record");
  await page.has(/pv Ra8#;/);
  await page.press("Undo");
  await page.has(/bm Ra8#;$/);
});

journey("a link shows the same record in another tab", async (page) => {
  await page.drop("x.epd", FILE);
  await page.press("Share…");
  const box = await page.find("textbox", "Link to the record");
  const link = await until("there is no link", () => box.evaluate((box) => box.value));
  assert.ok(link.startsWith(`${BASE}#/`), link);
  const other = await browser.page(link);
  await other.has(ONE);
  assert.deepEqual(other.errors, []);
});

journey("a browser that is killed offers what was changed", async (page) => {
  await page.drop("x.epd", FILE);
  await page.type(' c0 "kept";');
  await page.has(`${ONE} c0 "kept";`);
  // At most the last second may be lost.
  await new Promise((done) => setTimeout(done, 1500));
  await browser.kill();
  const again = await browser.start(BASE);
  await again.press("Restore");
  await again.has(`${ONE} c0 "kept";`);
  await again.press("Undo");
  await again.has(/id "one";/);
  assert.deepEqual(again.errors, []);
});
