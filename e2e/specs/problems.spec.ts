import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

const K = "4k3/8/8/8/8/8/8/4K3 w - -";

/** Turns the rule of the next problem off in the file, by keys. */
async function turnOff(page: Page): Promise<void> {
  await page.keyboard.press("F8");
  await page.keyboard.press("Control+.");
  const menu = page.getByRole("listbox", { name: "Fixes" });
  await expect(menu).toBeFocused();
  await page.keyboard.press("End");
  await expect(menu.getByRole("option", { selected: true })).toContainText("off in this file");
  await page.keyboard.press("Enter");
}

test("F8 goes through the problems of all records, round and round, without a check before", async ({ app, page }) => {
  const fine = (name: string) => `${K} id "${name}";\n`;
  const many = Array.from({ length: 5_000 }, (_, at) => fine(`m${at}`)).join("");
  await app.dropText("a.epd", `${fine("first")}${K} bm Kd9;\n${many}${K} id x;  dm 3;\n`);
  await page.keyboard.press("F8");
  await expect(app.text).toHaveValue(`${K} bm Kd9;`);
  await expect(app.problems.getByRole("listitem").first()).toBeFocused();
  await page.keyboard.press("F8");
  const last = `${K} id x;  dm 3;`;
  await expect(app.text).toHaveValue(last);
  await expect(app.problems.getByRole("listitem").first()).toBeFocused();
  const count = await app.problems.getByRole("listitem").count();
  for (let at = 1; at < count; at++) await page.keyboard.press("F8");
  await expect(app.problems.getByRole("listitem").last()).toBeFocused();
  await expect(app.text).toHaveValue(last);
  await page.keyboard.press("F8");
  await expect(app.text).toHaveValue(`${K} bm Kd9;`);
  await page.keyboard.press("Shift+F8");
  await expect(app.text).toHaveValue(last);
  await expect(app.problems.getByRole("listitem").last()).toBeFocused();
});

test("a file without problems has no kinds to go to, and nothing to fold", async ({ app, page }) => {
  await app.dropText("a.epd", `${K} id "a";\n`);
  const fold = page.getByRole("button", { name: "File", exact: true });
  await expect(fold).toBeDisabled();
  await app.button("Check file").click();
  await expect(page.getByText("In the file: 0 kinds of problem")).toBeVisible();
  await expect(page.getByRole("button", { name: /^In the file/ })).toHaveCount(0);
  await expect(fold).toBeDisabled();
  await expect(fold).not.toHaveAttribute("aria-expanded");
});

test("F8 in a file without problems says so", async ({ app, page }) => {
  await app.dropText("a.epd", `${K} id "a";\n${K.replace("w", "b")} id "b";\n`);
  await page.keyboard.press("F8");
  await expect(app.messages).toContainText("No record in the list has a problem.");
});

test("the check of a file follows what is edited, and knows what repeats", async ({ app, page }) => {
  await app.dropText("a.epd", `${K} id "a";\n${K} id "a";\n${K}  id "b";\n`);
  await app.button("Check file").click();
  const problems = page.getByRole("list", { name: "Problems of the file" });
  await expect(problems.getByRole("listitem")).toHaveCount(3);
  await expect(app.button("I216 Positions that repeat: 2 lines")).toBeVisible();
  await expect(app.button("I439 Labels that repeat: 1 line")).toBeVisible();
  await expect(app.button("W102 Superfluous blanks: 1 line")).toBeVisible();
  await app.text.fill(`${K}  bm Kd9;`);
  await expect(app.button("W102 Superfluous blanks: 2 lines")).toBeVisible();
  await expect(page.getByRole("button", { name: /^E\d+ .*: 1 line$/ })).toBeVisible();
  await app.button("Undo").click();
  await expect(app.button("W102 Superfluous blanks: 1 line")).toBeVisible();
  await expect(problems.getByRole("listitem")).toHaveCount(3);
  await app.button("I439 Labels that repeat: 1 line when checked").click();
  await expect(page.getByText("1 of 3 found")).toBeVisible();
  await page.getByRole("combobox", { name: "Find records" }).press("Escape");
  await app.row(3).click();
  await app.button("Remove record").click();
  await expect(problems.getByRole("listitem")).toHaveCount(2);
});

