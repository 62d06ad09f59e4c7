// A Firefox of the system, with a profile and a folder for downloads of its own. Playwright drives only builds of
// Firefox of its own, so this is puppeteer, by WebDriver BiDi.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { Tab, until } from "./tab.mjs";

/** Its path: that of FIREFOX, or the first one found. */
function path() {
  const places = (process.env.PATH ?? "").split(":").flatMap((folder) => ["firefox", "firefox-esr"].map((name) => join(folder, name)));
  return process.env.FIREFOX ?? places.find((place) => existsSync(place));
}

export class Firefox {
  static isThere = Boolean(path());
  #folder = mkdtempSync(join(tmpdir(), "epidote-firefox-"));
  #browser;

  /** A tab with the page. Its start takes most of the time, so that one Firefox serves several tests. */
  async start(base) {
    this.#browser ??= await this.#launch();
    return this.tab(base);
  }

  /** Closes all tabs, and removes what the page has kept. `place` is a file of its host that is not the page. */
  async forget(place) {
    const tabs = await this.#browser.pages();
    const last = await this.#browser.newPage();
    for (const tab of tabs) await tab.close();
    await last.goto(place);
    await last.evaluate(async () => {
      localStorage.clear();
      await new Promise((done, failed) => {
        const removing = indexedDB.deleteDatabase("epidote");
        removing.onsuccess = done;
        removing.onerror = failed;
      });
    });
  }

  #launch() {
    return puppeteer.launch({
      browser: "firefox",
      executablePath: path(),
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
      },
    });
  }

  /** A new tab with this address. */
  async tab(address) {
    const tab = new FirefoxTab(await this.#browser.newPage());
    await tab.open(address);
    return tab;
  }

  /** The bytes of a file that was downloaded. */
  async downloaded(name) {
    const file = join(this.#folder, name);
    // It has another name until it is complete.
    return until(`no download of ${name}, but ${readdirSync(this.#folder)}`, () => existsSync(file) && !existsSync(`${file}.part`) && readFileSync(file).length > 0 && readFileSync(file));
  }

  /** Ends it at once, as a crash does, and starts it again. */
  async crash(base) {
    const process = this.#browser.process();
    const gone = new Promise((done) => process.once("exit", done));
    process.kill("SIGKILL");
    await gone;
    await this.#browser.disconnect().catch(() => undefined);
    this.#browser = undefined;
    return this.start(base);
  }

  async end() {
    await this.#browser?.close().catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

class FirefoxTab extends Tab {
  #page;
  #errors = [];

  constructor(page) {
    super();
    this.#page = page;
    page.on("console", (message) => message.type() === "error" && this.#errors.push(message.text()));
    page.on("pageerror", (error) => this.#errors.push(error.message));
  }

  async errors() {
    return this.#errors;
  }

  async go(address) {
    await this.#page.goto(address);
  }

  run(act, ...args) {
    return this.#page.evaluate(act, ...args);
  }

  find(role, name) {
    return until(`there is no ${role} ${name}`, async () => {
      for (const element of await this.#page.$$(`::-p-aria([name="${name}"][role="${role}"])`)) if (await element.isVisible()) return element;
      return null;
    });
  }

  async click(element) {
    await element.click();
  }

  async keys(text) {
    const [, key] = text.match(/^Control\+(\w+)$/) ?? [];
    if (!key) return void (await this.#page.keyboard.type(text));
    await this.#page.keyboard.down("Control");
    await this.#page.keyboard.press(key);
    await this.#page.keyboard.up("Control");
  }
}
