import { expect, own, test } from "../fixtures.ts";

const KINGS = "4k3/8/8/8/8/8/8/4K3 w - -";

test("problems and board follow every keystroke", async ({ app }) => {
  await app.dropText("a.epd", `${KINGS} bm Kd2;\n`);
  await app.text.focus();
  await app.text.press("End");
  await app.text.pressSequentially(" ce 1.5;");
  await expect(app.problems).toContainText("`ce` takes an integer, not `1.5`");
  await expect(app.problems).toContainText("`1.5` has a fraction");
  await expect(app.problemCount).toHaveText("2 problems");
  await app.text.fill("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;");
  await expect(app.square("e2")).toHaveAccessibleName("e2, white pawn");
  await expect(app.problemCount).toHaveText("No problems");
});

test("a fix by click, undo and redo by keyboard", async ({ app, page }) => {
  await app.dropText("a.epd", `${KINGS} bm e1d2; id name\n`);
  await app.problems.getByRole("button", { name: "Write `Kd2`" }).click();
  await expect(app.text).toHaveValue(`${KINGS} bm Kd2; id name`);
  await page.keyboard.press("Control+z");
  await expect(app.text).toHaveValue(`${KINGS} bm e1d2; id name`);
  await page.keyboard.press("Control+Shift+Z");
  await expect(app.text).toHaveValue(`${KINGS} bm Kd2; id name`);
});

test("problems are gone through and fixed by keyboard", async ({ app, page }) => {
  await app.dropText("a.epd", `${KINGS} bm e1d2; id name\n`);
  const menu = page.getByRole("listbox", { name: "Fixes" });
  for (const title of ["Write `Kd2`", "Put it in quotes", "Add `;`"]) {
    await page.keyboard.press("F8");
    await page.keyboard.press("Control+.");
    await expect(menu.getByRole("option", { selected: true })).toContainText(title);
    await expect(menu).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(menu).toHaveCount(0);
  }
  await expect(app.text).toHaveValue(`${KINGS} bm Kd2; id "name";`);
  await expect(app.problemCount).toHaveText("No problems");
});

test("the menu of fixes is about what the caret stands in, and says what may change the meaning", async ({ app, page }) => {
  await app.dropText("a.epd", `${KINGS} bm e1d2; id "x";\n4k3/8/8/8/8/8/8/4R1K1 w - - id two\n`);
  const menu = page.getByRole("listbox", { name: "Fixes" });
  const options = menu.getByRole("option");
  await app.row(2).click();
  await expect(app.problemCount).toHaveText("3 problems");
  await app.text.focus();
  await app.text.press("End");
  await page.keyboard.press("Control+.");
  await expect(options).toContainText([/quotes/, /Add/, /Let the other side move/, "Repair the record", /^Fix all E\d+ in the file/]);
  await expect(options.nth(2)).toContainText("May change the meaning");
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(app.text).toBeFocused();
  await expect(app.text).toHaveValue("4k3/8/8/8/8/8/8/4R1K1 w - - id two");

  // Arrow keys wrap round at the ends. The caret is at the start of the line, so the problem there comes first.
  await app.text.press("Home");
  await page.keyboard.press("Control+.");
  await expect(options.first()).toContainText("Let the other side move");
  await expect(menu).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(menu.getByRole("option", { selected: true })).toContainText("Turn E211 off in this file");
  await page.keyboard.press("ArrowUp");
  await expect(menu.getByRole("option", { selected: true })).toContainText("Repair the record");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(app.text).toHaveValue("4k3/8/8/8/8/8/8/4R1K1 b - - id two");
  await expect(app.text).toBeFocused();

  await app.text.press("End");
  await page.keyboard.press("Control+.");
  await options.filter({ hasText: "Repair the record" }).click();
  await expect(app.text).toHaveValue('4k3/8/8/8/8/8/8/4R1K1 b - - id "two";');
  await expect(app.problemCount).toHaveText("No problems");
  await page.keyboard.press("Control+.");
  await expect(app.messages).toContainText("No problem in this record has a fix.");
});

