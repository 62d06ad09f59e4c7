// Finds out which functions of the page a first visit calls, and writes the others into tool/late.txt.
// The page in dist must count (COUNT_FUNCTIONS=1 node scripts/build.mjs); `make profile` does both.
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";

const { chromium } = createRequire(new URL("../e2e/package.json", import.meta.url))("@playwright/test");
const port = 8127;
const records = [
  'r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - am Nxe4; bm d5; ce -21; id "two knights"; pv d5 exd5 Na5;',
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 "start"; id "start"; hmvc 0;',
  "4k3/8/8/8/8/8/8/4K2R w K - bm 0-0; unknown 1",
];

// What visits called that were slow in another way than those below, by its names without hashes of crates.
const BY_CHANCE = [
  "<tachys::view::keyed::Diff as core::default::Default>::default",
  "<alloc::vec::Vec<core::option::Option<epidote::app::jobs::Job>> as core::ops::index::IndexMut<usize>>::index_mut",
  "<alloc::vec::Vec<core::option::Option<usize>> as core::ops::index::IndexMut<usize>>::index_mut",
];

const server = spawn("node", [new URL("serve.mjs", import.meta.url).pathname, String(port)]);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  const seen = new Set();
  const functions = readFileSync(new URL("../dist/functions.txt", import.meta.url), "utf8").split("\n");
  const marks = functions.map((line) => line.slice(0, line.indexOf(" ")));
  /** Visits the page, does something there, and notes which functions were called. */
  const visit = async (address, act, slower = 1) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await page.addInitScript(() => {
      const instantiate = WebAssembly.instantiate;
      WebAssembly.instantiate = async (...args) => {
        const instance = await instantiate(...args);
        globalThis.counted = instance.exports.seen;
        return instance;
      };
    });
    await page.goto(`http://127.0.0.1:${port}/${address}`);
    await page.getByRole("button", { name: "Open", exact: true }).waitFor();
    await act(page);
    // Wait for findings, which come from a worker.
    await page.waitForTimeout(2000);
    const run = await page.evaluate(() => Array.from(new Uint8Array(globalThis.counted.buffer)));
    marks.forEach((mark, at) => run[at] && seen.add(mark));
    await context.close();
  };
  const work = async (page) => {
    const buffer = Buffer.from(`${records.join("\n")}\n`);
    await page.setInputFiles("input[type=file]", { name: "first.epd", mimeType: "text/plain", buffer });
    await page.getByRole("grid", { name: "Board, Black to move" }).waitFor();
    await page.keyboard.press("Alt+ArrowDown");
    await page.getByRole("grid", { name: "Board, White to move" }).waitFor();
    await page.keyboard.press("Alt+ArrowDown");
    // An edit, and writing it to the journal: a page that is being closed cannot wait for the late part.
    // Not by `fill`, which selects the text: whether the page hears of that in time is chance.
    const type = (text) =>
      page.getByRole("textbox", { name: "Record text" }).evaluate((field, text) => {
        field.value = text;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }, text);
    await type(records[2].replace("bm", "am"));
    await page.waitForTimeout(1000);
    await type(records[2]);
    await page.evaluate(() => {
      for (const type of ["visibilitychange", "pagehide", "beforeunload"]) window.dispatchEvent(new Event(type));
    });
    await page.getByRole("button", { name: "Undo" }).click();
  };
  // On a slow machine more happens while something else is awaited, and what happens then is partly chance.
  for (const slower of [1, 1, 4, 12, 12]) await visit("", work, slower);
  // A file that is not kept in memory: it is shown while it is being read, and its lines are loaded when they are
  // seen.
  await visit("", async (page) => {
    const buffer = Buffer.from(`${records.join("\n")}\n`.repeat(Math.ceil((33 << 20) / records.join("\n").length)));
    await page.setInputFiles("input[type=file]", { name: "large.epd", mimeType: "text/plain", buffer });
    await page.locator("#row-0").waitFor();
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    // Show rows whose lines were not read yet.
    await page.locator("#records").evaluate((list) => (list.scrollTop = list.scrollHeight));
  });
  // Users drop files more often than they choose them, as the other visits do through Playwright.
  await visit("", async (page) => {
    const transfer = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "first.epd"));
      return transfer;
    }, records[1]);
    for (const type of ["dragover", "drop"]) {
      await page.getByRole("heading", { name: "Epidote" }).dispatchEvent(type, { dataTransfer: transfer });
    }
    await page.getByRole("grid", { name: "Board, White to move" }).waitFor();
  });
  await visit("#/p/4k3/8/8/8/8/8/4P3/4K3_w_-_-", (page) => page.getByRole("grid", { name: "Board, White to move" }).waitFor());

  for (const name of BY_CHANCE) {
    const at = functions.findIndex((line) => line.slice(line.indexOf(" ") + 1) === name);
    if (at < 0) throw new Error(`The page has no function ${name}: take it out of BY_CHANCE.`);
    seen.add(marks[at]);
  }
  const late = [...new Set(marks.filter((mark) => mark && !seen.has(mark)))].sort();
  const head = "# Marks of the functions that a first visit does not run; written by `make profile`, read by tool.\n";
  writeFileSync(new URL("../tool/late.txt", import.meta.url), `${head}${late.join("\n")}\n`);
  console.log(`${seen.size} functions are run by a first visit, ${late.length} are not.`);
} finally {
  await browser.close();
  server.kill();
}
