// Unsaved work survives the page, the tab and the browser.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { LINES, change, entries, files, recovered, write } from "../pages/kept.ts";
import { Killed } from "../pages/killed.ts";
import { takeRoom } from "../pages/room.ts";
import { choose, dialog } from "../pages/tools.ts";

test("changes come back after a reload, as they were left", async ({ app, page }) => {
  await app.dropText("x.epd", LINES);
  await change(app, "4k3/8/8/8/8/8/8/4K3 w - - id \"changed\";");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(recovered(app)).toContainText("1 unsaved change to x.epd");
  await recovered(app).getByText("Show 1 of 1").click();
  await expect(recovered(app).getByRole("row")).toContainText(/one.*changed/);
  await app.button("Restore").click();
  await expect(app.text).toHaveValue(/changed/);
  expect((await app.save()).toString()).toBe(LINES.replace("one", "changed"));
  // Undo continues where it was left.
  await app.button("Undo").click();
  await expect(app.text).toHaveValue(/one/);
  await expect(recovered(app)).toHaveCount(0);
});

test("what was changed last is written while the page closes", async ({ app, page }) => {
  await app.dropText("x.epd", LINES);
  await change(app, "first");
  const writes = await app.text.evaluate((text: HTMLTextAreaElement) => {
    let writes = 0;
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...args) {
      writes += Number(args[1] === "readwrite");
      return begin.apply(this, args);
    };
    // In one task, so that no timer comes before the event.
    text.value = "last";
    text.dispatchEvent(new InputEvent("input", { bubbles: true }));
    const before = writes;
    dispatchEvent(new Event("beforeunload", { cancelable: true }));
    return [before, writes];
  });
  expect(writes).toEqual([0, 1]);
  await expect.poll(() => entries(page, "journal")).toBe(2);
});

/** Makes the database refuse values of these kinds, as that of WebKit refuses files in a private window. */
const refuse = (page: Page, ...kinds: ("Blob" | "ArrayBuffer")[]) =>
  page.addInitScript((kinds) => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
      if (kinds.some((kind) => value instanceof window[kind])) throw new DOMException("not in a private window", "DataCloneError");
      return put.call(this, value, key);
    };
  }, kinds);

test("changes come back where the browser keeps bytes only", async ({ app, page }) => {
  await refuse(page, "Blob");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await app.dropText("x.epd", LINES);
  await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"changed\";");
  // The file is read once more for that, which takes a moment.
  await expect.poll(() => entries(page, "bases")).toBe(1);
  await page.reload();
  await app.button("Restore").click();
  await expect(app.text).toHaveValue(/changed/);
  expect((await app.save()).toString()).toBe(LINES.replace("one", "changed"));
});

test("changes come back to the lines they were made in, whatever became of the file", async ({ app, page }) => {
  page.on("dialog", (dialog) => dialog.accept());
  await files(page);
  await write(page, "x.epd", LINES);
  await app.button("Open").click();
  await expect(app.text).toHaveValue(/one/);
  // The page has read it, and has nothing to keep yet.
  await write(page, "x.epd", "4k3/8/8/8/8/8/8/4K3 w - - id \"theirs\";\n");
  await change(app, "4k3/8/8/8/8/8/8/4K3 w - - id \"changed\";");
  await expect.poll(() => entries(page, "bases")).toBe(1);
  await page.reload();
  await app.button("Restore").click();
  await expect(app.records).toHaveAttribute("aria-rowcount", "3");
  await expect(app.text).toHaveValue(/changed/);
  // The question whether the other program's text is overwritten is answered.
  await page.keyboard.press("Control+s");
  await expect(app.messages).toContainText("Saved x.epd.");
  const saved = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    return (await (await root.getFileHandle("x.epd")).getFile()).text();
  });
  expect(saved).toBe(LINES.replace("one", "changed"));
});

