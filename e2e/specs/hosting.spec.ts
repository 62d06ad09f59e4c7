// The page on hosts that know nothing about it, below any path (docs/hosting.md).
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { expect, test } from "../fixtures.ts";

test.use({ serviceWorkers: "allow" });

const PLACE = "/some/folder/three-deep/";
const LINE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
const TYPES: Record<string, string> = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml", ".txt": "text/plain" };

/** A host of files without settings: `wasm` is the type that it gives to WebAssembly. */
async function host(wasm: string | undefined): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, "http://localhost").pathname.replace(/\/$/, "/index.html");
    const file = new URL(`../../dist/${path.slice(PLACE.length)}`, import.meta.url);
    if (!path.startsWith(PLACE) || !existsSync(file) || statSync(file).isDirectory()) return void response.writeHead(404).end();
    const type = extname(path) === ".wasm" ? wasm : TYPES[extname(path)];
    if (type) response.setHeader("content-type", type);
    // Hosts let browsers keep files for some minutes.
    response.setHeader("cache-control", "max-age=600");
    response.end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

for (const [name, wasm] of [["that knows WebAssembly", "application/wasm"], ["that does not", "application/octet-stream"], ["without types of files", undefined]] as const) {
  test(`the page works in a folder of a host ${name}`, async ({ app, page, context }) => {
    const server = await host(wasm);
    try {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${PLACE}`);
      await app.dropText("a.epd", `${LINE}\n`);
      await app.limit("depth (plies)", 3);
      // It says nothing that would let workers share memory.
      await expect(page.getByLabel("Number of threads")).toBeHidden();
      await app.button("Analyse record").click();
      await expect(app.text).toHaveValue(/pv Ra8#;/);
      await app.language.selectOption("ru");
      await expect(page.getByRole("menuitem", { name: "Анализ" })).toBeVisible();
      // What was loaded once is there without the host.
      await page.evaluate(() => navigator.serviceWorker.ready);
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByRole("button", { name: "Открыть", exact: true })).toBeVisible();
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
}
