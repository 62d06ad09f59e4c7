// A browser without room for what the page keeps.
import type { Page } from "@playwright/test";

/** The database is full until the window says otherwise (`hasRoom`). */
export async function takeRoom(page: Page): Promise<void> {
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    Object.assign(window, { hasRoom: false });
    IDBObjectStore.prototype.put = function (...args) {
      if (!(window as unknown as { hasRoom: boolean }).hasRoom) throw new DOMException("no room", "QuotaExceededError");
      return put.apply(this, args);
    };
  });
}
