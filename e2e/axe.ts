// The findings of axe for WCAG 2.2 AA and good practice.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules that look at colours. The others find the same with all of them. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

const THEMES = ["light", "dark", "contrast"] as const;

/**
 * The findings on the page, each with the place where it was found and its subject. A view that was looked at in other
 * colours before is only asked about these.
 */
export async function axe(page: Page, where: string, { onlyColours = false, part = "" } = {}): Promise<string[]> {
  // Its script is long, and stays as long as the page does.
  const isThere = await page.evaluate(() => "axe" in globalThis);
  const builder = new AxeBuilder({ page, axeSource: isThere ? "axe" : undefined });
  if (part) builder.include(part);
  // The page has no frames of other origins: for these alone a second page would be opened each time. What passes is
  // not described: a list of it takes axe twice the time of all its rules.
  const { violations } = await builder
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

/** Looks at one view after another, in the colours of all themes. */
export class Eyes {
  readonly found: string[] = [];
  views = 0;

  constructor(readonly page: Page) {}

  /** Looks at what is shown now, or at a part of it where the rest was looked at before. `known` is no finding. */
  async look(where: string, { part = "", known = "" } = {}): Promise<void> {
    this.views += 1;
    for (const theme of THEMES) {
      await this.page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
      const found = await axe(this.page, `${where}, ${theme}`, { onlyColours: theme !== "light", part });
      this.found.push(...found.filter((finding) => !known || !finding.includes(known)));
    }
  }
}
