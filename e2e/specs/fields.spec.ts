// The fields of the form: made for what they hold, and beside the text of the record.
import { expect, test } from "../fixtures.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const BLACK = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";

test("a number says what it means, in both languages", async ({ app }) => {
  await app.dropText("a.epd", `${START} acd 12; acn 1234567; acs 3661; ce -28; dm 3; hmvc 1;\n`);
  const meaning = (opcode: string) => app.operation(opcode).locator("output");
  for (const [opcode, words] of [["acd", "12 plies"], ["acn", "1,234,567 nodes"], ["acs", "1:01:01"], ["ce", "−0.28"], ["dm", "mate in 3"], ["hmvc", "1 ply"]])
    await expect(meaning(opcode)).toHaveText(words);
  await app.operation("ce").getByRole("textbox").fill("32764");
  await expect(meaning("ce")).toHaveText("#2");
  // A number that is no score says nothing, and stays.
  await app.operation("ce").getByRole("textbox").fill("-32768");
  await expect(meaning("ce")).toHaveText("");
  await app.language.selectOption("ru");
  await expect(meaning("acn")).toHaveText("1 234 567 узлов");
  await expect(meaning("dm")).toHaveText("мат в 3 хода");
});

test("a score is typed as people write it, and is a number in the line", async ({ app, page }) => {
  await app.dropText("a.epd", `${START} ce 0;\n`);
  const field = app.operation("ce").getByRole("textbox");
  await field.selectText();
  await page.keyboard.type("-1.5");
  await expect(app.text).toHaveValue(`${START} ce -150;`);
  await expect(field).toHaveValue("-1.5");
  await page.keyboard.press("Tab");
  await expect(field).toHaveValue("-150");
  for (const [typed, ce] of [["#3", 32762], ["#-2", -32763], ["+0,25", 25], ["−1.", -100], ["7", 7]] as const) {
    await field.fill(typed);
    await expect(app.text).toHaveValue(`${START} ce ${ce};`);
  }
  // Two notations in a row are one edit after the other; undo leads back.
  await app.text.focus();
  while (await app.button("Undo").isEnabled()) await app.button("Undo").click();
  await expect(app.text).toHaveValue(`${START} ce 0;`);
  await expect(field).toHaveValue("0");
});

test("moves are chosen on the board, from the field they belong to", async ({ app, page }) => {
  await app.dropText("a.epd", `${START} bm d4; pm e4; pv e4;\n`);
  const pick = (opcode: string) => app.button(`Choose on the board: ${opcode}`);
  await pick("bm").click();
  await expect(pick("bm")).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("radio", { name: /^bm:/ })).toBeChecked();
  await app.square("e2").click();
  await app.square("e4").click();
  await expect(app.text).toHaveValue(`${START} bm d4 e4; pm e4; pv e4;`);
  // The same move again takes it out; the switch went from one field to the other.
  await app.square("d2").click();
  await app.square("d4").click();
  await expect(app.text).toHaveValue(`${START} bm e4; pm e4; pv e4;`);
  await pick("pv").click();
  await expect(pick("bm")).toHaveAttribute("aria-pressed", "false");
  await app.square("e7").click();
  await app.square("e5").click();
  await expect(app.text).toHaveValue(`${START} bm e4; pm e4; pv e4 e5;`);
  await pick("pv").click();
  await expect(page.getByRole("radio", { name: /^try:/ })).toBeChecked();
  // By keys alone.
  await pick("pm").focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("radio", { name: /^pm:/ })).toBeChecked();
});