test("what repeats stays counted as it was checked while lines are edited", async ({ app, page }) => {
  await app.dropText("a.epd", `${K} id "a";\n${K} id "a";\n${K} id "a";\n`);
  await app.button("Check file").click();
  await expect(app.button("I439 Labels that repeat: 2 lines")).toBeVisible();
  await app.row(2).click();
  await app.text.fill(`${K}  id "a";`);
  await expect(app.button("W102 Superfluous blanks: 1 line")).toBeVisible();
  await expect(app.button("I439 Labels that repeat: 2 lines when checked")).toBeVisible();
  await app.button("Remove record").click();
  await expect(app.button("I439 Labels that repeat: 1 line when checked")).toBeVisible();
  await app.button("Check file").click();
  await expect(page.getByRole("button", { name: "I439 Labels that repeat: 1 line", exact: true })).toBeVisible();
});

test("a rule is turned off for one file by keys, and turned on again", async ({ app, page }) => {
  const line = `${K} bm e1d2; id x;`;
  await app.dropText("a.epd", `${line}\n${line.replace("w", "b").replace("e1d2", "e8d7")}\n`);
  await expect(app.problemCount).toHaveText("2 problems");
  await app.button("Check file").click();
  await expect(app.button("E303 Moves in another notation: 2 lines")).toBeVisible();
  await turnOff(page);
  await expect(app.messages).toContainText("E303 is off in this file.");
  await expect(app.problemCount).toHaveText("1 problem");
  // The check of the file is asked for anew, and no longer counts them.
  await app.button("Check file").click();
  await expect(app.button("E406 Strings without quotes: 2 lines")).toBeVisible();
  await expect(app.button("E303 Moves in another notation: 2 lines")).toBeHidden();
  // Its fixes are not applied, in the record or in the file.
  await app.menu("Tools", "Repair file");
  await expect(app.text).toHaveValue(`${K} bm e1d2; id "x";`);
  expect((await app.save()).toString()).toContain("bm e8d7;");
  // A search asks in the same way.
  const box = page.getByRole("combobox", { name: "Find records" });
  await box.fill("error:E303");
  await box.press("Enter");
  await expect(page.getByText("0 of 2 found")).toBeVisible();
  await box.press("Escape");

  // Another file has the rule as it is.
  await app.dropText("b.epd", `${line}\n`);
  await expect(app.problemCount).toHaveText("2 problems");
  await expect(page.getByRole("list", { name: "Rules changed in this file" })).toBeHidden();

  // The file has its settings again next time.
  await page.reload();
  await app.dropText("a.epd", `${line}\n`);
  await expect(app.problemCount).toHaveText("1 problem");
  const changed = page.getByRole("list", { name: "Rules changed in this file" });
  await expect(changed.getByRole("listitem")).toHaveCount(1);
  await changed.getByLabel("E303 in this file").selectOption("As the rule says");
  await expect(app.problemCount).toHaveText("2 problems");
  await expect(changed).toBeHidden();
});

test("how grave a rule is can be changed where it is explained", async ({ app, page }) => {
  await app.dropText("a.epd", `${K} bm e1d2;\n${K} id "a";\n`);
  await app.problems.getByText("E303 §").click();
  const level = app.problems.getByLabel("E303 in this file");
  await expect(level).toHaveValue("");
  const state = (name: string) => app.row(1).getByRole("gridcell", { name, exact: true });
  await expect(state("error")).toBeVisible();
  for (const name of ["Info", "Warning", "Error"]) {
    await level.selectOption(name);
    await expect(state(name.toLowerCase())).toBeVisible();
    await expect(app.problems.getByText(new RegExp(`^E303 ${name.toLowerCase()}:`))).toHaveCount(1);
  }
  // The row has the focus when it goes; it is not lost.
  await level.selectOption("Off");
  await expect(app.problemCount).toHaveText("No problems");
  await expect(app.problemCount).toBeFocused();
  const changed = page.getByRole("list", { name: "Rules changed in this file" }).getByLabel("E303 in this file");
  await changed.selectOption("Warning");
  await expect(app.problemCount).toHaveText("1 problem");
  await changed.focus();
  await changed.selectOption("As the rule says");
  await expect(app.problemCount).toBeFocused();
});

test("the choice for a rule never becomes that of another rule", async ({ app }) => {
  await app.dropText("a.epd", `${K} bm e1d2; id x;\n`);
  await app.problems.getByText("E303 §").click();
  await app.problems.getByLabel("E303 in this file").focus();
  await app.problems.getByLabel("E303 in this file").selectOption("Off");
  await expect(app.problemCount).toHaveText("1 problem");
  // The row of the other rule is closed, and the focus is not in it.
  await expect(app.problems.getByLabel("E406 in this file")).toBeHidden();
  await expect(app.problemCount).toBeFocused();
});

