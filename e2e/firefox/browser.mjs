// A Firefox of the system, with a profile and a folder for downloads of its own, and the page as a user acts on it.
// Playwright drives only builds of Firefox of its own, so this is puppeteer, by WebDriver BiDi.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

/** The browser: that of FIREFOX, or the first one found. */
export function firefox() {
  const places = (process.env.PATH ?? "").split(":").flatMap((folder) => ["firefox", "firefox-esr"].map((name) => join(folder, name)));
  return process.env.FIREFOX ?? places.find((place) => existsSync(place));
}

/** Waits until `get` gives something, and returns it; fails with `what` after 20 seconds. */
export async function until(what, get) {
  const end = Date.now() + 20_000;
  let last;
  for (;;) {
    try {
      const found = await get();
      if (found) return found;
      last = found;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`${what}: ${last instanceof Error ? last.message : JSON.stringify(last)}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

export class Firefox {
  #folder = mkdtempSync(join(tmpdir(), "epidote-firefox-"));
  #browser;

  async start(base) {
    this.#browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: firefox(),
      headless: true,
      userDataDir: join(this.#folder, "profile"),
      defaultViewport: { width: 1280, height: 900 },
      extraPrefsFirefox: {
        "browser.download.folderList": 2,
        "browser.download.dir": this.#folder,
        "browser.download.useDownloadDir": true,
        "browser.download.always_ask_before_handling_new_types": false,
        // The page asks before it is left with unsaved changes.
        "dom.disable_beforeunload": true,
        "dom.require_user_interaction_for_beforeunload": true,
      },
    });
    return this.page(base);
  }

  /** A new tab with this address. */
  async page(address) {
    const page = new Page(await this.#browser.newPage());
    await page.open(address);
    return page;
  }

  /** The bytes of a file that was downloaded. */
  async downloaded(name) {
    const path = join(this.#folder, name);
    // It has another name until it is complete.
    return until(`no download of ${name} among ${readdirSync(this.#folder)}`, () => existsSync(path) && !existsSync(`${path}.part`) && readFileSync(path).length > 0 && readFileSync(path));
  }

  /** Ends it at once, as a crash does. */
  async kill() {
    const process = this.#browser.process();
    const gone = new Promise((done) => process.once("exit", done));
    process.kill("SIGKILL");
    await gone;
    await this.#browser.disconnect().catch(() => undefined);
  }

  async end() {
    await this.#browser?.close().catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A tab. Elements are found by role and name. */
class Page {
  errors = [];

  constructor(tab) {
    this.tab = tab;
    tab.on("console", (message) => message.type() === "error" && this.errors.push(message.text()));
    tab.on("pageerror", (error) => this.errors.push(error.message));
  }

  async open(address) {
    await this.tab.goto(address);
    await until("the page does not start", () => this.tab.evaluate(() => !document.querySelector("#shell")));
  }

  /** The element with this role and name. */
  async find(role, name) {
    return until(`there is no ${role} ${name}`, async () => {
      const found = await this.tab.$$(`::-p-aria([name="${name}"][role="${role}"])`);
      for (const element of found) if (await element.isVisible()) return element;
      return null;
    });
  }

  async press(name, role = "button") {
    await (await this.find(role, name)).click();
  }

  /** Opens a file, as if it were dropped. */
  async drop(name, text) {
    await this.tab.evaluate(
      (name, text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        document.querySelector("h1").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      name,
      text,
    );
    await this.find("textbox", "Record text");
  }

  text() {
    return this.tab.$eval("#record-text", (box) => box.value);
  }

  /** Waits until the text of the record is this. */
  async has(expected) {
    const fits = (text) => (expected instanceof RegExp ? expected.test(text) : text === expected);
    await until(`the record is not ${expected}`, async () => fits(await this.text()));
  }

  /** Types at the end of the record. */
  async type(text) {
    await (await this.find("textbox", "Record text")).click();
    await this.tab.keyboard.press("End");
    await this.tab.keyboard.down("Control");
    await this.tab.keyboard.press("End");
    await this.tab.keyboard.up("Control");
    await this.tab.keyboard.type(text);
  }
}