test("typing is one step of undo", async ({ app, page }) => {
  await app.dropText("a.epd", `${KINGS}\n`);
  await app.text.focus();
  await app.text.press("End");
  await app.text.pressSequentially(" bm Kd2;");
  await expect(app.text).toHaveValue(`${KINGS} bm Kd2;`);
  await page.keyboard.press("Control+z");
  await expect(app.text).toHaveValue(KINGS);
});

test("operations are added, changed and removed in the form", async ({ app, page }) => {
  await app.dropText("a.epd", `${KINGS}\n`);
  await page.getByLabel("New operation").fill("bm");
  await app.button("Add").click();
  await expect(app.text).toHaveValue(`${KINGS} bm;`);
  await app.operations.getByLabel("Add a move to bm").selectOption("Ke2");
  await app.operations.getByLabel("Add a move to bm").selectOption("Kd2");
  await expect(app.text).toHaveValue(`${KINGS} bm Kd2 Ke2;`);
  await app.button("Remove Ke2 from bm").click();
  await expect(app.text).toHaveValue(`${KINGS} bm Kd2;`);
  for (const [opcode, field, value] of [
    ["id", "id", "my id"],
    ["acd", "acd", "15"],
    ["cc", "cc", "000:00:01:30 000:00:02:00"],
  ]) {
    await page.getByLabel("New operation").fill(opcode);
    await app.button("Add").click();
    await app.operations.getByLabel(field, { exact: true }).fill(value);
  }
  await page.getByLabel("New operation").fill("ts");
  await app.button("Add").click();
  await app.operations.getByLabel("ts date").fill("1995-11-26");
  await app.operations.getByLabel("ts time, UTC").fill("07:30:15");
  await expect(app.text).toHaveValue(
    `${KINGS} acd 15; bm Kd2; cc 000:00:01:30 000:00:02:00; id "my id"; ts 1995.11.26 07:30:15;`,
  );
  await app.button("Remove cc").click();
  await expect(app.text).toHaveValue(`${KINGS} acd 15; bm Kd2; id "my id"; ts 1995.11.26 07:30:15;`);
  await expect(app.problemCount).toHaveText("No problems");
});

test("a quote cannot get into a string", async ({ app }) => {
  await app.dropText("a.epd", `${KINGS} id "x";\n`);
  await app.operations.getByLabel("id", { exact: true }).fill('say "x"');
  await expect(app.operations.getByRole("alert")).toContainText("a string cannot hold a quote");
  await expect(app.text).toHaveValue(`${KINGS} id "x";`);
});

test("the record and the file are normalised", async ({ app }) => {
  await app.drop({ name: "quirks.epd", bytes: own("quirks.epd") });
  await app.row(6).click();
  await app.text.fill(`${KINGS}  id "z" ;bm Ke2 Kd2`);
  await app.button("Normalise record").click();
  await expect(app.text).toHaveValue(`${KINGS} bm Kd2 Ke2; id "z";`);
  await app.menu("Tools", "Normalise file");
  await expect(app.messages).toContainText("7 of 7 lines normalised, 1 changed.");
  const saved = (await app.save()).toString();
  expect(saved.split("\n")).toEqual(
    own("quirks.epd")
      .toString()
      .split("\n")
      .map((line, at) => {
        if (at === 1) return "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm 0-0 e1c1; id unquoted name;";
        return at === 5 ? `${KINGS} bm Kd2 Ke2; id "z";` : line;
      }),
  );
});

test("repairing the file applies the safe fixes, in one step of undo", async ({ app }) => {
  await app.drop({ name: "quirks.epd", bytes: own("quirks.epd") });
  await app.menu("Tools", "Repair file");
  await expect(app.messages).toContainText("7 of 7 lines checked, 2 changed.");
  await app.row(2).click();
  await expect(app.text).toHaveValue('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O O-O-O; id "unquoted name";');
  await app.button("Undo").click();
  expect((await app.save()).equals(own("quirks.epd"))).toBe(true);
});

