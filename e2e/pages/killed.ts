import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type Page, chromium } from "@playwright/test";
import { test } from "../fixtures.ts";
import { App, withoutDialogs } from "./app.ts";

// A browser with its own profile, which can be killed and started again.
export class Killed {
  #folder = mkdtempSync(join(tmpdir(), "epidote-"));
  #context?: BrowserContext;

  async start(base: string): Promise<App> {
    const { launchOptions } = test.info().project.use;
    this.#context = await chromium.launchPersistentContext(this.#folder, { ...launchOptions, baseURL: base });
    const page = this.#context.pages()[0] as Page;
    await withoutDialogs(page);
    const app = new App(page);
    await app.open();
    return app;
  }

  async kill(): Promise<void> {
    // The processes of the browser are those whose command line names its profile.
    const closed = this.#context?.waitForEvent("close").catch(() => undefined);
    execFileSync("pkill", ["-9", "-f", "--", `--user-data-dir=${this.#folder}`]);
    await closed;
  }

  async end(): Promise<void> {
    await this.#context?.close().catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