test("the settings of a file are its own, and those of a pasted text are nobody's", async ({ app, page }) => {
  const line = `${K} bm e1d2;`;
  const paste = async () => page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, `${line}\n${line}\n`);
  await paste();
  await expect(app.tab("pasted.epd •")).toBeVisible();
  await turnOff(page);
  await expect(app.problemCount).toHaveText("No problems");
  await page.reload();
  await page.getByRole("button", { name: "Discard" }).click();
  await paste();
  await expect(app.tab("pasted.epd •")).toBeVisible();
  await expect(app.problemCount).not.toHaveText("No problems");
  // A file whose comments name another game is read as chess by who turns the rule off.
  await app.dropText("suicide.epd", `% suicide chess\n${line}\n`);
  await expect(app.problems).toContainText("suicide chess");
  await turnOff(page);
  await expect(app.problems).toContainText("coordinate notation");
});

test("a file whose comments name another game is not judged by the rules of chess", async ({ app, page }) => {
  const file = `% suicide chess\n${K} bm Kd2;\n`;
  await app.dropText("suicide.epd", file);
  await expect(app.text).toHaveValue(`${K} bm Kd2;`);
  await expect(app.problems).toContainText("suicide chess, according to a comment in the file");
  await app.button("Analyse record").click();
  await expect(app.messages).toContainText("suicide chess");
  await expect(app.text).toHaveValue(`${K} bm Kd2;`);
  await page.keyboard.press("t");
  await expect(page.locator("#engine")).toContainText("suicide chess");
  // Another file is one of chess, but for a record that says otherwise; and the first one stays what it is.
  const other = `${K} variant crazyhouse;`;
  await app.dropText("chess.epd", `${K} bm Kd2;\n${other}\n`);
  await expect(app.problemCount).toHaveText("No problems");
  await app.row(2).click();
  await app.menu("Analyse", "Analyse record");
  await expect(app.messages).toContainText("a chess variant");
  await expect(app.text).toHaveValue(other);
  await app.tab("suicide.epd").click();
  await expect(app.problemCount).toHaveText("1 problem");
});

test("an explanation on a phone covers no other problem", async ({ app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await app.dropText("a.epd", `${K}  bm Kd9; acs 60.00; id x; xy; xy;\n`);
  await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: /^Problems/ }).click();
  await app.problems.getByText("W102 §").click();
  const boxes = await Promise.all((await app.problems.getByRole("listitem").all()).map((row) => row.evaluate((row) => {
    const { top } = row.getBoundingClientRect();
    const inside = [...row.querySelectorAll("*")].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().bottom);
    return { top, bottom: Math.max(...inside) };
  })));
  for (const [at, box] of boxes.entries()) if (at > 0) expect(box.top).toBeGreaterThanOrEqual(boxes[at - 1]!.bottom);
});

test("kinds of a file are chosen by severity, and what a fix would change is seen before", async ({ app, page }) => {
  const file = `${K} bm e1d2; id x;\n${K.replace("w", "b")}  id "y";\n${K} bm e1f1;\n`;
  await app.dropText("a.epd", file);
  await app.button("Check file").click();
  const kinds = page.getByRole("list", { name: "Problems of the file" }).getByRole("listitem");
  // Two errors, a warning, and positions that repeat.
  await expect(kinds).toHaveCount(4);
  await app.button("Errors: 2").click();
  await expect(kinds).toHaveCount(2);
  await app.button("Warnings: 1").click();
  await expect(kinds).toHaveCount(1);
  // What is fixed leaves its severity without a kind, and then all are shown.
  await app.button("Fix all W102").click();
  await expect(kinds).toHaveCount(3);
  await expect(app.button("Warnings: 1")).toHaveCount(0);
  await app.button("See what fixing E303 would change").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Only this rule", { exact: false })).toHaveValue("E303");
  // Its records are listed, so that they are what the tool is about.
  await expect(dialog.getByRole("status", { name: "Preview" })).toContainText("2 lines.");
  await expect(page.getByRole("combobox", { name: "Find records" })).toHaveValue("error:E303");
  await expect(dialog).toContainText("bm Kd2");
  await page.keyboard.press("Escape");
  // Twice in a row, and for the other rule.
  await app.button("See what fixing E406 would change").click();
  await expect(dialog.getByLabel("Only this rule", { exact: false })).toHaveValue("E406");
  await expect(dialog).toContainText('id "x"');
  await dialog.getByLabel("Only this rule", { exact: false }).fill("e999");
  await dialog.getByRole("button", { name: /^Repair/ }).last().click();
  await expect(app.messages).toContainText("E999");
  await expect(app.text).toHaveValue(`${K} bm e1d2; id x;`);
  await app.button("See what fixing E406 would change").click();
  await dialog.getByLabel("Only this rule", { exact: false }).fill("e406");
  await dialog.getByRole("button", { name: /^Repair/ }).last().click();
  await expect(dialog).toHaveCount(0);
  await expect(app.text).toHaveValue(`${K} bm e1d2; id "x";`);
});

