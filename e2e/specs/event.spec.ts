// An event of a referee, which `epidote serve --event` tells the page of.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { axe } from "../axe.ts";
import { expect, test as base } from "../fixtures.ts";
import { PROGRAM, Server } from "../pages/serve.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const HEAD = `0 # epidote argus journal 1 2026.11.25
0 clock 5
0 arguments ["--engine","name=Ada","cmd=a","--engine","name=Bob <b>","cmd=b","--each","nodes=1"]
1 game 1.1.1 0 1 ${START}|
1 game 1.1.2 1 0 ${START}|
2 move 1.1.1 1 e4 5 61500 30 9 7
`;

/** A server that was started, and the journal of its event. */
interface Watched {
  server: Server;
  journal: { write: (text: string) => void; add: (text: string) => void };
}

const test = base.extend<{ watched: Watched; plain: Server }>({
  watched: async ({}, use) => {
    test.skip(!PROGRAM, "the program is not built: make native");
    const folder = mkdtempSync(join(tmpdir(), "epidote-event-"));
    const path = join(folder, "event.log");
    const server = await Server.with("--event", path);
    const journal = { write: (text: string) => writeFileSync(path, text), add: (text: string) => appendFileSync(path, text) };
    await use({ server, journal });
    await server.end();
    rmSync(folder, { recursive: true });
  },
  plain: async ({}, use) => {
    test.skip(!PROGRAM, "the program is not built: make native");
    const server = await Server.with();
    await use(server);
    await server.end();
  },
});

test("an event is followed as it goes on, and a game opens as a file", async ({ app, page, watched }) => {
  const { server, journal } = watched;
  journal.write(HEAD);
  await page.goto(server.withToken);
  await app.menu("Tools", "Watch the event");
  const event = page.getByRole("dialog", { name: "Event" });
  await expect(event.getByRole("status")).toHaveText("Games over: 0; being played: 2.");
  const row = (table: string, name: string) => event.getByRole("table", { name: table }).getByRole("row").filter({ hasText: name });
  await expect(row("Standings", "Ada").getByRole("cell")).toHaveText(["0.0", "0", "0", "0"]);
  const first = row("Games", "1.1.1").getByRole("cell");
  await expect(first).toHaveText(["1.1.1", "Ada 1:01", "Bob <b>", "*", "1. e4 (+0.30)"]);

  // The row changes in its place, so that it keeps the focus.
  const open = event.getByRole("button", { name: "Open the positions of game 1.1.1" });
  await open.focus();
  journal.add("3 move 1.1.1 2 e5 5 9900 -25 8 7\n");
  await expect(first).toHaveText(["1.1.1", "Ada 1:01", "Bob <b> 0:09.9", "*", "1... e5 (-0.25)"]);
  await expect(open).toBeFocused();

  journal.add("4 end 1.1.2|0-1|normal|White resigns\n5 leave early\n");
  await expect(event.getByRole("status")).toHaveText("The referee left before the end of the event. Games over: 1.");
  await expect(row("Standings", "Ada").getByRole("cell")).toHaveText(["1.0", "1", "0", "0"]);
  await expect(event.getByRole("table", { name: "Standings" }).getByRole("rowheader")).toHaveText(["Ada", "Bob <b>"]);
  // Another event takes its place.
  journal.write("0 # epidote argus journal 1 2026.11.26\n");
  await expect(event.getByRole("status")).toHaveText("Games over: 0; being played: 0.");
  journal.write(`${HEAD}3 move 1.1.1 2 e5 5 9900 -25 8 7\n9 leave over\n`);
  await expect(event.getByRole("status")).toHaveText("The event is over. Games: 0.");

  await open.press("Enter");
  await expect(event).toBeHidden();
  await expect(page).toHaveTitle("• 1.1.1.epd – Epidote");
  await expect(app.text).toHaveValue(`${START.slice(0, -4)} acd 9; ce 30; id "1.1.1, ply 1"; sm e4;`);
  await app.row(3).click();
  await expect(app.text).toHaveValue(/ w KQkq e6 id "1.1.1, ply 3";$/);
  // Closed and opened again, it is heard anew.
  await app.menu("Tools", "Watch the event");
  await expect(first.first()).toHaveText("1.1.1");
  await page.keyboard.press("Escape");
  await expect(event).toBeHidden();
});

test.describe("for axe", () => {
  // It adds styles of its own to what it looks at.
  test.use({ bypassCSP: true });

  test("an event has nothing to find", async ({ app, page, watched }) => {
    watched.journal.write(HEAD);
    await page.goto(watched.server.withToken);
    await app.menu("Tools", "Watch the event");
    await expect(page.getByRole("dialog", { name: "Event" }).getByRole("status")).toHaveText("Games over: 0; being played: 2.");
    expect(await axe(page, "event")).toEqual([]);
  });
});

test.describe("what cannot be watched", () => {
  test.use({ expectedErrors: [[/WebSocket|ERR_CONNECTION/], { scope: "test" }] as never });

  test("is told", async ({ app, page, plain }) => {
    await page.goto(plain.withToken);
    await app.menu("Tools", "Watch the event");
    const event = page.getByRole("dialog", { name: "Event" });
    await expect(event.getByRole("status")).toHaveText(/^The server tells of no event\./);
  });

  test("because its server is gone is told, and what was known stays", async ({ app, page, watched }) => {
    watched.journal.write(HEAD);
    await page.goto(watched.server.withToken);
    await app.menu("Tools", "Watch the event");
    const event = page.getByRole("dialog", { name: "Event" });
    await expect(event.getByRole("status")).toHaveText("Games over: 0; being played: 2.");
    await watched.server.end();
    await expect(event.getByRole("status")).toHaveText(/^The connection has ended: the server ends\. /);
    await expect(event.getByRole("row").filter({ hasText: "1.1.2" })).toBeVisible();
  });
});

test("a page of another server has no event to watch", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("menubar").getByRole("menuitem", { name: "Tools", exact: true }).click();
  const item = page.getByRole("menu", { name: "Tools" }).getByRole("menuitem", { name: "Watch the event" });
  await expect(item).toHaveAttribute("aria-disabled", "true");
});
