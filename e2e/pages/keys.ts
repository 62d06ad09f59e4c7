// The page by its keys alone: after each of them something has the focus, and can be seen to have it.
import { type Locator, type Page, expect } from "@playwright/test";

/** What is wrong with the focus; empty if nothing. */
function wrong(): string {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return "nothing has the focus";
  const name = `${focused.localName} ${focused.getAttribute("aria-label") ?? focused.textContent!.trim()}`.slice(0, 60);
  // A radio button or a box that is drawn by the element beside it, and an option that is the active one of its list.
  const active = focused.getAttribute("aria-activedescendant");
  const shown = (active && document.getElementById(active)) || (focused.matches("input.visually-hidden") && focused.nextElementSibling) || focused;
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return `${name} has the focus out of view`;
  const look = getComputedStyle(shown === focused || active ? focused : shown);
  const hasOutline = look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2;
  // The edge of a pane is filled.
  if (!hasOutline && !focused.matches("[role=separator]")) return `${name} does not show that it has the focus`;
  return "";
}

export class Keys {
  constructor(readonly page: Page) {}

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    await this.expectFocus(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.expectFocus(text);
  }

  /** Goes on by Tab, or back by Shift+Tab, until this has the focus. */
  async tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    for (let at = 0; at < 200; at++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press(key);
    }
    throw new Error(`${target} is not reached by ${key}`);
  }

  /** Does a command of the search for commands. */
  async command(words: string): Promise<void> {
    await this.press("Control+k");
    await this.type(words);
    await this.press("Enter");
  }

  /** Something has the focus and shows it. */
  async expectFocus(after: string): Promise<void> {
    await expect.poll(() => this.page.evaluate(wrong), { message: `after ${after}`, intervals: [0, 20, 50, 100] }).toBe("");
  }
}