test("a problem leads to its place in the text, by a click and by Enter", async ({ app, page }) => {
  await app.dropText("a.epd", '4k3/8/8/8/8/8/4P3/4K3 w - - bm Ke5; id "é"; zz;;\n');
  const selected = () => app.text.evaluate((field) => {
    const area = field as HTMLTextAreaElement;
    return area.value.slice(area.selectionStart, area.selectionEnd);
  });
  await app.problems.getByText(/Ke5/).first().click();
  await expect.poll(selected).toBe("Ke5");
  await expect(app.text).toBeFocused();
  await page.keyboard.press("F8");
  await expect(app.problems.locator("li:focus")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(app.text).toBeFocused();
  await expect.poll(selected).not.toBe("Ke5");
  // Behind a letter of two bytes.
  await app.problems.getByText(/zz/).first().click();
  await expect.poll(selected).toBe("zz");
  // On a phone the text is another part of the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: /^Problems/ }).click();
  await app.problems.getByText(/Ke5/).first().click();
  await expect(app.text).toBeVisible();
  await expect(app.text).toBeFocused();
  await page.keyboard.press("F8");
  await expect(app.problems).toBeVisible();
});

test("a kind of problem reads as words with blanks between them, and the file's kinds have a menu", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - pv e2e4 e8d7 e1e2 d7d6 e2e3;\n");
  await expect(app.problems.locator("summary").first()).toHaveText(/^.*Moves in another notation: 5 E303 for example: .*$/);
  await app.button("Check file").click();
  await page.getByRole("list", { name: "Problems of the file" }).getByRole("button").first().click({ button: "right" });
  const menu = page.getByRole("menu", { name: "File" });
  await expect(menu.getByRole("menuitem", { name: "Repair file", exact: true })).toBeVisible();
});

