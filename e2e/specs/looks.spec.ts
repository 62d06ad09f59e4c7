// The looks of the page: chosen looks, those that the system asks for, windows of all sizes, and the shell shown
// before the program runs.
import type { Locator, Page } from "@playwright/test";
import { expect, own, test } from "../fixtures.ts";
import { PROGRAM, hold } from "../pages/held.ts";

const PROBLEM = '4k3/8/8/8/8/8/8/4K3 w - -  bm Kd2;\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "one";\n';

const appearance = (page: Page) => page.getByRole("dialog", { name: "Settings" });
const fill = (square: Locator) => square.evaluate((element) => getComputedStyle(element).fill);
const darkSquare = (page: Page) => page.locator(".square--dark").first();
// The width of the drawing of a man: 45 in the standard set, 1000 in the other.
const drawnIn = (page: Page) => page.locator("#sprite #wN").getAttribute("viewBox");
const STANDARD = "0 0 45 45";
const BOOK = "0 0 1000 1000";

test("appearance is chosen by keys alone, at once and for the next time", async ({ app, page }) => {
  await app.dropText("a.epd", PROBLEM);
  const green = await fill(darkSquare(page));
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Settings");
  await page.keyboard.press("Enter");
  await expect(appearance(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("group", { name: "Theme" }).getByRole("radio", { name: "Like the system" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Wood" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Beside it" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Book" })).toBeChecked();

  const seen = async () => {
    await expect.poll(() => drawnIn(page)).toBe(BOOK);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
    expect(await fill(darkSquare(page))).not.toBe(green);
  };
  await seen();
  await page.keyboard.press("Escape");
  await expect(appearance(page)).toHaveCount(0);
  await page.reload();
  await app.button("Open").waitFor();
  await seen();
  await app.button("Settings").click();
  for (const name of ["Dark", "Wood", "Beside it", "Book"]) await expect(page.getByRole("radio", { name })).toBeChecked();
  for (const name of ["Like the system", "Green", "On the board", "Standard"]) await page.getByRole("radio", { name }).check({ force: true });
  await expect.poll(() => drawnIn(page)).toBe(STANDARD);
  expect(await page.evaluate(() => document.documentElement.getAttributeNames().filter((name) => name.startsWith("data-")))).toEqual([]);
});

test("coordinates are on the board, beside it, or nowhere", async ({ app, page }) => {
  await app.dropText("a.epd", PROBLEM);
  const file = page.locator(".coordinate--file").first();
  const side = async () => (await app.board.boundingBox())!;
  const whole = await side();
  const isOn = async () => {
    const [board, text] = [await side(), (await file.boundingBox())!];
    return text.y + text.height <= board.y + board.height + 1;
  };
  expect(await isOn()).toBe(true);
  await app.button("Settings").click();
  await page.getByRole("radio", { name: "Beside it" }).check({ force: true });
  expect(await isOn()).toBe(false);
  // The squares are where the pointer finds them.
  expect((await side()).width).toBeLessThan(whole.width);
  await page.keyboard.press("Escape");
  await app.square("e1").click();
  await expect(app.square("e1")).toHaveAttribute("aria-selected", "true");
  await app.button("Settings").click();
  await page.getByRole("group", { name: "Coordinates" }).getByRole("radio", { name: "None" }).check({ force: true });
  await expect(file).toBeHidden();
  expect((await side()).width).toBe(whole.width);
});

test("pieces glide unless the user wants them still", async ({ app, page }) => {
  await app.dropText("a.epd", PROBLEM);
  const glides = () => page.locator(".piece").first().evaluate((piece) => getComputedStyle(piece).transitionDuration);
  expect(await glides()).not.toBe("0s");
  await app.button("Settings").click();
  await page.getByRole("group", { name: "Motion" }).getByRole("radio", { name: "None" }).check({ force: true });
  expect(await glides()).toBe("0s");
  await page.reload();
  await app.dropText("b.epd", PROBLEM);
  expect(await glides()).toBe("0s");
});

test("moves are heard only when the user asked for sounds", async ({ app, page }) => {
  await page.addInitScript(() => {
    const heard: number[] = ((globalThis as unknown as { heard: number[] }).heard = []);
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
      heard.push(this.frequency.value);
      return start.apply(this, when);
    };
  });
  await page.reload();
  const heard = () => page.evaluate(() => (globalThis as unknown as { heard: number[] }).heard);
  await app.dropText("a.epd", `${PROBLEM.split("\n")[1]}\n6k1/5ppp/8/8/8/8/5PPP/r5K1 w - -\n`);
  const play = async (from: string, to: string) => {
    await app.square(from).click();
    await app.square(to).click();
  };
  await play("a1", "a7");
  await expect(app.square("a7")).toHaveAccessibleName(/white rook/);
  expect(await heard()).toEqual([]);
  await app.button("Settings").click();
  await page.getByRole("group", { name: "Sounds" }).getByRole("radio", { name: "Moves" }).check({ force: true });
  await page.keyboard.press("Escape");
  await play("g8", "f8");
  await expect.poll(heard).toEqual([240]);
  await play("a7", "f7");
  await expect.poll(heard).toEqual([240, 150]);
  // A step back is heard, a record that is selected is not.
  await page.keyboard.press("k");
  await expect.poll(async () => (await heard()).length).toBe(3);
  await page.keyboard.press("Alt+ArrowDown");
  await expect(app.square("a1")).toHaveAccessibleName(/black rook/);
  await page.keyboard.press("Alt+ArrowUp");
  await expect(app.square("a7")).toHaveAccessibleName(/white rook/);
  expect((await heard()).length).toBe(3);
});

for (const [width, height] of [[1280, 720], [820, 1180], [390, 844]]) {
  test(`a first view needs no style and no icon that comes late: ${width} wide`, async ({ app, page, browser, baseURL }) => {
    const looksLike = async (hasLate: boolean) => {
      const context = await browser.newContext({ baseURL, viewport: { width, height }, serviceWorkers: "block" });
      const other = await context.newPage();
      if (!hasLate) for (const file of ["late.css", "icons.svg"]) await other.route(`**/${file}`, () => undefined);
      await other.goto("/");
      await other.getByRole("heading", { name: "Epidote" }).waitFor();
      const bare = () =>
        other.evaluate(() => {
          const uses = [...document.querySelectorAll("svg.icon use")].filter((use) => use.closest("svg")!.checkVisibility());
          return uses.map((use) => use.getAttribute("href")!).filter((id) => !document.querySelector(id));
        });
      if (hasLate) await other.waitForFunction(() => document.querySelector("#i-mate") && document.querySelector("link[href='late.css']"));
      const seen = { empty: await bare(), boxes: "", record: [] as string[] };
      const file = { name: "a.epd", mimeType: "text/plain", buffer: Buffer.from(PROBLEM) };
      await other.locator("input[type=file]").first().setInputFiles(file);
      await other.locator("#problems-count").filter({ hasText: /problem/ }).waitFor({ state: "attached" });
      seen.record = await bare();
      seen.boxes = await other.evaluate(() =>
        JSON.stringify([...document.querySelectorAll("main *, header *, footer *")].filter((element) => element.checkVisibility()).map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [element.className.toString(), ...[x, y, width, height].map(Math.round)];
        })),
      );
      await context.close();
      return seen;
    };
    await app.button("Open").waitFor();
    const without = await looksLike(false);
    expect([...without.empty, ...without.record]).toEqual([]);
    expect(without.boxes).toBe((await looksLike(true)).boxes);
  });
}

test("while the dialog is open, keys are its own", async ({ app, page }) => {
  await app.dropText("a.epd", PROBLEM);
  const corner = app.board.getByRole("gridcell").first();
  await expect(corner).toHaveAccessibleName("a8, empty");
  await app.button("Settings").click();
  await expect(appearance(page)).toBeVisible();
  await page.keyboard.press("f");
  await page.keyboard.press("Escape");
  await expect(appearance(page)).toHaveCount(0);
  await expect(corner).toHaveAccessibleName("a8, empty");
  await page.keyboard.press("f");
  await expect(corner).toHaveAccessibleName("h1, empty");
});

test("the commands go round", async ({ app, page }) => {
  const root = page.locator("html");
  const command = async (name: string) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Command" })).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
  };
  await app.button("Open").waitFor();
  for (const theme of ["light", "dark", "contrast"]) {
    await command("Change the theme");
    await expect(root).toHaveAttribute("data-theme", theme);
  }
  await command("Change the theme");
  await expect(root).not.toHaveAttribute("data-theme");
  await command("Change the colours of the board");
  await expect(root).toHaveAttribute("data-board", "wood");
  const squares = new Set([await fill(darkSquare(page))]);
  for (const board of ["blue", "grey", "violet"]) {
    await command("Change the colours of the board");
    await expect(root).toHaveAttribute("data-board", board);
    squares.add(await fill(darkSquare(page)));
  }
  expect(squares.size).toBe(4);
  for (const drawn of [BOOK, "0 0 100 100", STANDARD]) {
    await command("Change the drawings");
    await expect.poll(() => drawnIn(page)).toBe(drawn);
  }
  // The letters are drawn in the box of the standard set.
  await expect(page.locator("#sprite #wN circle")).toHaveCount(1);
  await command("Change the drawings");
  await expect(page.locator("#sprite #wN circle")).toHaveCount(0);
  await expect.poll(() => drawnIn(page)).toBe(STANDARD);
});

