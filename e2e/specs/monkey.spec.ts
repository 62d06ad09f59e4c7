// A hand that does random things, seeded: it clicks, types, drags, scrolls and presses keys. The page must stay in its
// place, say nothing in the console, and lead back: undoing everything gives the bytes of the file, doing it again the
// last ones. `MONKEY_ACTS` is the number for each file and size, which makes a good minute of acts in all; `MONKEY_SEED`
// is the first seed (`make monkey`).
import type { Page } from "@playwright/test";
import { App } from "../pages/app.ts";
import { expect, own, test } from "../fixtures.ts";

const ACTS = Number(process.env.MONKEY_ACTS ?? 360);
const SEED = Number(process.env.MONKEY_SEED ?? 1);

// Fourteen kinds of damage in one record, and records that have nothing in common.
const DAMAGED = `${"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - pv e1g1 e8c8 f1e1 e4 0-0 Nf9 O-O-O ; bm e1c1 0-0; ce x; dm; acd -1; id x y\n".repeat(5)}\n\n# a note\nno position at all\n8/8/8/8/8/8/8/8 w - - c0 "no kings"\n`;
const LONG = Array.from({ length: 400 }, (_, at) => `4k3/8/8/8/8/8/8/4K2R w K - acd ${at}; ce ${(at * 37) % 500}; id "monkey.${at}";\n`).join("");
const FILES = [
  { name: "quirks.epd", bytes: own("quirks.epd") },
  { name: "damaged.epd", bytes: Buffer.from(DAMAGED) },
  { name: "long.epd", bytes: Buffer.from(LONG) },
];
const SIZES = [
  [1280, 720],
  [390, 844],
];

// What leaves the file, or the page: undo in it would no longer lead back. The keys of commands are left as they are,
// since their list would be clicked more than all the rest. A report is not saved: a browser lets a page save only a few
// dozen files.
const LEAVES = /^(new|open|paste|close|save|save-as|copy|share|sheet|tour|language)|^(Close|Open|New|Paste|Save|Copy|Print|Take the tour|Restore|Discard|Reload|Example|Tactics|Mistakes|Opcodes|To a new file|Extract|Change: |Reset: |(HTML|Markdown|CSV|JSON)$)/;
const KEYS = [
  "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "PageDown", "Home", "End", "Tab", "Enter", "Escape", "Delete", " ",
  "Alt+ArrowDown", "Alt+ArrowUp", "Control+z", "Control+Shift+z", "Control+k", "Control+a", "F6", "F8", "F1", "F10", "Alt+Insert",
  "b", "f", "t", "l", "e", "n", "p", "?", "x", "y", "w", "r", "1", "Control+.",
];
const TYPED = [";", " bm ", "e4", "\"", "0-0", " ce 12;", " dm 3;", "шах", "\t", "c0 \"a\";", "KQkq", "/", "#"];

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What can be clicked: the middle of each, and what it is called. */
async function targets(page: Page): Promise<{ x: number; y: number; name: string }[]> {
  return page.evaluate((leaves) => {
    const hidden = new RegExp(leaves);
    const found = [];
    for (const element of document.querySelectorAll<HTMLElement>("button, summary, input, textarea, select, [role=gridcell], [role=row], [role=menuitem], [role=menuitemcheckbox], [role=option], [role=tab]")) {
      const name = element.dataset.command ?? element.getAttribute("aria-label") ?? element.textContent!.trim();
      const box = element.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (box.width === 0 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || hidden.test(name)) continue;
      if (element.matches("[type=file], .status-bar select, :disabled")) continue;
      const top = document.elementFromPoint(x, y);
      if (top && (element.contains(top) || top.contains(element))) found.push({ x, y, name: `${element.localName} ${name.slice(0, 40)}` });
    }
    return found;
  }, LEAVES.source);
}

/** Whether the button that has the focus would leave the file or the page. */
function leavesByKey(leaves: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const name = focused?.dataset.command ?? focused?.getAttribute("aria-label") ?? focused?.textContent?.trim() ?? "";
  return focused?.localName === "button" && new RegExp(leaves).test(name);
}

/** What is wrong with the page as it stands; empty if nothing. */
async function wrong(page: Page, isPhone: boolean): Promise<string> {
  return page.evaluate((isPhone) => {
    const root = document.scrollingElement!;
    if (root.scrollLeft !== 0 || root.scrollWidth > innerWidth) return `the document is ${root.scrollWidth} wide, scrolled by ${root.scrollLeft}`;
    // A phone scrolls the page as far as it has something to show, and no further.
    const end = isPhone ? Math.max(innerHeight, document.querySelector(".app")!.getBoundingClientRect().bottom + root.scrollTop) : innerHeight;
    if (root.scrollHeight > Math.ceil(end)) return `the document is ${root.scrollHeight} high and not ${end}, scrolled by ${root.scrollTop}`;
    // The box of the text, which scrolls where the text is long.
    const text = document.querySelector(".line-editor");
    if (!text?.checkVisibility() || document.querySelector("dialog[open]")) return "";
    const box = text.getBoundingClientRect();
    const pane = text.closest(".pane")!.getBoundingClientRect();
    // What floats over the page on purpose; the bars of a phone stand at the edges of its screen.
    const floats = `.line-box, [role=menu], [role=listbox]${isPhone ? ", .parts, .thumb, .status-bar, .run-card, .toasts" : ""}`;
    // All over the text, since what covers it may be small.
    const parts = [0, 0.25, 0.5, 0.75, 1];
    const points = parts.flatMap((across) => parts.map((down) => [box.left + 9 + across * (box.width - 29), box.top + 9 + down * (box.height - 18)]));
    for (const [x, y] of points) {
      if (y <= pane.top || y >= pane.bottom) continue;
      const top = document.elementFromPoint(x, y);
      if (top && !top.closest(floats)) return `${top.className || top.localName} covers the text of the record`;
    }
    return "";
  }, isPhone);
}