test("a line of moves is cut at a move and gets the next one", async ({ app }) => {
  await app.dropText("a.epd", `${START} pv e4 e5 Nf3; sv d4 d4 d5;\n`);
  const pv = app.operation("pv");
  const next = pv.getByLabel("Add a move to pv");
  await expect(pv.getByRole("button", { name: /^Cut pv before/ })).toHaveCount(3);
  await next.selectOption("Nc6");
  await expect(app.text).toHaveValue(`${START} pv e4 e5 Nf3 Nc6; sv d4 d4 d5;`);
  await expect(next).toHaveValue("");
  await next.selectOption("Bb5");
  await expect(app.text).toHaveValue(`${START} pv e4 e5 Nf3 Nc6 Bb5; sv d4 d4 d5;`);
  // By keys alone: the line ends before the move.
  await pv.getByRole("button", { name: "Cut pv before Nf3" }).press("Enter");
  await expect(next).toBeFocused();
  await expect(app.text).toHaveValue(`${START} pv e4 e5; sv d4 d4 d5;`);
  // A cut is a step of its own, whatever was done just before.
  await app.button("Undo").click();
  await expect(app.text).toHaveValue(`${START} pv e4 e5 Nf3 Nc6 Bb5; sv d4 d4 d5;`);
  await app.button("Redo").click();
  await expect(app.text).toHaveValue(`${START} pv e4 e5; sv d4 d4 d5;`);
  // What was refused in the field is over when the line changes otherwise.
  await pv.getByRole("textbox").fill("e4 e5; x");
  await expect(pv.getByRole("alert")).toBeVisible();
  await next.selectOption("Nc3");
  await expect(pv.getByRole("alert")).toHaveCount(0);
  await expect(pv.getByRole("textbox")).toHaveValue("e4 e5 Nc3");
  await pv.getByRole("textbox").fill("1. e4 e5");
  await expect(pv.getByRole("button", { name: /^Cut pv before/ })).toHaveCount(2);
  await next.selectOption("Nf3");
  await expect(app.text).toHaveValue(`${START} pv 1. e4 e5 Nf3; sv d4 d4 d5;`);
  await pv.getByRole("textbox").fill("e4 e5");
  // Nothing follows a line that cannot be played, until it is cut.
  const sv = app.operation("sv");
  await expect(sv.getByLabel("Add a move to sv").getByRole("option")).toHaveCount(1);
  await sv.getByRole("button", { name: "Cut sv before d4" }).nth(1).click();
  await expect(app.text).toHaveValue(`${START} pv e4 e5; sv d4;`);
  await sv.getByLabel("Add a move to sv").selectOption("Nf6");
  await expect(app.text).toHaveValue(`${START} pv e4 e5; sv d4 Nf6;`);
  await app.button("Undo").click();
  await expect(app.text).toHaveValue(`${START} pv e4 e5; sv d4;`);
  await app.button("Undo").click();
  await expect(app.text).toHaveValue(`${START} pv e4 e5; sv d4 d4 d5;`);
});

test("text and form follow each other's caret", async ({ app, page }) => {
  await app.dropText("a.epd", `${START} acd 5; bm e4; id "one";\n${BLACK} bm e5; id "two";\n`);
  const marked = page.locator(".paint--current");
  const row = page.locator(".operation--current");
  await app.operation("bm").getByRole("combobox").focus();
  await expect(row).toContainText("bm");
  await expect.poll(async () => (await marked.allTextContents()).join("")).toBe("bm e4;");
  // From the text: the caret goes to the id.
  await app.text.focus();
  await page.keyboard.press("Control+End");
  await expect(row).toContainText("id");
  await expect.poll(async () => (await marked.allTextContents()).join("")).toBe('id "one";');
  for (let at = 0; at < 14; at += 1) await page.keyboard.press("ArrowLeft");
  await expect(row).toContainText("bm");
  // In the next record the caret is at its end.
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(async () => (await marked.allTextContents()).join("")).toBe('id "two";');
  await app.operation("bm").getByRole("combobox").focus();
  await expect.poll(async () => (await marked.allTextContents()).join("")).toBe("bm e5;");
});

