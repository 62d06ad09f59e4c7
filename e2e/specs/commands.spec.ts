import { expect, test } from "../fixtures.ts";

const LINES = '4k3/8/8/8/8/8/4P3/4K3 w - - id "b";\n4k3/8/8/8/8/8/4P3/3K4 w - - id "a";\n';

test("any command is found by typing, and done by Enter", async ({ app, page }) => {
  await app.dropText("a.epd", LINES);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search commands" });
  const typed = palette.getByRole("combobox", { name: "Command" });
  await expect(typed).toBeFocused();
  // Both words must match, in any order, also in the description.
  await typed.fill("board flip");
  await expect(palette.getByRole("option")).toHaveText([/^Flip/, /^Find records: board flip/]);
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
  await expect(app.board.getByRole("gridcell").first()).toHaveAccessibleName("h1, empty");

  // Tools are found as well, and choosing one opens its dialog.
  await page.keyboard.press("Control+k");
  await typed.fill("mirror");
  await typed.fill("sort");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Work on many records" })).toBeVisible();
  await page.keyboard.press("Escape");

  // Arrow keys choose an entry; a disabled command does nothing.
  await page.keyboard.press("Control+k");
  await typed.fill("undo");
  await expect(palette.getByRole("option").first()).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await expect(palette).toBeVisible();
  await typed.fill("record");
  await page.keyboard.press("ArrowDown");
  await expect(palette.locator("[aria-selected=true]")).toHaveAttribute("id", "palette-1");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(palette.locator("[aria-selected=true]")).toHaveText(await palette.getByRole("option").last().innerText().then((text) => new RegExp(text.split("\n")[0])));
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
});