/** Does one thing; returns what it was. */
async function act(page: Page, next: () => number): Promise<string> {
  const one = <T>(of: T[]): T => of[Math.floor(next() * of.length)];
  const kind = next();
  if (kind < 0.5) {
    const target = one(await targets(page));
    if (!target) return "nothing to click";
    await page.mouse.click(target.x, target.y, { button: next() < 0.1 ? "right" : "left", clickCount: next() < 0.1 ? 2 : 1 });
    return `click ${target.name}`;
  }
  if (kind < 0.75) {
    const key = one(KEYS);
    // Keys do not do what clicks must not do.
    if ((key === "Enter" || key === " ") && (await page.evaluate(leavesByKey, LEAVES.source))) return `no ${key}`;
    await page.keyboard.press(key);
    return `press ${key}`;
  }
  if (kind < 0.85) {
    const typed = one(TYPED);
    await page.keyboard.insertText(typed);
    return `type ${typed}`;
  }
  const { width, height } = page.viewportSize()!;
  const [x, y] = [next() * width, next() * height];
  if (kind < 0.93) {
    await page.mouse.move(x, y);
    const by = (next() - 0.5) * 2000;
    await page.mouse.wheel(0, by);
    return `scroll by ${by.toFixed()} at ${x.toFixed()}, ${y.toFixed()}`;
  }
  if (kind > 0.98) {
    const edges = await page.getByRole("separator").and(page.locator(".pane-edge:visible")).all();
    const box = edges.length ? await one(edges).boundingBox() : null;
    if (!box) return "no edge";
    const [at, by] = [box.y + box.height / 2, (next() - 0.5) * 900];
    await page.mouse.move(box.x + 4, at);
    await page.mouse.down();
    await page.mouse.move(box.x + 4 + by, at, { steps: 3 });
    await page.mouse.up();
    return `drag an edge by ${by.toFixed()}`;
  }
  // A piece, a record, the head of a column or a card of a recipe goes to the place of another one.
  const dragged = one([".board__squares [role=gridcell]", "#records .record-row", ".records__title", ".recipe-card"]);
  const things = await page.locator(`${dragged}:visible`).all();
  if (!things.length) return `no ${dragged}`;
  const [from, to] = await Promise.all([one(things), one(things)].map((thing) => thing.boundingBox()));
  if (!from || !to) return `no ${dragged}`;
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(to.x + 9, to.y + 9, { steps: 3 });
  await page.mouse.up();
  return `drag ${dragged}`;
}

/** Presses a button of the history until it can do nothing more. */
async function toTheEnd(page: Page, name: "undo" | "redo"): Promise<void> {
  await page.evaluate(async (name) => {
    const button = document.querySelector(`.bar__end button:has(use[href="#i-${name}"])`) as HTMLButtonElement;
    // It can do nothing more once it stays disabled while the page draws what was done last.
    for (let steps = 0, idle = 0; idle < 10; steps += 1) {
      if (steps > 20_000) throw new Error(`${name} has no end`);
      idle = button.disabled ? idle + 1 : 0;
      button.click();
      await new Promise((done) => requestAnimationFrame(done));
    }
  }, name);
}

async function rest(app: App, page: Page): Promise<void> {
  // A dialog or menu that is open closes by a key, a run by its button.
  for (let tries = 0; tries < 8; tries += 1) await page.keyboard.press("Escape");
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  while (await stop.first().isVisible()) {
    await stop.first().click({ timeout: 2000 }).catch(() => undefined);
    await page.keyboard.press("Escape");
  }
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(app.button("Save")).toBeEnabled();
}

for (const [width, height] of SIZES) {
  for (const [number, file] of FILES.entries()) {
    test(`random acts lead back: ${file.name} at ${width} × ${height}`, async ({ app, page }) => {
      test.setTimeout(ACTS * 500 + 120_000);
      await page.setViewportSize({ width, height });
      const isPhone = width <= 720;
      await app.drop(file);
      await app.text.waitFor();
      const seed = SEED * 1000 + number + width;
      const next = random(seed);
      const acts: string[] = [];
      const told = () => `seed ${seed}, after ${acts.length} acts:\n${acts.join("\n")}`;
      try {
        while (acts.length < ACTS) {
          acts.push(await act(page, next));
          const found = await wrong(page, isPhone);
          expect([found, ...app.errors]).toEqual([""]);
        }
        await rest(app, page);
        // A tool may have made other files, each with a history of its own.
        await page.locator(".tab__name").first().click();
        // The hand has undone things itself.
        await toTheEnd(page, "redo");
        const last = await app.save();
        await toTheEnd(page, "undo");
        expect((await app.save()).toString("latin1")).toBe(file.bytes.toString("latin1"));
        await toTheEnd(page, "redo");
        expect((await app.save()).toString("latin1")).toBe(last.toString("latin1"));
      } catch (error) {
        throw new Error(`${(error as Error).message}\n${told()}`, { cause: error });
      }
      console.log(`figure: ${acts.length} random acts on ${file.name} at ${width} × ${height}, seed ${seed}`);
    });
  }
}
