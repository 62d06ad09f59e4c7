import type { Page } from "@playwright/test";
import type { App } from "../pages/app.ts";
import { expect, test } from "../fixtures.ts";

const K = "4k3/8/8/8/8/8/8/4K3 w - -";
const lines = [
  `${K} ce 5; id "b"; pv Kd2;`,
  `4k3/8/8/8/8/8/4P3/4K3 b - - ce -20; id "a";`,
  `${K} bm Kd2; ce 100; id "c";`,
  "# a comment",
  `${K.replace("w", "b")}  id "d";`,
];
const file = `${lines.join("\n")}\n`;

const heads = (app: App) => app.records.getByRole("columnheader");
const sort = (app: App, head: string) => heads(app).filter({ hasText: head }).getByRole("button").click();
// The cells of a row.
const cells = (app: App, row: number) => app.row(row).getByRole("gridcell");

async function expectOrder(app: App, labels: string[]): Promise<void> {
  for (const [at, label] of labels.entries()) await expect(app.row(at + 1)).toContainText(label);
}

async function openOptions(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("grid", { name: "Records" }).focus();
  await page.keyboard.press("l");
  await expect(page.getByRole("dialog", { name: "The list" })).toBeVisible();
}

test("columns are chosen, and remembered", async ({ app, page }) => {
  await app.dropText("five.epd", file);
  await expect(heads(app)).toHaveCount(5);
  await openOptions(page);
  await page.getByRole("checkbox", { name: "Side" }).check();
  await page.getByRole("checkbox", { name: "Moves" }).uncheck();
  await page.getByLabel("Opcodes with a column").fill("pv, ce no/opcode");
  await page.getByLabel("Opcodes with a column").press("Tab");
  await page.keyboard.press("Escape");
  await expect(heads(app)).toHaveText(["#", "!", "Side", "Record", "pv", "ce"]);
  await expect(cells(app, 1)).toHaveText(["1", "", "w", "b", "Kd2", "+0.05"]);
  await expect(cells(app, 4)).toHaveText(["4", "", "", "# a comment", "", ""]);
  await page.reload();
  await app.dropText("five.epd", file);
  await expect(heads(app)).toHaveText(["#", "!", "Side", "Record", "pv", "ce"]);
});

test("scores have a sign, and the number of EPD under the pointer", async ({ app, page }) => {
  await app.dropText("five.epd", `${K} ce -32763;\n${K} ce -181;\n${K} ce 32764;\n`);
  await openOptions(page);
  await page.getByLabel("Opcodes with a column").fill("ce");
  await page.getByLabel("Opcodes with a column").press("Tab");
  await page.keyboard.press("Escape");
  for (const [row, shown, number] of [[1, "−#2", "ce -32763"], [2, "−1.81", "ce -181"], [3, "#2", "ce 32764"]] as const) {
    await expect(cells(app, row).last()).toHaveText(shown);
    await expect(cells(app, row).last()).toHaveAttribute("title", number);
  }
});

test("in a narrow list names and moves give way, and scores and line numbers are whole", async ({ app, page }) => {
  const file = (lines: number, rest: string) => Array.from({ length: lines }, (_, at) => `${K} bm Kd2 Kf1 Kd1; ce -${12_34 + (at % 9)}; id "a long name ${at}"${rest}`).join("\n");
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const [name, lines] of [["short.epd", 3], ["long.epd", 123_456]] as const) {
    await app.dropText(name, file(lines, ";"));
    await expect(app.tab(name)).toBeVisible();
    await expect(app.records).toHaveAttribute("aria-rowcount", String(lines + 1));
    await app.records.focus();
    await page.keyboard.press("End");
    await expect(cells(app, lines).first()).toHaveText(String(lines));
    const cut = () => cells(app, lines).evaluateAll((cells) => {
      const row = cells[0].closest("[role=grid]")!.getBoundingClientRect();
      return cells.filter((cell) => cell.getBoundingClientRect().right > row.right || cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent);
    });
    await expect.poll(async () => (await cut()).filter((text) => !/name|K/.test(text!))).toEqual([]);
    const line = page.getByRole("spinbutton", { name: "Line" });
    await expect(line).toHaveValue(String(lines));
    expect(await line.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0);
  }
});

