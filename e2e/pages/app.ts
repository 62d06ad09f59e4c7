// The page as the user sees it: files, records, board, editor, search.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Download, type JSHandle, type Locator, type Page, test } from "@playwright/test";

// Without the dialogs of the system, files come from an input and are saved as downloads.
export const withoutDialogs = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ["showOpenFilePicker", "showSaveFilePicker"]) Reflect.deleteProperty(window, name);
  });

/** The bytes from which a file is not sent to the browser, but read by it. */
const LARGE = 1 << 18;

/** The path of a file with these bytes, for this test alone. */
export function onDisk({ name, bytes }: { name: string; bytes: Buffer }): string {
  const path = test.info().outputPath("dropped", name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return path;
}

// The name of an element in English and in Russian.
const named = (english: string, russian: string) => ({ name: new RegExp(`^(${english}|${russian})$`) });

export class App {
  readonly records: Locator;
  readonly text: Locator;
  readonly problems: Locator;
  readonly problemCount: Locator;
  readonly operations: Locator;
  readonly board: Locator;
  readonly messages: Locator;
  readonly search: Locator;
  readonly language: Locator;
  /** What the console has said so far that it must not say. */
  readonly errors: string[] = [];

  constructor(readonly page: Page) {
    this.records = page.getByRole("grid", named("Records", "Записи"));
    this.text = page.getByRole("textbox", named("Record text", "Текст записи"));
    this.problems = page.getByRole("list", named("Problems", "Замечания"));
    this.problemCount = page.locator("#problems-count");
    this.operations = page.getByRole("list", named("Operations", "Операции"));
    this.board = page.getByRole("grid", { name: /^Board/ });
    // Those of the dialog that is open, or else of the page.
    this.messages = page.getByRole("log", named("Messages", "Сообщения")).and(page.locator("dialog[open] *, body:not(:has(dialog[open])) *"));
    this.search = page.getByLabel("Search", { exact: true });
    this.language = page.getByRole("combobox", named("Language", "Язык"));
  }

  async open(): Promise<void> {
    await this.page.goto("/");
    await this.page.getByRole("heading", { name: "Epidote" }).waitFor();
  }

  // Drops files on the page, as from the desktop.
  async drop(...files: { name: string; bytes: Buffer }[]): Promise<void> {
    const isLarge = files.some(({ bytes }) => bytes.length > LARGE);
    const transfer = isLarge ? await this.#fromDisk(files) : await this.#fromMemory(files);
    await this.page.getByRole("heading", { name: "Epidote" }).dispatchEvent("drop", { dataTransfer: transfer });
  }

  #fromMemory(files: { name: string; bytes: Buffer }[]): Promise<JSHandle<DataTransfer>> {
    const data = files.map(({ name, bytes }) => ({ name, base64: bytes.toString("base64") }));
    return this.page.evaluateHandle((files) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      return transfer;
    }, data);
  }

  // Large files are slow to send. They are put where the browser can read them, by an input that the page does not know.
  async #fromDisk(files: { name: string; bytes: Buffer }[]): Promise<JSHandle<DataTransfer>> {
    const input = await this.page.evaluateHandle(() => Object.assign(document.createElement("input"), { type: "file", multiple: true }));
    await input.setInputFiles(files.map(onDisk));
    const transfer = await input.evaluateHandle(({ files }) => {
      const transfer = new DataTransfer();
      for (const file of files ?? []) transfer.items.add(file);
      return transfer;
    });
    await input.dispose();
    return transfer;
  }

  // Drops a text as a file and waits until it is open, because the next actions may be keys alone.
  async dropText(name: string, text: string): Promise<void> {
    await this.drop({ name, bytes: Buffer.from(text) });
    await this.tab(name).waitFor();
    await this.text.waitFor();
  }

  tab(name: string): Locator {
    const tabs = this.page.getByRole("navigation", named("Open files", "Открытые файлы"));
    return tabs.getByRole("button", { name, exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  // Runs a command of a menu.
  async menu(menu: string, command: string): Promise<void> {
    const bar = this.page.getByRole("menubar");
    await bar.getByRole("menuitem", { name: menu, exact: true }).click();
    const items = this.page.getByRole("menu", { name: menu, exact: true });
    await items.getByRole("menuitem", { name: command, exact: true }).or(items.getByRole("menuitemcheckbox", { name: command, exact: true })).click();
  }

  // Shows the settings of the engine.
  async engineSettings(): Promise<void> {
    const settings = this.button("Engine settings");
    if ((await settings.getAttribute("aria-expanded")) === "false") await settings.click();
  }

  // A row of the list, from 1; the heads of the columns are row 1 of the grid.
  row(at: number): Locator {
    return this.records.locator(`[aria-rowindex="${at + 1}"]`);
  }

  square(name: string): Locator {
    return this.board.getByRole("gridcell", { name: new RegExp(`^${name},`) });
  }

  operation(opcode: string): Locator {
    return this.operations.getByRole("listitem").filter({ has: this.page.getByText(opcode, { exact: true }) });
  }

  async playMode(label: string): Promise<void> {
    await this.page.getByRole("radio", { name: new RegExp(`^${label}:`) }).check({ force: true });
  }

  async limit(kind: string, value: number): Promise<void> {
    await this.engineSettings();
    await this.page.getByLabel("Kind of limit").selectOption(kind);
    await this.page.getByLabel("Limit", { exact: true }).fill(String(value));
    await this.page.getByLabel("Limit", { exact: true }).blur();
  }

  // Saves as a download and returns the bytes.
  async save(): Promise<Buffer> {
    const [download] = await Promise.all([this.page.waitForEvent("download"), this.button("Save").click()]);
    return bytesOf(download);
  }
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}