test("an operation is removed from its menu, by pointer and by keys", async ({ app, page }) => {
  await app.dropText("a.epd", `${START} acd 5; bm e4; id "one";\n`);
  await app.operation("acd").getByText("acd", { exact: true }).click({ button: "right" });
  const menu = page.getByRole("menu", { name: "Operations" });
  await menu.getByRole("menuitem", { name: "Remove operation", exact: true }).click();
  await expect(app.text).toHaveValue(`${START} bm e4; id "one";`);
  await app.button("Remove id").focus();
  await page.keyboard.press("Shift+F10");
  await expect(menu.getByRole("menuitem", { name: "Remove operation", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(app.text).toHaveValue(`${START} bm e4;`);
  await app.button("Undo").click();
  await expect(app.text).toHaveValue(`${START} bm e4; id "one";`);
});

test("the operation that is removed is the one that was chosen, wherever the pointer goes", async ({ app, page }) => {
  await app.dropText("a.epd", `${START} bm d4; ce 1; id "one"; bm e4;\n${BLACK} id "two";\n`);
  const menu = page.getByRole("menu", { name: "Operations" });
  // Of two of the same name the one under the pointer, although others are crossed on the way to the menu.
  await app.operations.getByRole("listitem").last().getByText("bm", { exact: true }).click({ button: "right" });
  await app.operation("ce").hover({ force: true, position: { x: 20, y: 5 } });
  await menu.getByRole("menuitem", { name: "Remove operation", exact: true }).click();
  await expect(app.text).toHaveValue(`${START} bm d4; ce 1; id "one";`);
  // The field with the focus, while the pointer crosses the form to the menu bar.
  await app.operation("id").getByRole("textbox").focus();
  await app.operation("ce").hover();
  await app.menu("Record", "Remove operation");
  await expect(app.text).toHaveValue(`${START} bm d4; ce 1;`);
  // In another record nothing was chosen yet.
  await app.row(2).click();
  await page.getByRole("menubar").getByRole("menuitem", { name: "Record", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Remove operation", exact: true })).toHaveAttribute("aria-disabled", "true");
});

test("of two operations with one opcode, each is changed for itself", async ({ app }) => {
  await app.dropText("a.epd", `${START} bm d4; ce 1; id "a"; ce 2; id "b";\n`);
  const fields = (opcode: string) => app.operation(opcode).getByRole("textbox");
  await fields("ce").nth(1).fill("20");
  await expect(app.text).toHaveValue(`${START} bm d4; ce 1; id "a"; ce 20; id "b";`);
  await fields("ce").nth(0).fill("10");
  await fields("id").nth(1).fill("c");
  await expect(app.text).toHaveValue(`${START} bm d4; ce 10; id "a"; ce 20; id "c";`);
  await expect(fields("ce").nth(1)).toHaveValue("20");
  // Each field is a step of its own.
  for (const before of [`${START} bm d4; ce 10; id "a"; ce 20; id "b";`, `${START} bm d4; ce 1; id "a"; ce 20; id "b";`, `${START} bm d4; ce 1; id "a"; ce 2; id "b";`]) {
    await app.button("Undo").click();
    await expect(app.text).toHaveValue(before);
  }
});

test("the form follows the caret of the text, and the text what has the focus in the form", async ({ app, page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  const many = Array.from({ length: 10 }, (_, at) => `c${at} "${"word ".repeat(20).trim()}";`).join(" ");
  await app.dropText("a.epd", `${START} ${many}\n`);
  const editor = page.locator(".line-editor");
  // Between the text, which stays where it is, and the panel of the file.
  const shown = (opcode = "c9") =>
    app.operation(opcode).evaluate((row) => {
      const [own, text, panel] = [row, ...[".line-editor", ".file-panel"].map((it) => document.querySelector(it)!)].map((it) => it.getBoundingClientRect());
      return own.top >= text.bottom - 1 && own.bottom <= panel.top + 1;
    });
  await app.operation("c9").getByRole("textbox").focus();
  await expect.poll(() => editor.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
  await page.locator(".pane--editor").evaluate((pane) => (pane.scrollTop = 0));
  await app.operation("c0").getByRole("textbox").focus();
  await expect.poll(() => editor.evaluate((box) => box.scrollTop)).toBeLessThan(20);
  await page.locator(".pane--editor").evaluate((pane) => (pane.scrollTop = 0));
  expect(await shown()).toBe(false);
  await app.text.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowLeft");
  await expect(app.operation("c9")).toHaveClass(/operation--current/);
  await expect.poll(shown).toBe(true);
  await expect(editor).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await expect(app.operation("c0")).toHaveClass(/operation--current/);
  await expect.poll(() => shown("c0")).toBe(true);
  await expect(editor).toBeInViewport({ ratio: 1 });
});

test("what has the focus in the form is never behind the text or the panel of the file", async ({ app, page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  const many = Array.from({ length: 10 }, (_, at) => `c${at} "${"word ".repeat(20).trim()}";`).join(" ");
  await app.dropText("a.epd", `${START} ${many} ${Array.from({ length: 8 }, (_, at) => `x${at} 1;`).join(" ")}\n`);
  await app.button("Check file").click();
  await expect(page.getByRole("button", { name: /^In the file/ })).toBeVisible();
  const covered = () =>
    page.evaluate(() => {
      const [own, text, panel] = [document.activeElement!, ...[".line-editor", ".file-panel"].map((it) => document.querySelector(it)!)].map((it) => it.getBoundingClientRect());
      return own.top < text.bottom - 1 ? "by the text" : own.bottom > panel.top + 1 ? "by the panel" : "";
    });
  await app.operation("c0").getByRole("textbox").focus();
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press(key);
      const isInForm = await page.evaluate(() => document.activeElement!.closest(".operation, .add-operation") !== null);
      if (isInForm) await expect.poll(covered, `${key} ${presses}`).toBe("");
    }
  }
});

test("on a tablet the form follows the caret only as far as the text stays in view", async ({ app, page }) => {
  await page.setViewportSize({ width: 1000, height: 1200 });
  const many = Array.from({ length: 10 }, (_, at) => `c${at} "${"word ".repeat(20).trim()}";`).join(" ");
  await app.dropText("a.epd", `${START} ${many} ${Array.from({ length: 40 }, (_, at) => `x${at} 1;`).join(" ")}\n`);
  await app.text.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowLeft");
  await expect(app.operation("x39")).toHaveClass(/operation--current/);
  await expect(app.text).toBeInViewport();
});

test("a text that a field refused is told when the field goes", async ({ app, page }) => {
  await app.dropText("a.epd", `${START} id "a";\n${BLACK} id "b";\n`);
  await app.operation("id").getByRole("textbox").fill('say "hi"');
  await page.keyboard.press("Alt+ArrowDown");
  await expect(app.messages).toContainText('`say "hi"` was not taken over into id: ');
});

test("what is taken from and put into a set of moves is undone by its key at once", async ({ app, page }) => {
  await app.dropText("a.epd", `${START} bm d4 e4;\n`);
  await app.button("Remove d4 from bm").click();
  await expect(app.text).toHaveValue(`${START} bm e4;`);
  await page.keyboard.press("Control+z");
  await expect(app.text).toHaveValue(`${START} bm d4 e4;`);
  await app.operation("bm").getByRole("combobox").selectOption("Nf3");
  await page.keyboard.press("Control+z");
  await expect(app.text).toHaveValue(`${START} bm d4 e4;`);
});

test("one word of a list is chosen", async ({ app }) => {
  await app.dropText("a.epd", `${START} refcom inform;\n${START} refreq wrong;\n`);
  const choice = (opcode: string) => app.operation(opcode).getByRole("combobox", { name: opcode });
  await expect(choice("refcom")).toHaveValue("inform");
  await choice("refcom").selectOption("conclude");
  await expect(app.text).toHaveValue(`${START} refcom conclude;`);
  // A word that is none of them is shown, and stays until another one is chosen.
  await app.row(2).click();
  await expect(choice("refreq")).toHaveValue("wrong");
  await choice("refreq").selectOption("sign_on");
  await expect(app.text).toHaveValue(`${START} refreq sign_on;`);
});

test("a time is typed with colons, and is the number of its seconds in the line", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/8/4K3 w - - acs 5;\n");
  const field = page.getByRole("textbox", { name: "acs", exact: true });
  for (const [typed, seconds] of [["1:30", 90], ["1:01:01", 3661], ["0:07", 7], ["12", 12]] as const) {
    await field.fill(typed);
    await expect(app.text).toHaveValue(`4k3/8/8/8/8/8/8/4K3 w - - acs ${seconds};`);
    await field.blur();
    await expect(field).toHaveValue(String(seconds));
  }
});

test("an operation is added by its opcode, and what is typed next is its operand", async ({ app, page }) => {
  await app.dropText("a.epd", `${START} id "x";\n`);
  const opcode = page.getByLabel("New operation");
  await opcode.fill("c0");
  await page.keyboard.press("Enter");
  await expect(app.operation("c0").getByRole("textbox")).toBeFocused();
  await page.keyboard.type("hello");
  await expect(app.text).toHaveValue(`${START} c0 "hello"; id "x";`);
  // One that is there leads to its field; what is no opcode stays, with the reason.
  await opcode.fill("id");
  await page.keyboard.press("Enter");
  await expect(app.messages).toContainText("id is there already.");
  await expect(app.operation("id").getByRole("textbox")).toBeFocused();
  await opcode.fill("bad op");
  await app.button("Add").click();
  await expect(app.messages).toContainText("`bad op` is no opcode");
  await expect(opcode).toHaveValue("bad op");
  await expect(app.text).toHaveValue(`${START} c0 "hello"; id "x";`);
});
