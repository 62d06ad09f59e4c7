// The main flows without sight and without a pointer: what a screen reader announces. That is the focused element,
// the active option in it, and changes in live regions.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import type { App } from "../pages/app.ts";
import { hold } from "../pages/held.ts";

const FILE = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm a1a8; id "one";\n8/2k4q/8/8/8/8/8/R5K1 w - - id "two";\n';

type Window_ = typeof globalThis & { heard: string[] };

/** From now on, what is announced is kept. */
async function listen(app: App, page: Page) {
  await app.button("Open").waitFor();
  await page.evaluate(() => {
    const heard: string[] = ((globalThis as Window_).heard = []);
    const REGION = "[role=status],[role=alert],[role=log],[aria-live=polite],[aria-live=assertive]";
    const said = new Map<Element, string>();
    const hear = (records: MutationRecord[]) => {
      const regions = new Set<Element>();
      for (const { target, addedNodes } of records) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(REGION);
        if (region) regions.add(region);
        // Of inserted elements, only alerts are read.
        for (const node of addedNodes) if (node instanceof Element && node.matches("[role=alert]")) regions.add(node);
      }
      for (const region of regions) {
        const text = region.textContent!.trim().replace(/\s+/g, " ");
        if (region.isConnected && region.getAttribute("aria-live") !== "off" && text && said.get(region) !== region.textContent) heard.push(text);
        said.set(region, region.textContent!);
      }
    };
    new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

test.beforeEach(({ app, page }) => listen(app, page));

/** What was announced since the last call, which is returned; waits until it is as expected. */
async function heard(page: Page, ...expected: (string | RegExp)[]) {
  const found: string[] = [];
  await expect
    .poll(async () => {
      found.push(...(await page.evaluate(() => (globalThis as Window_).heard.splice(0))));
      return expected.filter((text) => !found.some((said) => (text instanceof RegExp ? text.test(said) : said === text))).map(String);
    })
    .toEqual([]);
  return found;
}

/** The focused element, and the active option in it. */
async function focused(page: Page, expected: RegExp) {
  await expect
    .poll(async () => {
      const snapshot = await page.locator(":focus").first().ariaSnapshot({ timeout: 500 }).catch(() => "nothing");
      const active = await page.evaluate(() => {
        const id = document.activeElement?.getAttribute("aria-activedescendant");
        return id ? document.getElementById(id)?.innerText.replace(/\s+/g, " ") : "";
      });
      return `${snapshot.split("\n").slice(0, 2).join(" ").trim()} ${active}`.trim();
    })
    .toMatch(expected);
}

async function opened(page: Page) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), FILE);
  await page.keyboard.press("Control+v");
  await heard(page, "pasted.epd is open: 2 lines", "1 problem");
}

test("what is announced before its words have come is announced with them", async ({ app, page }) => {
  const go = await hold(page, "**/en-late.txt");
  await page.reload();
  await listen(app, page);
  await page.evaluate((text) => navigator.clipboard.writeText(text), FILE);
  await page.keyboard.press("Control+v");
  const found = await heard(page, "1 problem");
  await page.keyboard.press("Alt+ArrowDown");
  found.push(...(await heard(page, "No problems")));
  go();
  // The latest one, and not the name of its entry before.
  found.push(...(await heard(page, "Record 2 of 2: two")));
  expect(found.filter((text) => /^[a-z]+\.[a-z]+$/.test(text))).toEqual([]);
});

test("opening, finding and going through records", async ({ page }) => {
  await opened(page);
  await page.keyboard.press("F6");
  await focused(page, /^- grid "Records".* 1 one bm a1a8$/);
  await page.keyboard.press("ArrowDown");
  await focused(page, /^- grid "Records".* 2 two$/);
  await heard(page, "No problems");
  await page.keyboard.press("/");
  await focused(page, /^- combobox "Find records"/);
  await page.keyboard.type("one");
  await heard(page, "1 of 2 found");
  await page.keyboard.press("ArrowDown");
  await focused(page, /^- grid "Records".* 1 one bm a1a8$/);
  // The keys that work everywhere announce where they lead.
  await page.keyboard.press("/");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Alt+ArrowDown");
  await heard(page, "Record 2 of 2: two");
});

test("problems and fixes", async ({ page }) => {
  await opened(page);
  await page.keyboard.press("F8");
  await focused(page, /listitem.*E303 error: `a1a8`: coordinate notation/);
  await page.keyboard.press("Control+.");
  await focused(page, /^- listbox "Fixes".* Write `Ra8#` `a1a8`: coordinate notation$/);
  await page.keyboard.press("Enter");
  await heard(page, "No problems");
  // The problem is gone, but the place in the page is kept.
  await focused(page, /^- status: No problems/);
  await page.keyboard.press("Control+z");
  await heard(page, "1 problem");
});

test("moves on the board", async ({ app, page }) => {
  await opened(page);
  await page.keyboard.press("Alt+ArrowDown");
  for (let at = 0; at < 2; at++) await page.keyboard.press("F6");
  await focused(page, /^- gridcell "e4, empty"$/);
  await page.keyboard.press("r");
  await focused(page, /^- gridcell "a1, white rook"$/);
  await page.keyboard.press("Enter");
  await focused(page, /^- gridcell "a1, white rook" \[selected\]$/);
  for (let at = 0; at < 6; at++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await heard(page, "Ra7+", "Black to move · check");
  // On the board `k` goes to a king.
  await app.button("Step back (k)").press("Enter");
  await heard(page, "White to move");
  await app.square("a7").focus();
  await page.keyboard.press("Shift+D");
  await heard(page, "Ra7+");
});

test("the search", async ({ app, page }) => {
  await opened(page);
  await page.keyboard.press("Alt+ArrowDown");
  await app.limit("depth (plies)", 4);
  // Through the parts of the page in turn, and to the board.
  for (const part of [/^- grid "Records"/, /^- gridcell/, /^- textbox "Record text"/, /^- menuitem "File"/, /^- grid "Records"/]) {
    await page.keyboard.press("F6");
    await focused(page, part);
  }
  for (const part of [/^- menuitem "File"/, /^- textbox "Record text"/, /^- gridcell/]) {
    await page.keyboard.press("Shift+F6");
    await focused(page, part);
  }
  await page.keyboard.press("a");
  await heard(page, /^ce \d+; pv Ra7\+/);
  await page.keyboard.press("Control+k");
  await focused(page, /^- combobox "Command"/);
  await page.keyboard.type("analyse file");
  await page.keyboard.press("Enter");
  await heard(page, /^2 of 2 lines done/);
});

test("saving and sharing", async ({ page }) => {
  await opened(page);
  await page.keyboard.press("h");
  await focused(page, /^- button "Close"/);
  await expect(page.getByRole("dialog", { name: /^Share/ })).toBeVisible();
  for (let at = 0; at < 20 && !(await page.evaluate(() => document.activeElement?.textContent?.trim() === "Copy link")); at++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await heard(page, "Link copied.");
  await page.keyboard.press("Escape");
  const download = page.waitForEvent("download");
  await page.keyboard.press("Control+s");
  expect((await download).suggestedFilename()).toBe("pasted.epd");
});