test("what is underlined says why under the pointer", async ({ app, page }) => {
  await app.dropText("a.epd", '4k3/8/8/8/8/8/4P3/4K3 w - - bm Ke5; id "a";\n');
  await expect(app.problemCount).not.toHaveText("");
  const over = async (text: string) => {
    const box = (await page.locator(".line-editor__paint span", { hasText: text }).first().boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  };
  await over("Ke5");
  await expect(app.text).toHaveAttribute("title", /^E\d+.*Ke5/);
  await over("id");
  await expect(app.text).not.toHaveAttribute("title", /./);
});

test("a file may be closed before the frame in which its problems would have been shown", async ({ app, page }) => {
  await app.dropText("a.epd", `${K} id "fine";\n${K} bm Kd9;\n`);
  // From now on frames come when this test says so.
  await page.evaluate(() => {
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (act) => held.push(act);
    Object.assign(window, { frame: () => held.splice(0).forEach((act) => act(performance.now())) });
  });
  await page.keyboard.press("Alt+ArrowDown");
  await expect(app.text).toHaveValue(`${K} bm Kd9;`);
  await expect(app.problems.getByRole("listitem").first()).toBeVisible();
  await app.button("Close a.epd").click();
  await expect(app.tab("a.epd")).toHaveCount(0);
  await page.evaluate(() => (window as unknown as { frame: () => void }).frame());
  // The page goes on: an error of it fails every test.
  await app.dropText("b.epd", `${K} id "b";\n`);
  await expect(app.text).toHaveValue(`${K} id "b";`);
});

test("a comment is told as one in the record, in the file, and by the query", async ({ app, page }) => {
  await app.dropText("a.epd", `# a comment\n${K}\n`);
  await app.row(1).click();
  await expect(app.problemCount).toHaveText("1 problem");
  await app.button("Check file").click();
  await app.button("I116 Comment lines: 1 line").click();
  await expect(page.getByText("1 of 2 found")).toBeVisible();
});

test("kinds of problems in a file are fixed where they can be, found by words, and counted below", async ({ app, page }) => {
  const other = "4k3/8/8/8/8/8/4P3/4K3 w - -";
  await app.dropText("a.epd", `${K}  id "a";\n${other} bm Kd9;\n${other} dm 0;\n${other} bm Kd2 Kd2; zz x;\n${other} id "a";\n${other} ce x;\n`);
  await app.button("Check file").click();
  const kinds = page.getByRole("list", { name: "Problems of the file" }).getByRole("listitem");
  await expect(kinds.filter({ hasText: "W102" })).toHaveCount(1);
  const count = await kinds.count();
  expect(count).toBeGreaterThanOrEqual(6);
  // The panel folds, and the count in the status bar opens it.
  const fold = page.getByRole("button", { name: "File", exact: true });
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await fold.click();
  await expect(kinds.first()).toBeHidden();
  await app.button(`In the file: ${count} kinds of problem`).click();
  await expect(kinds.first()).toBeVisible();
  await expect(fold).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(kinds.first()).toBeHidden();
  await app.button("Check file").click();
  await expect(kinds).toHaveCount(count);
  await expect(kinds.first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Fix all W102" })).toBeEnabled();
  const repeats = page.getByRole("button", { name: "Fix all I216" });
  await expect(repeats).toBeDisabled();
  await expect(repeats).toHaveAttribute("title", "No line has a safe fix for it");
  const filter = page.getByRole("searchbox", { name: "Filter kinds of problems" });
  await filter.fill("superfluous");
  await expect(kinds).toHaveCount(1);
  await filter.fill("no such kind");
  await expect(page.getByText("No kind of problem has these words.")).toBeVisible();
  await filter.fill("");
  await page.getByRole("button", { name: "Fix all W102" }).click();
  await expect(kinds.filter({ hasText: "W102" })).toHaveCount(0);
});

test("a rule that was only looked at is not in the tools when these are opened next", async ({ app, page }) => {
  await app.dropText("a.epd", `${K}  id "a";\n`);
  await app.button("Check file").click();
  await page.getByRole("button", { name: "See what fixing W102 would change" }).click();
  const dialog = page.getByRole("dialog", { name: "Work on many records" });
  await expect(dialog.getByLabel(/^Only this rule/)).toHaveValue("W102");
  await page.keyboard.press("Escape");
  await app.records.focus();
  await page.keyboard.press("e");
  await expect(dialog.getByLabel(/^Only this rule/)).toHaveValue("");
});

test("many problems of a kind explain themselves once", async ({ app }) => {
  await app.dropText("a.epd", `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv ${"g1f3 g8f6 f3g1 f6g8 ".repeat(2).trim()};\n`);
  const kind = app.problems.first().locator("> li").filter({ hasText: "E303" });
  await kind.locator("summary").first().click();
  await expect(kind.getByRole("list").getByRole("listitem").first()).toBeVisible();
  await expect(kind.locator(".problem__why")).toHaveCount(1);
  await expect(kind.getByRole("combobox", { name: /E303/ })).toHaveCount(1);
});

test("a kind behind many problems of another one is listed, and fixed at once", async ({ app, page }) => {
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
  const line = `${start} bm ${"e2e4 g1f3 b1c3 d2d4 ".repeat(75)}; c0 unquoted; c1 "b"; dm x;`;
  await app.dropText("a.epd", `${line}\n`);
  const kind = (name: string) => app.problems.locator(".problem--kind").filter({ hasText: name });
  await expect(kind("Moves in another notation: 300")).toBeVisible();
  await expect(kind("Moves given twice: 296")).toBeVisible();
  await expect(app.problems.locator("> li").filter({ hasText: "unquoted" })).toBeVisible();
  // Fifty of a kind are shown at a time: those around the one that is gone to.
  await kind("Moves in another notation").locator("summary").click();
  await expect(kind("Moves in another notation").getByRole("listitem")).toHaveCount(50);
  await expect(kind("Moves in another notation")).toContainText("300 problems, showing 1 to 50");
  await app.button("Fix all 300").click();
  await expect(kind("Moves in another notation")).toHaveCount(0);
  await expect(app.text).toHaveValue(`${start} bm ${"e4 Nf3 Nc3 d4 ".repeat(75)}; c0 unquoted; c1 "b"; dm x;`);
  await app.button("Undo").click();
  await expect(app.text).toHaveValue(line);
});
