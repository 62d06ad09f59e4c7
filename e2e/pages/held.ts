// What the server sends, held back until a test lets it go.
import type { Page } from "@playwright/test";

/** Holds back the answers to requests for these addresses; what is returned lets them go. */
export async function hold(page: Page, addresses: string | RegExp): Promise<() => void> {
  let go = () => {};
  const held = new Promise<void>((done) => (go = done));
  await page.route(addresses, async (route) => {
    await held;
    await route.continue();
  });
  return go;
}

/** The program of the page. */
export const PROGRAM = /_bg\.wasm$/;
