// By keys alone: the problems of a file, a report that compares, and recent files. No pointer is used, and the focus is
// seen after each key.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { Keys } from "../pages/keys.ts";
import { offer, recent } from "../pages/recent.ts";
import { deed } from "../pages/tools.ts";

const K = "4k3/8/8/8/8/8/4P3/4K3 w - -";

/** Opens a text as a file. */
async function paste(page: Page, keys: Keys, text: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.keyboard.press("Control+v");
  await expect(page.getByRole("textbox", { name: "Record text" })).toHaveValue(text.split("\n")[0]!);
  await keys.press("F6");
}

test("the problems of a file are filtered, listed and fixed by keys alone", async ({ app, page }) => {
  const keys = new Keys(page);
  await paste(page, keys, `${K}  id "a";\n${K.replace("w", "b")} bm Kd9;\n${K} dm 0;\n${K} bm Kd2 Kd2; zz x;\n${K}  id "b";\n${K} ce x;\n`);
  await expect(app.records).toBeFocused();
  await keys.command("check file");
  await expect(app.records).toBeFocused();
  const kinds = page.getByRole("list", { name: "Problems of the file" }).getByRole("listitem");
  await expect(kinds.filter({ hasText: "W102" })).toHaveCount(1);
  const all = await kinds.count();
  // By how grave they are.
  const chip = (name: RegExp) => page.getByRole("group", { name: "Which kinds are shown" }).getByRole("button", { name });
  await keys.tabTo(chip(/^Warnings/));
  await keys.press("Enter");
  const warnings = await kinds.count();
  expect(warnings).toBeLessThan(all);
  await keys.tabTo(chip(/^All/), "Shift+Tab");
  await keys.press("Space");
  await expect(kinds).toHaveCount(all);
  // By words.
  await keys.tabTo(page.getByRole("searchbox", { name: "Filter kinds of problems" }));
  await keys.type("superfluous");
  await expect(kinds).toHaveCount(1);
  await keys.tabTo(page.getByRole("button", { name: /^W102/ }));
  await keys.press("Enter");
  await expect(app.records).toHaveAttribute("aria-rowcount", "3");
  // What a fix would change, and the fix.
  await keys.tabTo(app.button("See what fixing W102 would change"));
  await keys.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Work on many records" });
  await expect(dialog.getByRole("status", { name: "Preview" })).toContainText("2 lines.");
  await keys.press("Escape");
  await expect(app.button("See what fixing W102 would change")).toBeFocused();
  await keys.tabTo(app.button("Fix all W102"));
  // The button goes with its row, so that the focus is looked at again in the next part.
  await page.keyboard.press("Enter");
  await expect(app.messages).toContainText("2 changed");
  await expect(kinds).toHaveCount(0);
  await keys.press("F6");
  await keys.tabTo(page.getByRole("searchbox", { name: "Filter kinds of problems" }));
  await keys.press("Escape");
  await expect(kinds).toHaveCount(all - 1);
  // The keys of undo belong to a field that is typed into.
  await keys.press("Shift+Tab");
  await keys.press("Control+z");
  await expect(kinds).toHaveCount(all);
  // The panel folds.
  await keys.tabTo(page.getByRole("button", { name: "File", exact: true }), "Shift+Tab");
  await keys.press("Enter");
  await expect(kinds.first()).toBeHidden();
  await keys.press("Space");
  await expect(kinds.first()).toBeVisible();
});

test("two files are compared in a report by keys alone", async ({ app, page }) => {
  const keys = new Keys(page);
  const suite = (played: string) => ["v1.1", "v1.2", "v2.1", "v2.2"].map((id) => `${K} bm e4; id "${id}"; pv ${id.endsWith("1") ? "e4" : played};\n`).join("");
  await paste(page, keys, suite("Kd2"));
  await paste(page, keys, suite("e4"));
  await keys.command("report");
  const tools = page.getByRole("dialog", { name: "Work on many records" });
  await expect(tools.getByRole("radio", { name: "Report", exact: true })).toBeChecked();
  await keys.tabTo(deed(page));
  await keys.press("Enter");
  const report = page.getByRole("dialog", { name: "Report" });
  await expect(report).toContainText("4 of 4 solved");
  const other = report.getByRole("group", { name: "Compare with" }).getByRole("checkbox");
  await keys.tabTo(other);
  await keys.press("Space");
  await expect(report.getByRole("heading", { name: /against/ })).toBeVisible();
  await expect(other).toBeFocused();
  await expect(report).toContainText("2 of 4 solved");
  // A table is sorted by its head, and a record of the other file is shown.
  const missed = report.getByRole("region", { name: /^Missed/ });
  await keys.tabTo(missed.getByRole("link", { name: "line" }));
  await keys.press("Enter");
  await expect(missed.getByRole("columnheader", { name: "line" })).toHaveAttribute("aria-sort", "ascending");
  await keys.press("Enter");
  await expect(missed.getByRole("columnheader", { name: "line" })).toHaveAttribute("aria-sort", "descending");
  await keys.tabTo(missed.getByRole("link", { name: "4", exact: true }));
  await keys.press("Enter");
  await expect(report).toBeHidden();
  await expect(app.text).toHaveValue(/id "v2\.2"; pv Kd2/);
  await keys.expectFocus("the link");
  // Back to the report, as the browser goes back by its keys, and out of it.
  await page.goBack();
  await expect(report).toContainText("2 of 4 solved");
  await keys.press("Tab");
  await keys.press("Escape");
  await expect(report).toBeHidden();
  await keys.press("F6");
});

test("a recent file is opened by keys alone, from the menu and from the first page, and all are forgotten", async ({ app, page }) => {
  const keys = new Keys(page);
  for (const name of ["one", "two"]) {
    await offer(page, `${name}.epd`, name);
    await page.keyboard.press("Control+o");
    await expect(app.text).toHaveValue(new RegExp(`"${name}"`));
    await keys.press("F6");
  }
  await keys.press("F10");
  await keys.press("ArrowDown");
  // A letter goes to the next command that begins with it.
  await keys.press("r");
  await expect(page.getByRole("menuitem", { name: "Recent files…", exact: true })).toBeFocused();
  await keys.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Recent files" });
  await keys.tabTo(dialog.getByRole("button", { name: "one.epd" }));
  await keys.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(app.text).toHaveValue(/"one"/);
  await keys.expectFocus("the file was opened");
  await page.reload();
  // Which of them comes first may not be written down yet; recent.spec.ts is about that.
  await expect(recent(page)).toHaveCount(2);
  await keys.press("Tab");
  await keys.tabTo(recent(page).filter({ hasText: "two.epd" }));
  // So it does with the first page.
  await page.keyboard.press("Enter");
  await expect(app.text).toHaveValue(/"two"/);
  await keys.press("F6");
  await keys.command("recent files");
  await keys.tabTo(dialog.getByRole("button", { name: "Forget them" }));
  await keys.press("Enter");
  await expect(recent(page)).toHaveCount(0);
  await keys.press("F10");
  await keys.press("ArrowDown");
  await keys.press("r");
  await expect(page.getByRole("menuitem", { name: "Recent files…", exact: true })).toHaveAttribute("aria-disabled", "true");
});
