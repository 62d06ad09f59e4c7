// WebKit of the system (the MiniBrowser of WebKitGTK), by WebDriver, in a display of its own.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Tab, until } from "./tab.mjs";

const PORT = 8129;
const BROWSERS = ["/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser", "/usr/libexec/webkit2gtk-4.1/MiniBrowser"];
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const CONTROL = "\uE009";
const KEYS = { End: "\uE010" };

const found = (name) => (process.env.PATH ?? "").split(":").map((folder) => join(folder, name)).find((place) => existsSync(place));
const browser = BROWSERS.find((place) => existsSync(place));

export class WebKit {
  static isThere = Boolean(browser && found("WebKitWebDriver") && found("xvfb-run"));
  #folder = mkdtempSync(join(tmpdir(), "epidote-webkit-"));
  #driver;
  #session;
  #first;

  async start(base) {
    const env = { ...process.env, HOME: this.#folder, XDG_DOWNLOAD_DIR: this.#folder };
    // Its sandbox does not start for root.
    if (process.getuid() === 0) env.WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS = "1";
    this.#driver = spawn("xvfb-run", ["-a", "WebKitWebDriver", `--port=${PORT}`, "--host=127.0.0.1"], { env, stdio: "ignore", detached: true });
    await until("the driver does not start", () => this.call("GET", "/status"));
    const options = { binary: browser, args: ["--automation"] };
    const wanted = { unhandledPromptBehavior: "accept", "webkitgtk:browserOptions": options };
    this.#session = (await this.call("POST", "/session", { capabilities: { alwaysMatch: wanted } })).sessionId;
    this.#first = new WebKitTab(this);
    await this.#first.open(base);
    return this.#first;
  }

  /** Ends it: a new one knows nothing. */
  async forget() {
    await this.call("DELETE", "").catch(() => undefined);
    process.kill(-this.#driver.pid);
    await new Promise((done) => this.#driver.once("exit", done));
    this.#session = this.#driver = undefined;
  }

  /** Leaves the page and loads it again: when it is driven it is private, and nothing outlives its processes. */
  async crash(base) {
    await this.#first.go("about:blank");
    await this.#first.open(base);
    return this.#first;
  }

  /** A command of WebDriver, of this session if its path has no slash before it. */
  async call(method, path, body) {
    const place = path.startsWith("/") ? path : `/session/${this.#session}/${path}`;
    const response = await fetch(`http://127.0.0.1:${PORT}${place}`, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  }

  /** A new tab with this address, which is in front from now on. */
  async tab(address) {
    const { handle } = await this.call("POST", "window/new", { type: "tab" });
    await this.call("POST", "window", { handle });
    const tab = new WebKitTab(this);
    await tab.open(address);
    return tab;
  }

  async downloaded(name) {
    const file = join(this.#folder, name);
    return until(`no download of ${name}, but ${readdirSync(this.#folder)}`, () => existsSync(file) && readFileSync(file).length > 0 && readFileSync(file));
  }

  async end() {
    if (this.#session) await this.call("DELETE", "").catch(() => undefined);
    if (this.#driver) process.kill(-this.#driver.pid);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

class WebKitTab extends Tab {
  #browser;

  constructor(browser) {
    super();
    this.#browser = browser;
  }

  errors() {
    return this.run(() => window.errorsOfTest);
  }

  async go(address) {
    await this.#browser.call("POST", "url", { url: address });
    await this.run(() => {
      window.errorsOfTest = [];
      addEventListener("error", (event) => window.errorsOfTest.push(event.message));
      addEventListener("unhandledrejection", (event) => window.errorsOfTest.push(String(event.reason)));
    });
  }

  run(act, ...args) {
    return this.#browser.call("POST", "execute/sync", { script: `return (${act})(...arguments)`, args });
  }

  find(role, name) {
    const named = (name) => {
      const isNamed = (element) => (element.getAttribute("aria-label") ?? element.textContent.trim()) === name || [...(element.labels ?? [])].some((label) => label.textContent.trim() === name);
      return [...document.querySelectorAll("button, input, textarea, [role]")].filter((element) => isNamed(element) && element.checkVisibility());
    };
    return until(`there is no ${role} ${name}`, async () => {
      for (const element of await this.run(named, name)) if ((await this.#browser.call("GET", `element/${element[ELEMENT]}/computedrole`)) === role) return element;
      return null;
    });
  }

  async click(element) {
    await this.#browser.call("POST", `element/${element[ELEMENT]}/click`, {});
  }

  async keys(text) {
    const [, key] = text.match(/^Control\+(\w+)$/) ?? [];
    const presses = [...(key ? [KEYS[key] ?? key] : text)].flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);
    const actions = key ? [{ type: "keyDown", value: CONTROL }, ...presses, { type: "keyUp", value: CONTROL }] : presses;
    await this.#browser.call("POST", "actions", { actions: [{ type: "key", id: "keys", actions }] });
  }
}