test("a recipe goes on to its last step when its page was left in the first", async ({ app, page }) => {
  page.on("dialog", (dialog) => dialog.accept());
  const open = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - id \"open\";\n";
  await app.dropText("x.epd", `${open.repeat(6)}6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id "mate";\n`);
  // Two searches, of which the first one adds lines, and a step between them.
  const step = async (tool: string, fields: Record<string, string>) => {
    await app.records.focus();
    if (await dialog(page).isVisible()) await page.keyboard.press("Escape");
    await choose(page, tool, fields);
    await app.button("Add this step").click();
  };
  await step("Analyse", { Limit: "400000", "Best lines": "2", "Other lines": "as separate records" });
  await step("Remove operations", { Opcodes: "id" });
  await step("Prove mates", { "Moves to mate": "1" });
  await dialog(page).getByRole("textbox", { name: "Name", exact: true }).fill("nightly");
  await app.button("Run recipe").click();
  // A record is done, and the line that it adds is there.
  await expect(app.records).toHaveAttribute("aria-rowcount", /^(9|1\d)$/);
  await app.button("Pause").click();
  await expect(page.getByText(/nightly, step 1 of 3: Analyse: paused at [1-6] of 7/)).toBeVisible();
  await expect(page.getByText("Kept in this browser")).toBeVisible();
  await page.reload();
  await app.button("Restore").click();
  const unfinished = page.getByRole("status", { name: "Unfinished run" });
  await expect(unfinished).toContainText(/Unfinished run: nightly, step 1 of 3: Analyse, [1-6] of 7 lines done/);
  await unfinished.getByRole("button", { name: "Resume" }).click();
  // The steps behind it are about the records that the recipe was begun for, not about those that it adds.
  await expect(app.messages).toContainText("7 of 7 lines done, 1 changed. Remarks: no mate in up to 1 move: 6.", { timeout: 60_000 });
  await expect(unfinished).toHaveCount(0);
  await expect(app.button("Undo")).toHaveAttribute("title", /nightly, step 3 of 3: Prove mates/);
  const lines = (await app.save()).toString().trimEnd().split("\n");
  expect(lines.filter((line) => line.includes("dm 1;")), "the mate").toHaveLength(1);
  expect(lines.filter((line) => /id "open line 2"/.test(line)), "lines that were added").toHaveLength(6);
  expect(lines.filter((line) => /id "(open|mate)"/.test(line)), "what the second step removes").toHaveLength(0);
});

test("many files are restored at once, and leave room for the work", async ({ app, page }) => {
  const names = Array.from({ length: 12 }, (_, at) => `x${at + 1}.epd`);
  for (const [at, name] of names.entries()) {
    await app.dropText(name, LINES);
    await app.text.fill(`4k3/8/8/8/8/8/8/4K3 w - - id "${name}";`);
    await expect.poll(() => entries(page, "journal")).toBe(at + 1);
  }
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(recovered(app)).toHaveCount(names.length);
  await app.dropText("new.epd", "8/8/8/8/8/8/8/8 w - -\n");
  await expect(app.board).toBeInViewport({ ratio: 0.9 });
  await app.button("Restore all").click();
  await expect(recovered(app)).toHaveCount(0);
  for (const name of names) {
    await app.tab(`${name} •`).click();
    await expect(app.text).toHaveValue(new RegExp(`"${name}"`));
  }
});

test("what cannot be restored says so, and is not offered", async ({ app, page }) => {
  await refuse(page, "Blob", "ArrayBuffer");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  // A smaller file is kept with its first change, or neither is.
  await app.dropText("x.epd", LINES + `# ${"-".repeat(60)}\n`.repeat(20_000));
  await change(app, "4k3/8/8/8/8/8/8/4K3 w - - id \"changed\";");
  await page.reload();
  await expect(recovered(app)).toContainText("cannot be restored: the file as it was opened is not in the database");
  await expect(app.button("Restore")).toBeHidden();
  await app.button("Discard").click();
  await expect(recovered(app)).toHaveCount(0);
});

test("discarded and closed work is not offered again", async ({ app, page }) => {
  page.on("dialog", (dialog) => dialog.accept());
  await app.dropText("x.epd", LINES);
  await change(app, "a");
  await page.reload();
  await app.button("Discard").click();
  await expect(recovered(app)).toHaveCount(0);
  await app.dropText("y.epd", LINES);
  await app.text.fill("b");
  await app.button("Close y.epd").click();
  await page.reload();
  await app.dropText("z.epd", LINES);
  await expect(recovered(app)).toHaveCount(0);
});

test("what is saved is not offered", async ({ app, page }) => {
  page.on("dialog", (dialog) => dialog.accept());
  await app.dropText("x.epd", LINES);
  await app.text.fill("saved");
  await app.save();
  await page.reload();
  await app.dropText("z.epd", LINES);
  await expect(recovered(app)).toHaveCount(0);
});

// What the browser has kept, and which locks are held, for a failure that cannot be repeated.
function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T | string>((done) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => done(String(request.error));
        setTimeout(() => done("no answer"), 5_000);
      });
    const database = await answer(indexedDB.open("epidote"));
    const locks = JSON.stringify(await navigator.locks.query());
    if (typeof database === "string") return `${database}, ${locks}`;
    const transaction = database.transaction([...database.objectStoreNames]);
    const rows = JSON.stringify(await answer(transaction.objectStore("documents").getAll()));
    const chunks = await answer(transaction.objectStore("journal").count());
    return `${rows}, ${chunks} chunks, ${locks}`;
  });
}