test.describe("the second set of pieces", () => {
  test.use({ serviceWorkers: "allow" });

  test("is no part of a first visit, and is there without a network", async ({ app, page, context }) => {
    await app.dropText("a.epd", PROBLEM);
    const asked = () => page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /pieces-/.test(name)).length);
    expect(await asked()).toBe(0);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.reload();
    await app.button("Settings").click();
    await page.getByRole("radio", { name: "Book" }).check({ force: true });
    await expect.poll(() => drawnIn(page)).toBe(BOOK);
    expect(await asked()).toBe(1);
    await context.setOffline(false);
  });
});

test.describe("without the second set of pieces", () => {
  test.use({ expectedErrors: [[/Failed to load resource/], { scope: "test" }] as never });

  test("the page keeps the ones it has, and says so", async ({ app, page }) => {
    await page.route("**/pieces-book.svg", (route) => route.abort());
    await app.button("Settings").click();
    await page.getByRole("radio", { name: "Book" }).check({ force: true });
    await expect(app.messages).toContainText("The pieces could not be loaded");
    await expect(page.getByRole("radio", { name: "Standard" })).toBeChecked();
    expect(await drawnIn(page)).toBe(STANDARD);
  });
});

test("with forced colours squares, selection and problems are told apart", async ({ app, page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await app.dropText("a.epd", PROBLEM);
  await expect(app.problemCount).not.toHaveText("");
  const back = (where: Locator) => where.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await fill(page.locator(".square--light").first())).not.toBe(await fill(darkSquare(page)));
  expect(await back(app.row(1))).not.toBe(await back(app.row(2)));
  const state = app.row(1).locator(".record-row__state");
  await expect(state).toHaveClass(/--error|--warning/);
  expect(await back(state)).not.toBe(await back(app.row(1)));
  const bar = (where: Locator) =>
    where.evaluate((element) => {
      const { borderLeftColor, borderLeftStyle } = getComputedStyle(element);
      return `${borderLeftColor} ${borderLeftStyle}`;
    });
  // The text is not visible twice.
  expect(await app.text.evaluate((element) => getComputedStyle(element).color)).toBe("rgba(0, 0, 0, 0)");
  const canvas = await back(page.locator("body"));
  expect(await bar(app.problems.getByRole("listitem").first())).not.toContain(canvas);
});