test("columns grow with what is written into their records", async ({ app, page }) => {
  await app.dropText("a.epd", `${K} id "one";\n${K} id "two";\n${K} id "three";\n`);
  await app.text.fill(`${K} bm Kd2 Kf2; ce 12345; id "one";`);
  await page.keyboard.press("Alt+ArrowDown");
  await expect(cells(app, 1).last()).toHaveText("+123.45");
  await expect.poll(() => cells(app, 1).last().evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
  // Moves have what the names leave.
  await expect.poll(() => cells(app, 1).filter({ hasText: "Kd2" }).evaluate((cell) => cell.clientWidth)).toBeGreaterThan(55);
});

test("an order that is kept leaves the head of the file where it is", async ({ app, page }) => {
  await app.dropText("a.epd", `# head\n\n${K} id "b";\n${K} id "a";\n# end\n`);
  await heads(app).filter({ hasText: "Record" }).getByRole("button").click();
  await page.getByRole("button", { name: "Keep this order" }).click();
  expect((await app.save()).toString()).toBe(`# head\n\n${K} id "a";\n${K} id "b";\n# end\n`);
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(`# head\n\n${K} id "b";\n${K} id "a";\n# end\n`);
});

test("the tab of the file in view is in view", async ({ app, page }) => {
  const shown = (name: string) => app.tab(name).evaluate((tab) => {
    const box = tab.getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth;
  });
  await app.drop(...Array.from({ length: 14 }, (_, at) => ({ name: `a-long-name-${at}.epd`, bytes: Buffer.from(`${K} id "${at}";\n`) })));
  await expect(app.tab("a-long-name-13.epd")).toBeVisible();
  await page.keyboard.press("Alt+n");
  await expect.poll(() => shown("untitled.epd •")).toBe(true);
});

test("diagrams are shown in higher rows", async ({ app, page }) => {
  await app.dropText("five.epd", file);
  const height = async () => (await app.row(1).boundingBox())?.height;
  const diagram = (row: number) => app.row(row).getByLabel("diagram");
  for (const [density, expected, side] of [["small diagrams", 68, 64], ["large diagrams", 100, 96]] as const) {
    await openOptions(page);
    await page.getByRole("radio", { name: density }).check({ force: true });
    await page.keyboard.press("Escape");
    await expect(diagram(2).locator("use")).toHaveCount(3);
    await expect(diagram(4).locator("use")).toHaveCount(0);
    expect(await height()).toBe(expected);
    expect((await diagram(2).locator("svg").boundingBox())?.width).toBe(side);
  }
  await app.menu("View", "Next density");
  await expect(diagram(2)).toHaveCount(0);
  expect(await height()).toBe(27);
});

test("columns are dragged and moved by keys, and stay there", async ({ app, page }) => {
  await app.dropText("five.epd", file);
  await expect(heads(app)).toHaveText(["#", "!", "Record", "Moves", "ce"]);
  await heads(app).filter({ hasText: "ce" }).dragTo(heads(app).filter({ hasText: "Record" }));
  await expect(heads(app)).toHaveText(["#", "!", "ce", "Record", "Moves"]);
  await expect(cells(app, 1)).toHaveText(["1", "", "+0.05", "b", ""]);
  await heads(app).filter({ hasText: "ce" }).getByRole("button").focus();
  await page.keyboard.press("Alt+Shift+ArrowRight");
  await page.keyboard.press("Alt+Shift+ArrowRight");
  await page.keyboard.press("Alt+Shift+ArrowRight");
  await expect(heads(app)).toHaveText(["#", "!", "Record", "Moves", "ce"]);
  await page.keyboard.press("Alt+Shift+ArrowLeft");
  await page.reload();
  await app.dropText("five.epd", file);
  await expect(heads(app)).toHaveText(["#", "!", "Record", "ce", "Moves"]);
  // From their menu others are chosen.
  await heads(app).filter({ hasText: "Record" }).click({ button: "right" });
  await page.getByRole("menu", { name: "Columns" }).getByRole("menuitem").first().click();
  await expect(page.getByRole("dialog", { name: "The list" })).toBeVisible();
});

test("a column head lists in its order, backwards, and in that of the file again", async ({ app, page }) => {
  await app.dropText("five.epd", file);
  const head = heads(app).filter({ hasText: "ce" });
  await sort(app, "ce");
  await expect(page.getByText("5 listed by ce; the file keeps its order")).toBeVisible();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expectOrder(app, ["a", "b", "c", "# a comment", "d"]);
  await sort(app, "ce");
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expectOrder(app, ["c", "b", "a", "# a comment", "d"]);
  await sort(app, "ce");
  await expect(head).toHaveAttribute("aria-sort", "none");
  await expectOrder(app, ["b", "a", "c", "# a comment", "d"]);
  expect((await app.save()).toString()).toBe(file);
});

test("the order of the list is kept as one step of undo, comments behind", async ({ app, page }) => {
  await app.dropText("five.epd", file);
  await sort(app, "Record");
  await expect(page.getByText("5 listed by Record")).toBeVisible();
  await app.button("Keep this order").click();
  const sorted = `${[lines[1], lines[0], lines[2], lines[4], lines[3]].join("\n")}\n`;
  expect((await app.save()).toString()).toBe(sorted);
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(file);
});

test("the worst records come first by the head of their state", async ({ app }) => {
  await app.dropText("states.epd", `${K} id "fine";\n${K}  id "blanks";\n${K} bm Kd9;\n`);
  await expect(app.row(2).getByRole("gridcell", { name: "warning" })).toBeVisible();
  await sort(app, "!");
  await expectOrder(app, ["Kd9", "blanks", "fine"]);
});

test("records of the same position are listed together", async ({ app, page }) => {
  await app.dropText("five.epd", file);
  await openOptions(page);
  await app.button("Same fields").click();
  await expect(page.getByText("1 repeated position in 2 records")).toBeVisible();
  await expectOrder(app, ["b", "c"]);
  await expect(app.records).toHaveAttribute("aria-rowcount", "3");
  await page.getByRole("combobox", { name: "Find records" }).focus();
  await page.keyboard.press("Escape");
  await expect(app.records).toHaveAttribute("aria-rowcount", "6");
});

test("the last rows of a long list are reached, and show their own records", async ({ app, page }) => {
  const many = Array.from({ length: 30_000 }, (_, at) => `${K} id "r${at + 1}";`);
  await app.dropText("many.epd", `${many.join("\n")}\n`);
  await app.records.focus();
  await page.keyboard.press("End");
  await expect(app.row(30_000)).toContainText("r30000");
  await expect(app.row(30_000)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("PageUp");
  await expect(app.text).toHaveValue(/id "r299\d\d";/);
  await app.records.evaluate((list) => (list.scrollTop = 0));
  await expect(app.row(1)).toContainText("r1");
  await page.getByRole("spinbutton", { name: "Line" }).fill("15000");
  await page.keyboard.press("Enter");
  await expect(app.row(15_000)).toContainText("r15000");
});

test("a wheel passes no row over in a list that is too long for the scroll bar", async ({ app, page }) => {
  const many = Array.from({ length: 500_000 }, (_, at) => `${K} id "r${at + 1}";`);
  await app.dropText("many.epd", `${many.join("\n")}\n`);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  const line = page.getByRole("spinbutton", { name: "Line" });
  // The top of a row within the list.
  const top = async (row: number) => {
    const [list, box] = await Promise.all([app.records.boundingBox(), app.row(row).boundingBox()]);
    return Math.round(box!.y - list!.y);
  };
  for (const [at, by] of [[250_000, 112], [250_000, -112], [1_000, 56], [499_000, 56]] as const) {
    await line.fill(String(at));
    await page.keyboard.press("Enter");
    await expect(app.row(at)).toHaveAttribute("aria-selected", "true");
    const middle = await app.records.evaluate((list) => {
      const { x, y, width, height } = list.getBoundingClientRect();
      return Number(document.elementFromPoint(x + width / 2, y + height / 2)!.closest("[aria-rowindex]")!.getAttribute("aria-rowindex")) - 1;
    });
    await app.records.hover();
    const before = await top(middle);
    await page.mouse.wheel(0, by);
    await expect.poll(() => top(middle), { message: `${at} by ${by}` }).toBe(before - by);
    await expect(app.row(middle)).toContainText(`r${middle}`);
  }
  // The bar and the rows come to both ends together.
  for (const [at, to, end] of [[499_900, 1e5, 500_000], [100, -1e5, 1]] as const) {
    await line.fill(String(at));
    await page.keyboard.press("Enter");
    await expect(app.row(at)).toHaveAttribute("aria-selected", "true");
    await app.records.hover();
    await page.mouse.wheel(0, to);
    await expect(app.row(end)).toContainText(`r${end}`);
  }
  await app.records.evaluate((list) => (list.scrollTop = (list.scrollHeight - list.clientHeight) / 2));
  await expect(app.row(250_000)).toContainText("r250000");
});

test("numbers are whole where the list is narrow, and moves are cut instead", async ({ app, page }) => {
  const record = `${K} bm Kd1 Kd2 Ke2 Kf1 Kf2; ce -1234; id "a name that needs more room than there is";\n`;
  await app.dropText("a.epd", record.repeat(3));
  for (const width of [1280, 1400]) {
    await page.setViewportSize({ width, height: 720 });
    const list = (await app.records.boundingBox())!;
    const score = cells(app, 2).filter({ hasText: "−12.34" });
    await expect(score).toBeVisible();
    const box = (await score.boundingBox())!;
    expect(box.x + box.width, `${width} wide`).toBeLessThanOrEqual(list.x + list.width);
    expect(await score.evaluate((cell) => cell.scrollWidth <= cell.clientWidth), `${width} wide`).toBe(true);
  }
});

test("a line of words has its words as name, no pieces, and no diagram", async ({ app, page }) => {
  const words = ["Knights and queens", "http://example.org/a/b"];
  await app.dropText("a.epd", `4k3/8/8/8/8/8/4P3/4K3 w - -\n${words.join("\n")}\n`);
  for (const [at, text] of words.entries()) await expect(app.row(at + 2)).toContainText(text);
  await page.keyboard.press("d");
  await expect(page.getByRole("dialog", { name: "Sheet of diagrams" })).toContainText("1 diagram");
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Find records" }).fill("men<=20");
  await expect(page.getByText("1 of 3 found")).toBeVisible();
});

test("a record without a position says so where its name is, unless it has a name", async ({ app }) => {
  await app.dropText("a.epd", "4k3/8/8/8 w - - ce 5;\n8/8 w - - c0 \"half a board\";\n4k3/8/8/8/8/8/8/R3K3 b - - ce 5;\n");
  for (const [at, name] of [[1, "no position"], [2, "half a board"], [3, "R v K, Black"]] as const) {
    await expect(app.row(at).getByRole("gridcell", { name, exact: true })).toBeVisible();
  }
  await expect(app.page.locator(".board-head__name")).toHaveText("no position");
  await app.language.selectOption("ru");
  await expect(app.row(1)).toContainText("нет позиции");
  await expect(app.row(3)).toContainText("R v K, чёрные");
});

test("a name made of material says the side to move, in the list, over the board and in the search", async ({ app, page }) => {
  const rooks = "4k3/r7/8/8/8/8/P7/R3K3";
  await app.dropText("a.epd", `${rooks} w - -\n${rooks} b - -\n${rooks} b - - c0 "a comment";\n${rooks} b - - id "a name";\n`);
  const over = page.getByRole("region", { name: "Board" }).locator(".board-head__name");
  // What has a name of its own has nothing behind it.
  for (const [at, name] of ["R+P v R, White", "R+P v R, Black", "a comment", "a name"].entries()) {
    await expect(cells(app, at + 1).nth(2)).toHaveText(name);
    await app.row(at + 1).click();
    await expect(over).toHaveText(name);
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill("side:b");
  const found = page.getByRole("dialog", { name: "Search commands" }).getByRole("group", { name: "Records" }).getByRole("option");
  await expect(found).toHaveText([/^Find records: side:b/, /^R\+P v R, Black/, /^a comment/, /^a name/]);
  await page.keyboard.press("Escape");
  await app.row(1).click();
  await app.text.fill(`${rooks} b - -`);
  await expect(cells(app, 1).nth(2)).toHaveText("R+P v R, Black");
  await app.language.selectOption("ru");
  await expect(cells(app, 1).nth(2)).toHaveText("R+P v R, чёрные");
});
