// Which parts of the page are wholly visible.
import type { Page } from "@playwright/test";

/** What the layout breaks: parts that are not wholly visible, a board that is too small, a page that can be scrolled. */
export async function broken(page: Page, parts: Record<string, string>, side: number): Promise<string[]> {
  return page.evaluate(({ parts, side }) => {
    const found: string[] = [];
    const board = document.querySelector(".board")!.getBoundingClientRect().width;
    if (board < side) found.push(`the board is ${board} wide, and not ${side}`);
    const over = document.documentElement.scrollHeight - innerHeight;
    if (over > 0) found.push(`the page can be scrolled by ${over}`);
    for (const [name, selector] of Object.entries(parts)) {
      const [what, count] = selector.split(" × ");
      const elements = [...document.querySelectorAll(what)].filter((element) => element.checkVisibility());
      const isWhole = (element: Element) => {
        const box = element.getBoundingClientRect();
        let [top, left, bottom, right] = [0, 0, innerHeight, innerWidth];
        for (let around = element.parentElement; around; around = around.parentElement) {
          if (getComputedStyle(around).overflowY === "visible") continue;
          const part = around.getBoundingClientRect();
          [top, left, bottom, right] = [Math.max(top, part.top), Math.max(left, part.left), Math.min(bottom, part.bottom), Math.min(right, part.right)];
        }
        // A text that is cut at its end by design is still there.
        return box.top >= top - 1 && box.bottom <= bottom + 1 && box.left >= left - 1 && box.left < right;
      };
      const whole = elements.filter(isWhole).length;
      if (whole < Number(count ?? 1)) found.push(`${name}: ${whole} of ${elements.length}`);
    }
    return found;
  }, { parts, side });
}
