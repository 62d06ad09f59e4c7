// The page without a network, and the arrival of a new version.
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname } from "node:path";
import type { AddressInfo } from "node:net";
import { axe } from "../axe.ts";
import { expect, test } from "../fixtures.ts";

test.use({ serviceWorkers: "allow" });

const LINE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

test("once visited, the page works without a network", async ({ app, page, context }) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await app.dropText("a.epd", `${LINE}\n`);
  await app.limit("depth (plies)", 3);
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/pv Ra8#;/);
  await expect(app.problemCount).toHaveText("No problems");
  await app.language.selectOption("ru");
  await expect(page.getByRole("menuitem", { name: "Анализ" })).toBeVisible();
});

test("files and texts that other programs share are opened, once", async ({ app, page }) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  // From the second visit on, the page comes from the service worker.
  await page.reload();
  await app.button("Open").waitFor();
  const share = () =>
    page.evaluate(async (line) => {
      const form = new FormData();
      form.append("title", "not looked at");
      form.append("text", `${line} id "text";\n`);
      form.append("files", new File([`${line} id "file";\n`], "шахматы 1.epd"));
      form.append("files", new File([], "empty.epd"));
      const { redirected, url } = await fetch("./share", { method: "POST", body: form });
      return [redirected, new URL(url).pathname];
    }, LINE);
  expect(await share()).toEqual([true, "/"]);
  // The system opens the page there again.
  await page.goto("about:blank");
  await page.goto("/#/shared");
  await app.button("шахматы 1.epd •").click();
  await expect(app.text).toHaveValue(`${LINE} id "file";`);
  await app.button("shared.epd •").click();
  await expect(app.text).toHaveValue(`${LINE} id "text";`);
  await page.reload();
  await app.button("Open").waitFor();
  expect(await page.evaluate(async () => (await (await caches.open("epidote-shared")).keys()).length)).toBe(0);
  // There may be no other copy of it, so it is kept like other unsaved work.
  await page.getByRole("button", { name: "Restore" }).first().click();
  await expect(app.text).toHaveValue(new RegExp(`^${LINE.replaceAll("/", "\\/")} id "(text|file)";$`));
});

test.describe("a new version", () => {
  let server: Server;
  let version = "1";

  /** Serves dist, with a service worker of the given version. */
  test.beforeAll(async () => {
    const types = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".svg": "image/svg+xml" };
    server = createServer((request, response) => {
      const path = new URL(request.url!, "http://localhost").pathname.replace(/\/$/, "/index.html");
      const file = new URL(`../../dist${path}`, import.meta.url);
      const type = (types as Record<string, string>)[extname(path)] ?? "text/plain";
      response.setHeader("content-type", type).setHeader("cache-control", "no-cache");
      if (!existsSync(file)) return void response.writeHead(404).end();
      const body = readFileSync(file);
      response.end(path === "/sw.js" ? body.toString().replace(/VERSION ?= ?"/, `VERSION="${version}-`) : body);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  test.afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  test("waits until the user reloads, and loses nothing", async ({ app, page }) => {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await app.dropText("a.epd", `${LINE}\n`);
    const banner = page.getByRole("status", { name: "New version" });
    await expect(banner).toHaveCount(0);

    version = "2";
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(banner).toBeVisible();
    expect(await axe(page, "a new version")).toEqual([]);
    // The old version is used until then.
    const caches = () => page.evaluate(async () => (await window.caches.keys()).map((name) => name.slice(0, 9)).sort());
    expect(await caches()).toEqual(["epidote-1", "epidote-2"]);
    await app.text.fill(`${LINE} id "kept";`);
    page.on("dialog", (dialog) => dialog.accept());
    // The new version does not take over while another tab uses the old one.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await page.getByRole("button", { name: "Reload now" }).click();
    await expect(app.messages).toContainText("Close the other tabs of Epidote first");
    expect(await caches()).toEqual(["epidote-1", "epidote-2"]);
    await other.close();
    const loaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload now" }).click();
    await loaded;
    await expect.poll(caches).toEqual(["epidote-2"]);
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(app.text).toHaveValue(`${LINE} id "kept";`);
  });
});
