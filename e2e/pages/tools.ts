// The dialog of the tools, which also has the verbs.
import type { Page } from "@playwright/test";

export const dialog = (page: Page) => page.getByRole("dialog", { name: "Work on many records" });

export const preview = (page: Page) => dialog(page).getByRole("status", { name: "Preview" });

// Opens the dialog, chooses a tool, and fills its fields by their labels.
export async function choose(page: Page, tool: string, fields: Record<string, string> = {}) {
  await page.keyboard.press("e");
  await dialog(page).getByRole("radio", { name: tool, exact: true }).check({ force: true });
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog(page).getByLabel(label, { exact: true });
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
}

// The button that does it says what, and with how many lines: `Sort 1,131 lines`.
export const deed = (page: Page) => dialog(page).getByRole("button", { name: /[\d,]+ lines?( to a new file| has| have)?$|^(Merge open files|Report)$/ });

export const apply = (page: Page) => deed(page).click();