test("the search for commands begins with what was chosen last, and finds opcodes and records", async ({ app, page }) => {
  const palette = page.getByRole("dialog", { name: "Search commands" });
  const typed = palette.getByRole("combobox", { name: "Command" });
  const options = palette.getByRole("option");
  // Without a file there are no records to find, and what cannot be done says why.
  await page.keyboard.press("Control+k");
  await typed.fill("qqq");
  await expect(palette.getByRole("status")).toHaveText("No command has these words.");
  await typed.fill("save as");
  await expect(options.first()).toContainText("Open a file first");
  await page.keyboard.press("Escape");

  await app.dropText("a.epd", LINES);
  await page.keyboard.press("Control+k");
  const groups = palette.getByRole("group");
  const names = () => groups.evaluateAll((groups) => groups.map((group) => group.getAttribute("aria-label")));
  expect(await names()).toEqual(["File", "Edit", "Record", "Analyse", "Tools", "View", "Help", "Tools for many records"]);
  await typed.fill("flip board");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+k");
  await typed.fill("sort");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(groups).toHaveCount(9);
  expect((await names())[0]).toBe("Recent");
  await expect(options.nth(0)).toContainText(/^Sort/);
  await expect(options.nth(1)).toContainText(/^Flip board/);
  // Chosen again, it is there once.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+k");
  await expect(options.nth(0)).toContainText(/^Flip board/);
  await expect(options.nth(1)).toContainText(/^Sort/);

  await typed.fill("dm");
  await expect(options.first()).toContainText(/^dm/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Opcodes" }).locator("tr[aria-current=true]")).toContainText("dm");
  await page.keyboard.press("Escape");

  // What is typed is listed by kinds, and the first records that have it are there to go to.
  await page.keyboard.press("Control+k");
  await typed.fill("repair");
  await expect(groups).toHaveCount(3);
  expect(await names()).toEqual(["Commands", "Tools for many records", "Records"]);
  await typed.fill("tenths to centipawns");
  await expect(options).toHaveText([/^Tenths to centipawns/, /^Find records/]);
  await typed.pressSequentially(" ");
  await typed.fill("3K4");
  await expect(options).toHaveText([/^Find records: 3K4/, /^aLine 2/]);
  // What was found before is not chosen for what is typed now.
  await page.keyboard.press("ArrowDown");
  await typed.fill("3K");
  await expect(palette.locator("[aria-selected=true]")).toHaveText(/^Find records: 3K/);
  await expect(options).toHaveText([/^Find records: 3K/, /^aLine 2/]);
  await page.keyboard.press("ArrowDown");
  await expect(palette.locator("[aria-selected=true]")).toHaveText(/^aLine 2/);
  await page.keyboard.press("Enter");
  await expect(app.text).toHaveValue(LINES.split("\n")[1]);
  await expect(app.records).toHaveAttribute("aria-rowcount", "3");
  // What cannot be read as a search finds no record, and says nothing before it is chosen.
  await page.keyboard.press("Control+k");
  await typed.fill('id:"');
  await expect(options).toHaveText([/^Find records/]);
  await typed.fill("-changed");
  await expect(options).toHaveText([/^Find records/]);
  await typed.fill("");
  await typed.pressSequentially('id:"a"');
  await expect(options).toHaveText([/^Find records: id:"a"/, /^aLine 2/]);
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
  await expect(app.records).toHaveAttribute("aria-rowcount", "2");
  await expect(page.getByRole("combobox", { name: "Find records" })).toHaveValue('id:"a"');
});

test("every button without words has a tooltip, with the key of what it does", async ({ app, page }) => {
  const silent = () =>
    page.locator("button:visible").evaluateAll((buttons) => {
      const isSilent = (one: HTMLElement | SVGElement) => !one.textContent?.trim() && !one.getAttribute("title");
      return buttons.filter(isSilent).map((one) => one.getAttribute("aria-label"));
    });
  await app.dropText("a.epd", LINES);
  await page.keyboard.press("t");
  await page.getByRole("listitem", { name: "Line 1", exact: true }).waitFor();
  expect(await silent()).toEqual([]);
  await expect(app.button("Close a.epd")).toHaveAttribute("title", "Close a.epd (Alt+W)");
  await expect(app.button("Play the first move of line 1")).toHaveAttribute("title", /\(Shift\+T\)$/);
});

test("keys are changed, kept, and given back", async ({ app, page }) => {
  await app.dropText("a.epd", LINES);
  const corner = app.board.getByRole("gridcell").first();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await keys.getByRole("button", { name: "Change: Flip board" }).click();
  // Escape and Tab change nothing, and the dialog stays open.
  await page.keyboard.press("Escape");
  await expect(keys.getByText("press the new key, or Esc")).toHaveCount(0);
  await keys.getByRole("button", { name: "Change: Flip board" }).click();
  await page.keyboard.press("Tab");
  await expect(keys.getByText("press the new key, or Esc")).toHaveCount(0);
  await keys.getByRole("button", { name: "Change: Flip board" }).click();
  // A key that belongs to another command is refused.
  await page.keyboard.press("Control+s");
  await expect(keys.getByRole("alert").filter({ hasText: "This is the key of: Save" })).toBeVisible();
  await page.keyboard.press("z");
  await expect(keys.getByRole("button", { name: "Reset: Flip board" })).toBeVisible();
  await keys.getByRole("button", { name: "Close", exact: true }).click();
  await page.keyboard.press("f");
  await expect(corner).toHaveAccessibleName("a8, empty");
  await page.keyboard.press("z");
  await expect(corner).toHaveAccessibleName("h1, empty");
  await expect(app.button("Flip board")).toHaveAttribute("title", "Flip board (z)");

  await page.reload();
  await app.dropText("a.epd", LINES);
  await page.keyboard.press("z");
  await expect(corner).toHaveAccessibleName("h1, empty");
  await page.keyboard.press("?");
  await keys.getByRole("button", { name: "Reset: Flip board" }).click();
  // Single letters can be switched off, since they may be pressed by accident or by voice control.
  await keys.getByRole("checkbox").uncheck();
  await keys.getByRole("button", { name: "Close", exact: true }).click();
  await page.keyboard.press("f");
  await expect(corner).toHaveAccessibleName("h1, empty");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill("keys");
  await page.keyboard.press("Enter");
  await keys.getByRole("checkbox").check();
  await keys.getByRole("button", { name: "Close", exact: true }).click();
  await page.keyboard.press("f");
  await expect(corner).toHaveAccessibleName("a8, empty");
});

test("a small screen has a menu for what does not fit", async ({ app, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await app.dropText("a.epd", LINES);
  await expect(page.getByRole("menubar")).toBeHidden();
  await app.button("Search commands").click();
  await page.getByRole("option", { name: /^Normalise file/ }).click();
  await expect(page.getByRole("dialog", { name: "Search commands" })).toBeHidden();
  // The board is at the top, and nothing is wider than the screen.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("a command of a menu leaves the focus where it was, and Escape leaves the menus", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -  id \"x\";\n4k3/8/8/8/8/8/4P3/4K3 b - -\n");
  await app.row(1).click();
  await app.menu("Record", "Normalise record");
  await expect(app.text).toHaveValue('4k3/8/8/8/8/8/4P3/4K3 w - - id "x";');
  await expect(app.records).toBeFocused();
  await page.keyboard.press("f");
  await expect(app.board.getByRole("gridcell").first()).toHaveAccessibleName(/^h1,/);
  await page.keyboard.press("F10");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menubar").getByRole("menuitem", { name: "File", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(app.records).toBeFocused();
});

test("a command that is not available says why at the end of its menu", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n");
  await page.getByRole("menubar").getByRole("menuitem", { name: "Record", exact: true }).click();
  const menu = page.getByRole("menu", { name: "Record", exact: true });
  const why = menu.getByText("Choose an operation first");
  await expect(why).toBeHidden();
  const place = (await menu.getByRole("menuitem", { name: "Fixes…" }).boundingBox())!.y;
  await menu.getByRole("menuitem", { name: "Remove operation" }).hover();
  await expect(why).toBeVisible();
  await expect(why).toBeInViewport();
  // Nothing moves under the pointer.
  expect((await menu.getByRole("menuitem", { name: "Fixes…" }).boundingBox())!.y).toBe(place);
  await page.keyboard.press("ArrowUp");
  await expect(why).toBeHidden();
  await page.keyboard.press("ArrowDown");
  await expect(why).toBeVisible();
});