test("a browser that is killed loses at most the last second", async ({ baseURL }) => {
  test.setTimeout(600_000);
  const browser = new Killed();
  try {
    let app = await browser.start(baseURL as string);
    await app.dropText("x.epd", LINES);
    // A number in the record grows with each edit; the time of each edit is noted.
    let typed: { count: number; at: number }[] = [];
    let known = 0;
    for (let round = 0; round < 50; round++) {
      typed = [];
      // The first round takes longer than the period that may be lost, so that from then on there is always something
      // to recover.
      const until = Date.now() + (round === 0 ? 1500 : 150 + Math.random() * 700);
      for (let count = known + 1; Date.now() < until; count++) {
        await app.text.fill(`4k3/8/8/8/8/8/8/4K3 w - - c0 "${count}"; id "one";`);
        typed.push({ count, at: Date.now() });
      }
      await browser.kill();
      const killed = Date.now();
      app = await browser.start(baseURL as string);
      const safe = typed.filter(({ at }) => at < killed - 1000).at(-1)?.count ?? known;
      const restore = app.button("Restore");
      await restore.waitFor({ timeout: 30_000 }).catch(async (error: unknown) => {
        throw new Error(`nothing to restore in round ${round}: ${await kept(app.page)}`, { cause: error });
      });
      await restore.click();
      await expect(app.text).toHaveValue(/c0 "\d+"; id "one";$/);
      known = Number(/c0 "(\d+)"/.exec(await app.text.inputValue())?.[1]);
      expect(known, `round ${round}`).toBeGreaterThanOrEqual(safe);
      expect(known, `round ${round}`).toBeLessThanOrEqual(typed.at(-1)?.count ?? known);
      await expect(app.row(2)).toContainText("two");
    }
    expect(known).toBeGreaterThan(50);
  } finally {
    await browser.end();
  }
});

test("without room changes stay in memory, and are kept when there is room again", async ({ page, app }) => {
  await takeRoom(page);
  await app.dropText("x.epd", LINES);
  await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"kept\";");
  const banner = page.getByRole("alert", { name: "Changes are not kept" });
  await expect(banner).toContainText("no room");
  const [download] = await Promise.all([page.waitForEvent("download"), app.button("Save a copy").click()]);
  expect(download.suggestedFilename()).toBe("x.epd");
  await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"kept too\";");
  await page.evaluate(() => Object.assign(window, { hasRoom: true }));
  await app.button("Try again").click();
  await expect(banner).toHaveCount(0);
  await expect.poll(() => entries(page, "journal")).toBe(2);
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await app.button("Restore").click();
  await expect(app.text).toHaveValue(/kept too/);
});

test("work comes back with what was chosen for its file, whatever was chosen for others", async ({ app, page }) => {
  page.on("dialog", (dialog) => dialog.accept());
  const cyrillic = Buffer.concat([Buffer.from('4k3/8/8/8/8/8/8/4K3 w - - c0 "'), Buffer.from([0xc4, 0xe0]), Buffer.from('";\n')]);
  await app.drop({ name: "a.epd", bytes: cyrillic });
  await app.operation("c0").waitFor();
  await page.getByLabel("New operation").fill("c1");
  await page.keyboard.press("Enter");
  await expect.poll(() => entries(page, "journal")).toBe(1);
  // After the change, so that nothing else is written for it.
  await page.getByLabel("Encoding").selectOption("Windows-1251");
  await expect(app.text).toHaveValue(/c0 "Да"/);
  await expect.poll(() => entries(page, "journal")).toBe(2);
  // The other file is of another game and another code page.
  await app.drop({ name: "b.epd", bytes: Buffer.from('1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - id "M\xfcller";\n', "latin1") });
  await app.tab("b.epd").waitFor();
  await page.getByLabel("Encoding").selectOption("Windows-1252");
  await page.getByRole("button", { name: "Read as Chess960" }).click();
  await app.text.press("End");
  await app.text.pressSequentially(" ");
  await expect(page.getByText("Kept in this browser")).toBeVisible();
  await page.reload();
  await expect(recovered(app)).toHaveCount(2);
  // With the mark of a change behind its name.
  const tab = (name: string) => page.getByRole("navigation", { name: "Open files" }).getByRole("button", { name: `${name} •` });
  for (const name of ["a.epd", "b.epd"]) {
    await recovered(app).filter({ hasText: name }).getByRole("button", { name: "Restore" }).click();
    await tab(name).waitFor();
  }
  await expect(app.text).toHaveValue(/id "Müller"/);
  await expect(page.getByRole("button", { name: "Read as Chess960" })).toHaveCount(0);
  await tab("a.epd").click();
  await expect(app.text).toHaveValue(/c0 "Да"; c1;$/);
});
