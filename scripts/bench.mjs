// Measures the page on large files in a real browser and writes docs/benchmarks.md.
//
// The file of a million records consists of real opening books: give its path in EPIDOTE_MILLION, or a folder with
// them in EPIDOTE_CORPUS. Without both, records are made up, which is less realistic.
import { execFileSync, spawn } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "../e2e/node_modules/@playwright/test/index.mjs";

const root = new URL("..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "epidote-bench-"));
const port = 8126;
const goals = { rows: 500, index: 3000, check: 12000, pattern: 3000, sort: 3000, save: 3000, wheel: 20, drag: 20, task: 50, memory: 250 };

function million() {
  const known = process.env.EPIDOTE_MILLION;
  if (known && existsSync(known)) return { path: known, what: "real opening books" };
  const corpus = process.env.EPIDOTE_CORPUS ?? join(root, "../shared/epd");
  const books = ["DFRC_openings.epd.zip", "noob_3moves.epd.zip"].map((name) => join(corpus, "big", name));
  const path = join(folder, "million.epd");
  if (books.every((book) => existsSync(book))) {
    execFileSync("sh", ["-c", `{ ${books.map((book) => `unzip -p '${book}'`).join("; ")}; } > '${path}'`]);
    return { path, what: "real opening books" };
  }
  console.log("NOT RUN on real files: set EPIDOTE_CORPUS to a folder of EPD files; records are made up");
  const lines = [];
  for (let at = 0; at < 1_072_532; at++) {
    const file = "abcdefgh"[at % 8];
    lines.push(`rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm ${file}4; id "own.${at}";\n`);
  }
  writeFileSync(path, lines.join(""));
  return { path, what: "made up records" };
}

// The first lines of a file, repeating the file if it is too short.
async function sized(path, lines) {
  const out = join(folder, `${lines}.epd`);
  const stream = createWriteStream(out);
  let count = 0;
  while (count < lines) {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      if (count++ >= lines) break;
      if (!stream.write(`${line}\n`)) await new Promise((done) => stream.once("drain", done));
    }
  }
  await new Promise((done) => stream.end(done));
  return out;
}

async function measure(browser, path) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, acceptDownloads: true });
  const page = await context.newPage();
  await page.addInitScript(() => {
    for (const name of ["showOpenFilePicker", "showSaveFilePicker"]) Reflect.deleteProperty(window, name);
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration);
    }).observe({ entryTypes: ["longtask"] });
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...given) => {
      const instance = await instantiate(...given);
      window.wasm = instance.exports.memory;
      return instance;
    };
  });
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.getByRole("heading", { name: "Epidote" }).waitFor();
  // Users do not open a file while the page is still loading.
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => (window.longest = 0));
  const figures = {};
  const time = async (name, act) => {
    const start = performance.now();
    const value = await act();
    figures[name] = performance.now() - start;
    console.log(`  ${name}: ${figures[name].toFixed(0)} ms`);
    return value;
  };
  const timeout = 400_000;
  const start = performance.now();
  await page.getByLabel("Files to open").setInputFiles(path);
  await page.locator("#row-0").waitFor({ timeout });
  figures.rows = performance.now() - start;
  await page.getByRole("progressbar").waitFor({ state: "detached", timeout });
  await page.locator(".list-foot__count").filter({ hasText: /of [1-9]/ }).waitFor({ timeout });
  figures.index = performance.now() - start;
  const click = (name) => page.getByRole("button", { name, exact: true }).click();
  await time("check", async () => {
    await click("Check file");
    await page.getByText(/kinds? of problem;|No problems in/).waitFor({ timeout });
  });
  const find = page.getByRole("combobox", { name: "Find records" });
  const found = page.locator("#find-result").filter({ hasText: /found$/ });
  await time("pattern", async () => {
    await find.fill("/[bn]qkb.*w KQ/");
    await found.filter({ hasText: /of .* found/ }).waitFor({ timeout });
  });
  await find.press("Escape");
  const frames = (act) =>
    page.evaluate(async (act) => {
      const list = document.querySelector("#records");
      const times = [];
      let last = await new Promise(requestAnimationFrame);
      for (let at = 0; at < 180; at++) {
        list.scrollTop = act === "wheel" ? list.scrollTop + 120 : (list.scrollHeight * at) / 180;
        const now = await new Promise(requestAnimationFrame);
        times.push(now - last);
        last = now;
      }
      return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
    }, act);
  figures.wheel = await frames("wheel");
  figures.drag = await frames("drag");
  await time("save", async () => {
    const [download] = await Promise.all([page.waitForEvent("download", { timeout }), click("Save")]);
    const saved = await download.path();
    if (statSync(saved).size !== statSync(path).size) throw new Error("the saved file has another size");
  });
  await time("sort", async () => {
    await page.getByRole("grid", { name: "Records" }).focus();
    await page.keyboard.press("e");
    await page.getByRole("dialog").getByRole("radio", { name: "Sort", exact: true }).check({ force: true });
    await page.getByRole("dialog").getByRole("button", { name: /^Sort [\d,]+ lines?$/ }).click();
    await page.getByText(/ moved\.$/).waitFor({ timeout });
  });
  const [longest, heap, wasm] = await page.evaluate(() => [
    window.longest,
    performance.memory.usedJSHeapSize,
    window.wasm.buffer.byteLength,
  ]);
  figures.task = longest;
  figures.memory = (heap + wasm) / 1e6;
  await context.close();
  return figures;
}

