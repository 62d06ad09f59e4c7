// The findings of axe for WCAG 2.2 AA and good practice.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules that look at colours. The others find the same with all of them. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * The findings on the page, each with the place where it was found and its subject. A view that was looked at in other
 * colours before is only asked about these.
 */
export async function axe(page: Page, where: string, { onlyColours = false } = {}): Promise<string[]> {
  // The page has no frames of other origins: for these alone a second page would be opened each time. What passes is
  // not described: a list of it takes axe twice the time of all its rules.
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: onlyColours ? { type: "rule", values: OF_COLOURS } : { type: "tag", values: TAGS },
      resultTypes: ["violations"],
    })
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.target.join(" ")}: ${node.any.concat(node.all, node.none).map((c) => c.message)[0] ?? ""}`),
  );
}
