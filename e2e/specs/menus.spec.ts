// How the menus look: their groups with a line between each two, and the keys at their right edge.
import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

const LINES = '4k3/8/8/8/8/8/4P3/4K3 w - - id "a";\n4k3/8/8/8/8/8/4P3/3K4 w - - id "b";\n';

// The groups of each menu, in the order of the bar.
const MENUS: Record<string, string[][]> = {
  File: [
    ["New", "Open", "Recent files…", "Paste"],
    ["Save", "Save as"],
    ["Share…", "Copy link", "Copy link to file", "Diagrams…"],
    ["EPD dialect", "Chess960"],
    ["Close file"],
  ],
  Edit: [["Undo", "Redo"], ["Search commands", "Find records"]],
  Record: [
    ["Add record", "Remove record"],
    ["Select among others", "Select all", "Copy text", "Move up", "Move down"],
    ["Previous record", "Next record"],
    ["Set up", "Normalise record", "Repair record", "Remove operation"],
    ["Fixes…", "Next problem", "Previous problem"],
  ],
  Analyse: [
    ["Think along", "Threat", "Deeper", "Write", "Play the engine’s move"],
    ["Analyse record", "Analyse file"],
    ["Pause", "Stop"],
  ],
  Tools: [["Check file", "Repair file", "Normalise file", "Tenths to centipawns"], ["All tools…"], ["Watch the event"]],
  View: [
    ["Flip board", "Step back", "Step forward", "Position of the record", "End of the line"],
    ["Columns and groups…", "Next density", "List pane", "Record pane", "Board on the right"],
    ["Settings", "Theme", "Board colours", "Pieces"],
    ["Menus", "Next part", "Part before"],
  ],
  Help: [["Take the tour", "Help on opcodes", "Keys"]],
};

/** The commands of an open menu, by the lines that can be seen between them. */
const groups = (menu: Locator) =>
  menu.evaluate((menu) => {
    const groups: string[][] = [[]];
    for (const child of menu.children) {
      const { width, height } = child.getBoundingClientRect();
      const isLine = child.getAttribute("role") === "separator" && width > 100 && height >= 1;
      if (isLine) groups.push([]);
      else groups.at(-1)!.push(child.querySelector(".menu__name")?.textContent ?? `${child.localName}?`);
    }
    return groups;
  });

test("the commands of a menu stand in groups, with a line between each two", async ({ app, page }) => {
  await app.dropText("a.epd", LINES);
  const bar = page.getByRole("menubar");
  await expect(bar.getByRole("menuitem")).toHaveText(Object.keys(MENUS));
  for (const [name, expected] of Object.entries(MENUS)) {
    await bar.getByRole("menuitem", { name, exact: true }).click();
    const menu = page.getByRole("menu", { name, exact: true });
    expect(await groups(menu), name).toEqual(expected);
    expect(await menu.getByRole("separator").count(), name).toBe(expected.length - 1);
    await page.keyboard.press("Escape");
  }
});

test("the keys of a menu end at its right edge, clear of the names, and are those of its commands", async ({ app, page }) => {
  await app.dropText("a.epd", LINES);
  const bar = page.getByRole("menubar");
  for (const [name, command, key] of [["File", "Save as", "Ctrl+Shift+S"], ["Record", "Next record", "Alt+ArrowDown"], ["View", "Flip board", "f"]]) {
    await bar.getByRole("menuitem", { name, exact: true }).click();
    const menu = page.getByRole("menu", { name, exact: true });
    await expect(menu.locator("[role^=menuitem]").filter({ hasText: command }).locator("kbd")).toHaveText(key);
    const found = await menu.evaluate((menu) => {
      const items = [...menu.querySelectorAll("[role^=menuitem]")].map((item) => {
        const [name, key] = [item.querySelector(".menu__name")!, item.querySelector("kbd")!];
        // Of the name, its words alone: its box reaches as far as the key.
        const words = document.createRange();
        words.selectNodeContents(name);
        return {
          name: name.textContent!,
          key: key.textContent!,
          told: item.getAttribute("aria-keyshortcuts") ?? "",
          gap: key.getBoundingClientRect().left - words.getBoundingClientRect().right,
          rest: item.getBoundingClientRect().right - parseFloat(getComputedStyle(item).paddingRight) - key.getBoundingClientRect().right,
        };
      });
      const keys = items.filter(({ key }) => key !== "");
      const names = (items: { name: string }[]) => items.map(({ name }) => name);
      return {
        count: keys.length,
        notAtTheEdge: names(keys.filter(({ rest }) => Math.abs(rest) > 1)),
        tooNear: names(keys.filter(({ gap }) => gap < 8)),
        notThose: names(items.filter(({ key, told }) => key !== told)),
      };
    });
    expect(found.count, name).toBeGreaterThan(3);
    expect(found, name).toMatchObject({ notAtTheEdge: [], tooNear: [], notThose: [] });
    await page.keyboard.press("Escape");
  }
});

for (const [device, viewport] of [
  ["phone", { width: 390, height: 844 }],
  ["tablet", { width: 820, height: 1180 }],
] as const) {
  test.describe(device, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test(`a ${device} shows no keys, which nobody could press there`, async ({ app, page }) => {
      await app.dropText("a.epd", LINES);
      // They are in the page, for a keyboard that is connected later.
      const expectNoKeys = async (where: Locator) => {
        await expect(where.locator("kbd").filter({ hasText: /./ }).first()).toBeAttached();
        await expect(where.locator("kbd").filter({ visible: true })).toHaveCount(0);
        await page.keyboard.press("Escape");
        await expect(where).toBeHidden();
      };
      if (device === "phone") {
        await expect(page.getByRole("menubar")).toBeHidden();
        await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: "List" }).tap();
      } else {
        await page.getByRole("menuitem", { name: "File", exact: true }).tap();
        await expectNoKeys(page.getByRole("menu", { name: "File", exact: true }));
      }
      // What a finger that rests on a row is to the page.
      await app.row(1).dispatchEvent("contextmenu", { clientX: 100, clientY: 500, bubbles: true, cancelable: true });
      await expectNoKeys(page.getByRole("menu", { name: "Record" }));
      await page.getByRole("button", { name: /^(Search commands|Find all commands)/ }).filter({ visible: true }).tap();
      await expectNoKeys(page.getByRole("dialog", { name: "Search commands" }));
    });
  });
}