test("nothing moves where motion is not wanted", async ({ app, page }) => {
  await app.dropText("a.epd", PROBLEM);
  const glides = () => page.locator(".piece").first().evaluate((element) => getComputedStyle(element).transitionProperty);
  expect(await glides()).toBe("transform");
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await glides()).toBe("none");
});

for (const language of ["en", "ru"]) {
  test(`the page fits windows of all sizes: ${language}`, async ({ app, page }) => {
    await app.dropText("a.epd", PROBLEM);
    await app.language.selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    for (const [width, height] of [[320, 640], [360, 740], [768, 1024], [1024, 768], [1280, 800], [1920, 1080], [3840, 2160]]) {
      await page.setViewportSize({ width, height });
      const where = `${width} pixels`;
      const [over, board] = await page.evaluate(() => [
        document.documentElement.scrollWidth - innerWidth,
        document.querySelector(".board")!.getBoundingClientRect().toJSON() as DOMRect,
      ]);
      expect(over, where).toBeLessThanOrEqual(0);
      // The whole board is visible without scrolling, and has its share of the window.
      expect(board.bottom, where).toBeLessThanOrEqual(height);
      expect(board.width, where).toBeGreaterThanOrEqual(Math.min(0.33 * width, 0.6 * height));
      // No two regions overlap.
      const regions = await page.locator(".pane").evaluateAll((panes) => panes.map((pane) => pane.getBoundingClientRect().toJSON() as DOMRect));
      for (const [at, one] of regions.entries()) {
        for (const other of regions.slice(at + 1)) {
          const isApart = one.right <= other.left + 1 || other.right <= one.left + 1 || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
          expect(isApart, where).toBe(true);
        }
      }
      const buttons = page.locator(".bar button:visible");
      for (const box of await Promise.all((await buttons.all()).map((button) => button.boundingBox()))) {
        expect(box!.x + box!.width, where).toBeLessThanOrEqual(width);
      }
      // On a phone, the button is within reach of the thumb.
      const open = (await page.locator("[data-command=open]:visible").boundingBox())!;
      if (width <= 720) expect(open.y, where).toBeGreaterThan(0.75 * height);
      else expect(open.y, where).toBeLessThan(0.25 * height);
    }
  });
}

