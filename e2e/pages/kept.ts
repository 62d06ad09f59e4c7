// What the browser keeps of unsaved work, and files of its own file system in place of those of the disk.
import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import type { App } from "./app.ts";

export const LINES = "4k3/8/8/8/8/8/8/4K3 w - - id \"one\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"two\";\n";

export const recovered = (app: App) => app.page.getByRole("status", { name: "Recovered work" });

/** The number of entries in a store of the database: `bases` has what was opened, `journal` its changes. */
export const entries = (page: Page, store: "bases" | "journal") =>
  page.evaluate(
    (store) =>
      new Promise<number>((done) => {
        const open = indexedDB.open("epidote");
        open.onsuccess = () => {
          const count = open.result.transaction(store).objectStore(store).count();
          count.onsuccess = () => {
            open.result.close();
            done(count.result);
          };
        };
      }),
    store,
  );

/** Whether a change that the browser keeps has a text. What is written together is one entry, so their number does not tell. */
const keeps = (page: Page, text: string) =>
  page.evaluate(
    (text) =>
      new Promise<boolean>((done) => {
        const open = indexedDB.open("epidote");
        open.onsuccess = () => {
          const all = open.result.transaction("journal").objectStore("journal").getAll();
          all.onsuccess = () => {
            open.result.close();
            done(all.result.some((chunk: Uint8Array) => new TextDecoder().decode(chunk).includes(text)));
          };
        };
      }),
    text,
  );

/** Changes a file, and waits until the browser has the change: a reload while it writes cancels that on a slow disk. */
export async function change(app: App, text: string): Promise<void> {
  await app.text.fill(text);
  await expect.poll(() => keeps(app.page, text)).toBe(true);
}

/** Makes a file that the dialogs of this page give, in the file system of the browser; it writes to it as other programs do. */
export const files = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const write = async (name: string, text: string) => {
      const stream = await (await root.getFileHandle(name, { create: true })).createWritable();
      await stream.write(text);
      await stream.close();
    };
    Object.assign(window, {
      write,
      showOpenFilePicker: async () => [await root.getFileHandle("x.epd")],
      showSaveFilePicker: async () => root.getFileHandle("copy.epd", { create: true }),
    });
  });

export const write = (page: Page, name: string, text: string) =>
  page.evaluate(([name, text]) => (window as unknown as { write: (name: string, text: string) => Promise<void> }).write(name!, text!), [name, text]);