const names = {
  rows: "first rows", index: "index", check: "check of the whole file", pattern: "regular expression over all", sort: "sort by `id`",
  save: "save", wheel: "p95 frame, wheel", drag: "p95 frame, scroll bar", task: "longest task of the page", memory: "JS heap and wasm memory of the page",
};

const { path, what } = million();
const server = spawn("node", [join(root, "scripts/serve.mjs"), String(port)], { stdio: "ignore" });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--enable-precise-memory-info"],
});
try {
  const results = [];
  const sizes = process.env.BENCH_LINES?.split(",").map(Number) ?? [100_000, 1_072_532, 10_000_000];
  for (const lines of sizes) {
    const file = lines === 1_072_532 ? path : await sized(path, lines);
    console.log(`${lines} records, ${(statSync(file).size / 1e6).toFixed(0)} MB`);
    results.push([lines, statSync(file).size, await measure(browser, file)]);
    if (file !== path) rmSync(file);
  }
  // Browsers do not report tasks shorter than this.
  const unit = (name, value) => (name === "task" && !value ? "none over 50 ms" : name === "memory" ? `${value.toFixed(0)} MB` : value < 100 ? `${value.toFixed(1)} ms` : `${(value / 1000).toFixed(2)} s`);
  const head = results.map(([lines, size]) => `${lines.toLocaleString("en")} (${(size / 1e6).toFixed(0)} MB)`);
  const rows = Object.keys(names).map((name) => `| ${names[name]} | ${unit(name, goals[name])} | ${results.map(([, , f]) => unit(name, f[name])).join(" | ")} |`);
  const text = `# Figures of the page on large files

Written by \`make bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0]?.model}, ${(totalmem() / 1e9).toFixed(0)} GB, ${browser.browserType().name()} ${browser.version()} headless, ${Math.max(1, cpus().length - 1)} worker(s).
The file of 1,072,532 records is made of ${what}; the others are its beginning, and repetitions of it.
Goals are for a million records. One run each: a machine with other load gives other figures.

| | goal | ${head.join(" | ")} |
|---|---|${results.map(() => "---").join("|")}|
${rows.join("\n")}
`;
  writeFileSync(join(root, "docs/benchmarks.md"), text + (process.env.BENCH_NOTES ?? notes()));
  console.log(text);
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}

// Notes for readers of the table are already in the file, below the table.
function notes() {
  const file = join(root, "docs/benchmarks.md");
  const known = existsSync(file) ? readFileSync(file, "utf8") : "";
  const at = known.indexOf("\n## What grows, and why");
  return at < 0 ? "" : known.slice(at);
}