test.describe("before the program runs", () => {
  for (const [locale, loading, title] of [
    ["en-US", "Loading Epidote…", "Drop EPD files anywhere"],
    ["ru-RU", "Epidote загружается…", "Перетащите сюда файлы EPD"],
  ]) {
    test.describe(locale, () => {
      test.use({ locale });

      test(`a board stands where that of the page will, in the language of the browser: ${locale}`, async ({ app, page }) => {
        for (const [width, height] of [[360, 740], [1024, 768], [1280, 800], [1920, 1080]]) {
          await page.setViewportSize({ width, height });
          const go = await hold(page, PROGRAM);
          await page.goto("/", { waitUntil: "commit" });
          const board = page.locator(".welcome__board");
          await expect(page.getByRole("status")).toHaveText(loading, { useInnerText: true });
          await expect(page.locator(".shell use")).toHaveCount(32);
          const before = (await board.boundingBox())!;
          go();
          await expect(page.getByRole("heading", { name: title })).toBeVisible();
          await expect(page.locator(".shell")).toHaveCount(0);
          const after = (await board.boundingBox())!;
          for (const side of ["x", "y", "width", "height"] as const) {
            expect(Math.abs(after[side] - before[side]), `${side} at ${width} pixels`).toBeLessThanOrEqual(1);
          }
          await page.unroute(/_bg\.wasm$/);
        }
      });
    });
  }

  test.describe("in Russian", () => {
    test.use({ locale: "ru-RU" });

    test("no English is seen on the way", async ({ app, page }) => {
      await page.addInitScript(() => {
        const said = new Set<string>();
        Object.assign(window, { said });
        new MutationObserver(() => {
          const words = document.querySelector(".welcome__words")?.textContent?.trim();
          if (words && !document.querySelector(".shell")) said.add(words);
        }).observe(document, { subtree: true, childList: true, characterData: true });
      });
      await page.reload();
      await expect(page.getByRole("heading", { name: "Перетащите сюда файлы EPD" })).toBeVisible();
      const said = await page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]);
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(/^Перетащите/);
    });
  });

  test.describe("that fails", () => {
    test.use({ locale: "ru-RU", expectedErrors: [[/Failed to load|Failed to fetch|NetworkError/], { scope: "test" }] as never });

    test("the reason is told in Russian", async ({ page }) => {
      await page.route(/_bg\.wasm$/, (route) => route.abort());
      await page.goto("/");
      await expect(page.getByRole("alert")).toContainText("Epidote не удалось запустить");
    });
  });
});

test("what a crash says is in the language of the page", async ({ app, page }) => {
  await app.language.selectOption("ru");
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  await page.evaluate(() => window.dispatchEvent(Object.assign(new Event("epidote-crashed"), { why: "$&" })));
  await expect(page.getByRole("alert")).toContainText("Epidote перестал работать");
  await expect(page.getByRole("alert")).toContainText("($&)");
});
