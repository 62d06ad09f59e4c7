// The only module that specs import. Any console error, page error or violation of the security policy fails the
// test, unless the test says that it expects one.
import { existsSync, readFileSync } from "node:fs";
import { test as base, expect } from "@playwright/test";
import { App, withoutDialogs } from "./pages/app.ts";

type Fixtures = { app: App; expectedErrors: RegExp[] };

export const test = base.extend<Fixtures>({
  // Console errors that a test provokes on purpose.
  expectedErrors: async ({}, use) => {
    await use([]);
  },
  app: async ({ page, expectedErrors }, use) => {
    const app = new App(page);
    const hear = (text: string) => {
      if (!expectedErrors.some((expected) => expected.test(text))) app.errors.push(text);
    };
    page.on("console", (message) => message.type() === "error" && hear(message.text()));
    page.on("pageerror", (error) => hear(error.stack ?? error.message));
    await withoutDialogs(page);
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`security policy: ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await app.open();
    await use(app);
    expect(app.errors).toEqual([]);
  },
});

export { expect };

// What a script is answered with in place of the server, which keeps the page apart from others: workers must be, too.
export const SCRIPT = { contentType: "text/javascript", headers: { "cross-origin-embedder-policy": "require-corp" } };

// A file written for these tests.
export function own(name: string): Buffer {
  return readFileSync(new URL(`../tests/data/${name}`, import.meta.url));
}

// A real file. Real files are not part of the project, and tests that need them are skipped if they are missing.
export function real(name: string): Buffer | undefined {
  const folder = process.env.EPIDOTE_CORPUS ?? new URL("../../shared/epd", import.meta.url).pathname;
  const path = `${folder}/${name}`;
  if (existsSync(path)) return readFileSync(path);
  console.log(`NOT RUN with ${name}: ${path} is absent; set EPIDOTE_CORPUS to a folder of EPD files`);
  return undefined;
}
