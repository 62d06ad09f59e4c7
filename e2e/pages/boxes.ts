// Which parts of the page are wholly visible.
import type { Page } from "@playwright/test";

/** What the layout breaks: parts that are cut or covered, a board that is too small, a page that can be scrolled. */
export async function broken(page: Page, parts: Record<string, string>, side: number): Promise<string[]> {
  return page.evaluate(({ parts, side }) => {
    const found: string[] = [];
    // The centre and the corners of a box, as far inside as these are round: nothing else may lie over them.
    const points = ({ left, top, right, bottom }: DOMRect) => [
      [(left + right) / 2, (top + bottom) / 2],
      ...[left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y])),
    ];
    // The edges of the panes are transparent until they are pointed at.
    const seen = (x: number, y: number) => document.elementsFromPoint(x, y).find((element) => !element.matches(".pane-edge")) ?? null;
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
        const isInside = box.top >= top - 1 && box.bottom <= bottom + 1 && box.left >= left - 1 && box.right <= right + 1;
        return isInside && points(box).every(([x, y]) => element.contains(seen(x, y)));
      };
      const whole = elements.filter(isWhole).length;
      if (whole < Number(count ?? 1)) found.push(`${name}: ${whole} of ${elements.length}`);
    }
    return found;
  }, { parts, side });
}