test("records are added and removed", async ({ app }) => {
  await app.drop({ name: "crlf.epd", bytes: own("crlf.epd") });
  await app.button("Add record").click();
  await expect(app.text).toHaveValue("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
  await app.row(1).click();
  await app.button("Remove record").click();
  const saved = (await app.save()).toString();
  expect(saved).toBe(
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\r\n4k3/8/8/8/8/8/8/R3K2R w KQ - bm O-O-O; id "crlf two"\r\n',
  );
});

test("a fix belongs to the record that is shown", async ({ app }) => {
  await app.dropText("a.epd", `${KINGS} 0 1 bm Kd2;\n3qk3/8/8/8/8/8/8/3QK3 w - - 0 1 bm Qxd8+;\n`);
  await expect(app.problems).toContainText("are FEN counters");
  await app.row(2).click();
  await expect(app.square("d1")).toHaveAccessibleName("d1, white queen");
  await app.button("Write them as `fmvn` and `hmvc`").click();
  await expect(app.text).toHaveValue("3qk3/8/8/8/8/8/8/3QK3 w - - fmvn 1; hmvc 0; bm Qxd8+;");
});

test("a half typed string stays in its field", async ({ app, page }) => {
  await app.dropText("a.epd", `${KINGS} id "x";\n`);
  await page.getByLabel("New operation").fill("ptp");
  await app.button("Add").click();
  const field = app.operations.getByLabel("ptp", { exact: true });
  await field.pressSequentially('Event "');
  await expect(app.operations.getByRole("alert")).toContainText("the second quote is missing");
  await field.pressSequentially('A"');
  await expect(app.text).toHaveValue(`${KINGS} id "x"; ptp Event "A";`);
});

test("prose in a file is left alone", async ({ app }) => {
  const text = `A suite of positions, with remarks\n; a remark of another kind\n${KINGS}  bm Kd2\n`;
  await app.dropText("a.epd", text);
  await app.menu("Tools", "Repair file");
  await expect(app.messages).toContainText("3 of 3 lines checked, 1 changed.");
  await app.menu("Tools", "Normalise file");
  await expect(app.messages).toContainText("3 of 3 lines normalised, 0 changed.");
  expect((await app.save()).toString()).toBe(text.replace("  bm Kd2", " bm Kd2;"));
});

test("a run is one step of undo, whatever is selected meanwhile", async ({ app }) => {
  const text = `${KINGS}  bm Kd2\n`.repeat(9_000);
  await app.dropText("a.epd", text);
  await app.menu("Tools", "Repair file");
  await app.row(3).click();
  await app.row(5).click();
  await expect(app.messages).toContainText("9,000 of 9,000 lines checked, 9,000 changed.");
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(text);
});

test("typed letters take the encoding of the file", async ({ app }) => {
  const bytes = Buffer.from(`${KINGS} id "plain";\n${KINGS} id "D\u00fcne";\n`, "latin1");
  await app.drop({ name: "latin1.epd", bytes });
  await app.operations.getByLabel("id", { exact: true }).fill("sch\u00f6n");
  const saved = (await app.save()).toString("latin1");
  expect(saved).toBe(`${KINGS} id "sch\u00f6n";\n${KINGS} id "D\u00fcne";\n`);
});

test("undo in a field outside the record is the field's own", async ({ app, page }) => {
  await app.dropText("a.epd", `${KINGS} bm Kd2;\n`);
  await app.text.fill(`${KINGS} bm Ke2;`);
  await app.engineSettings();
  await page.getByLabel("Limit", { exact: true }).focus();
  await page.keyboard.press("Control+z");
  await expect(app.text).toHaveValue(`${KINGS} bm Ke2;`);
});

test("moves of a line are put into another order by keys and by dragging, those that cannot be played too", async ({ app, page }) => {
  const line = "4k3/8/8/8/8/8/4P3/4K3 w - - pv";
  await app.dropText("a.epd", `${line} 1. e4 Kd7 2. Kd2 Kd6;\n`);
  const moves = page.getByRole("group", { name: "Lines" }).locator(".move");
  await expect(moves).toHaveText(["1. e4", "Kd7", "2. Kd2", "Kd6"]);
  await moves.nth(2).focus();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(app.text).toHaveValue(`${line} 1. e4 Kd2 2. Kd7 Kd6;`);
  await expect(moves).toHaveText(["1. e4", "Kd2", "Kd7", "Kd6"]);
  await expect(moves.nth(1)).toBeFocused();
  await expect(moves.nth(1)).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(app.text).toHaveValue(`${line} 1. Kd2 e4 2. Kd7 Kd6;`);
  await expect(moves.nth(0)).toBeFocused();
  // At the end it stays.
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(app.text).toHaveValue(`${line} 1. Kd2 e4 2. Kd7 Kd6;`);
  await moves.nth(2).dragTo(moves.nth(1));
  await expect(app.text).toHaveValue(`${line} 1. Kd2 Kd7 2. e4 Kd6;`);
  await expect(moves).toHaveText(["1. Kd2", "Kd7", "2. e4", "Kd6"]);
  for (let at = 0; at < 3; at++) await page.keyboard.press("Control+z");
  await expect(app.text).toHaveValue(`${line} 1. e4 Kd7 2. Kd2 Kd6;`);
  // Dropped elsewhere, it returns to its place, and the page does not treat it as a file.
  await moves.nth(1).dragTo(page.getByRole("heading", { name: "Epidote" }));
  await expect(app.text).toHaveValue(`${line} 1. e4 Kd7 2. Kd2 Kd6;`);
  await expect(app.messages).toHaveText("");
  await expect(page.locator(".app--dragging")).toHaveCount(0);
});

test("what is pasted into a record and is none of it leaves it as it is", async ({ app, page }) => {
  const line = (id: string) => `4k3/8/8/8/8/8/4P3/4K3 w - - id "${id}";`;
  await app.dropText("a.epd", `${line("a")}\n${line("z")}\n`);
  const before = (await app.save()).toString();
  // Behind the text, with a line end and without one; before it; in the middle.
  const pastes: [key: string, text: string, ids: string][] = [
    ["Control+End", `${line("b")}\n${line("c")}\n`, "abcz"],
    ["Control+End", line("b"), "abz"],
    ["Control+Home", `${line("b")}\n${line("c")}\n`, "bcaz"],
    ["Control+Home", line("b"), "baz"],
    ["ArrowLeft", `${line("b")}\n${line("c")}`, "abcz"],
  ];
  for (const [key, text, ids] of pastes) {
    await app.row(1).click();
    await app.text.press("Control+End");
    await app.text.press(key);
    await page.keyboard.insertText(text);
    await expect(app.messages).toContainText(`${ids.length - 2} record${ids.length > 3 ? "s" : ""} put in`);
    await expect(app.text, key).toHaveValue(line(ids.charAt(0)));
    expect((await app.save()).toString()).toBe([...ids].map((id) => `${line(id)}\n`).join(""));
    await app.button("Undo").click();
    expect((await app.save()).toString()).toBe(before);
  }
  // Games are asked about, as everywhere.
  await app.row(1).click();
  await app.text.press("Control+End");
  await page.keyboard.insertText('[Event "x"]\n[Result "*"]\n\n1. e4 e5 *\n');
  await expect(page.getByRole("dialog")).toContainText("Open games");
  await page.keyboard.press("Escape");
  await expect(app.text).toHaveValue(line("a"));
  expect((await app.save()).toString()).toBe(before);
});

test("several records that are pasted into one become lines behind it", async ({ app, page }) => {
  const line = (id: string) => `4k3/8/8/8/8/8/4P3/4K3 w - - id "${id}";`;
  await app.dropText("a.epd", `${line("a")}\r\n${line("z")}\r\n`);
  const before = (await app.save()).toString();
  await page.getByRole("columnheader", { name: "Record" }).click();
  await expect(page.getByRole("columnheader", { name: "Record" })).toHaveAttribute("aria-sort", "ascending");
  await app.text.selectText();
  await page.keyboard.insertText(`${line("b")}\r\n\r\n${line("c é")}\n# a note\n${line("d")}\n`);
  await expect(app.text).toHaveValue(line("b"));
  await expect(app.messages).toContainText("3 records put in, each as a line.");
  await expect(app.records).toHaveAttribute("aria-rowcount", "6");
  const whole = [line("b"), line("c é"), "# a note", line("d"), line("z"), ""].join("\r\n");
  expect((await app.save()).toString()).toBe(whole);
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(before);
  await app.button("Redo").click();
  expect((await app.save()).toString()).toBe(whole);
  // A record that was wrapped stays one.
  await app.row(1).click();
  await app.text.selectText();
  await page.keyboard.insertText('4k3/8/8/8/8/8/4P3/4K3 w - -\nid "wrapped";');
  await expect(app.text).toHaveValue(line("wrapped"));
});
