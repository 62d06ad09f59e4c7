// The library for JavaScript in a browser: the page of docs/npm.md, a worker, and packed files. `make npm` builds it.
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test, type Page } from "@playwright/test";

const SITE = "https://library.test/";
const FOLDER = new URL("../../target/npm/", import.meta.url);
const TYPES: Record<string, string> = { js: "text/javascript", wasm: "application/wasm", html: "text/html" };

const PACKAGES: Record<string, string> = { epidote: "epidote", "epidote-engine": "engine" };

/** The page of the document, of 20 lines. */
function documented(): string {
  const text = readFileSync(new URL("../../docs/npm.md", import.meta.url), "utf8");
  const page = /```html\n([^]*?)```/.exec(text)?.[1] as string;
  expect(page.trim().split("\n").length).toBeLessThanOrEqual(20);
  return page;
}

async function serve(page: Page, pages: Record<string, string>) {
  expect(existsSync(new URL("epidote/epidote.wasm", FOLDER)), "target/npm: run `make npm` first").toBe(true);
  await page.route(`${SITE}**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    const [, name, file] = /^node_modules\/([\w-]+)\/([\w.]+)$/.exec(path) ?? [];
    const body = name ? readFileSync(new URL(`${PACKAGES[name]}/${file}`, FOLDER)) : pages[path];
    if (body === undefined) return route.fulfill({ status: 404 });
    return route.fulfill({ body, contentType: TYPES[path.split(".").at(-1) as string] ?? "text/html" });
  });
}

test("the page of the document checks what is pasted", async ({ page }) => {
  await serve(page, { "check.html": documented() });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(`${SITE}check.html`);
  const items = page.getByRole("listitem");
  const text = page.getByLabel("EPD");
  // The program is loaded when something can be pasted.
  await text.fill("4k3/8/8/8/8/8/8/4K3 w - - bm Ke5;");
  await expect(items).toHaveText([/^Line 1: .*\(E\d+, §.*\)$/]);
  await text.fill("\n4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n");
  await expect(items).toHaveCount(0);
  await text.fill("x\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;");
  await expect(items.last()).toHaveText(/^Line 2: .*\(E303, /);
  await text.fill("");
  await expect(items).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("a worker reads a packed file, proves and analyses", async ({ page }) => {
  const worker = `
    import { analyze, init, mate, read } from "${SITE}node_modules/epidote-engine/index.js";
    onmessage = async ({ data }) => {
      await init();
      const texts = [];
      for await (const record of read(data)) {
        texts.push(record.text, mate(record, 2).get("dm")?.[0], analyze(record, { nodes: 1000 }).moves("pv")?.[0]);
      }
      postMessage(texts);
    };`;
  await serve(page, { "blank.html": "<!doctype html><title>x</title>", "worker.js": worker });
  await page.goto(`${SITE}blank.html`);
  const line = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
  const packed = [...gzipSync(`# remark\n${line}\n`)];
  const texts = await page.evaluate(
    (packed) =>
      new Promise((resolve, reject) => {
        const worker = new Worker("worker.js", { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(new Blob([Uint8Array.from(packed)]));
      }),
    packed,
  );
  expect(texts).toEqual([line, "1", "Ra8#"]);
});
