// Engines of the machine that serves the page, through `epidote serve`.
import type { Page } from "@playwright/test";
import { expect, test as base } from "../fixtures.ts";
import { App } from "../pages/app.ts";
import { apply as applyTool, choose as chooseTool } from "../pages/tools.ts";
import { MOCK, PROGRAM, STOCKFISH, Server } from "../pages/serve.ts";

const mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
const italian = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -";

const test = base.extend<{ serve: (...engines: string[]) => Promise<Server> }>({
  serve: async ({}, use) => {
    test.skip(!PROGRAM || !MOCK, "the programs are not built: make native");
    const servers: Server[] = [];
    await use(async (...engines) => {
      servers.push(await Server.start(...engines));
      return servers.at(-1) as Server;
    });
    for (const server of servers) await server.end();
  },
});

const list = (page: Page) => page.getByLabel("Engine", { exact: true });

const choose = async (app: App, engine: string) => {
  await app.engineSettings();
  await list(app.page).selectOption(engine);
};

test("an engine that was named analyses records and files", async ({ app, page, serve }) => {
  const server = await serve(`Good=${MOCK} good`, `Other one=${MOCK} crlf`);
  await page.goto(server.withToken);
  await app.dropText("a.epd", `${mate}\n${italian}\n${mate}\n`);
  // Nobody finds the token in the address.
  await expect(page).toHaveURL(server.address);
  await app.engineSettings();
  await expect(list(page).getByRole("option")).toHaveText(["Epidote", "Stockfish 19", "Native: Good", "Native: Other one"]);
  await choose(app, "Native: Good");
  await app.limit("nodes", 100);
  await app.button("Analyse record").click();
  // It counts its searches, and each is of one move.
  await expect(app.text).toHaveValue(/ acd 1; .*ce 1; pv \S+;/);
  expect(await server.engines()).toHaveLength(1);
  const found = await app.text.inputValue();

  await choose(app, "Native: Other one");
  await app.button("Undo").click();
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(found);

  await app.button("Analyse file").click();
  await expect(app.messages).toContainText("3 of 3 lines done");
  for (const at of [2, 3]) {
    await app.row(at).click();
    await expect(app.text).toHaveValue(/ pv \S+;/);
  }
  // Tools that search have the one that was chosen last.
  await app.dropText("b.epd", `${mate}\n${italian}\n`);
  await chooseTool(page, "Analyse", { Engine: "native engine", Limit: "50" });
  await applyTool(page);
  await expect(app.messages).toContainText("2 of 2 lines done, 2 changed");
  // The engines go with the page.
  await page.goto("about:blank");
  await expect.poll(() => server.engines()).toEqual([]);
});

test("the engines stay with the tab, and no other has them", async ({ app, page, context, serve }) => {
  const server = await serve(`Good=${MOCK} good`);
  await page.goto(server.withToken);
  await app.dropText("a.epd", `${mate}\n`);
  await choose(app, "Native: Good");
  await page.reload();
  await app.dropText("a.epd", `${mate}\n`);
  await app.engineSettings();
  await expect(list(page)).toHaveValue("native:Good");
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/ pv \S+;/);

  const other = await context.newPage();
  await other.goto(server.address);
  const fresh = new App(other);
  await fresh.dropText("b.epd", `${mate}\n`);
  await fresh.engineSettings();
  await expect(list(other).getByRole("option")).toHaveText(["Epidote", "Stockfish 19"]);
  await expect(list(other)).toHaveValue("epidote");
});

test("an engine that dies is started once more", async ({ app, page, serve }) => {
  const server = await serve(`Dies=${MOCK} dies`);
  await page.goto(server.withToken);
  await app.dropText("a.epd", `${mate}\n${italian}\n${mate} id "3";\n`);
  await choose(app, "Native: Dies");
  await app.limit("nodes", 100);
  // Its third search is its end, and the first one of the next.
  for (const at of [1, 2, 3]) {
    await app.row(at).click();
    await app.button("Analyse record").click();
    await expect(app.text).toHaveValue(new RegExp(` ce ${at === 3 ? 1 : at};.* pv \\S+;`));
  }
});

test("why there is no answer is told", async ({ app, page, serve }) => {
  const server = await serve("None=no-such-program", `Illegal=${MOCK} illegal`, `Good=${MOCK} good`);
  await page.goto(server.withToken);
  await app.dropText("a.epd", `${mate}\n`);
  await choose(app, "Native: None");
  await app.button("Analyse record").click();
  await expect(app.messages).toContainText("None cannot be started: no-such-program: No such file or directory");
  await choose(app, "Native: Good");
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/ pv \S+;/);
});

test.describe("a server that is gone", () => {
  test.use({ expectedErrors: [[/WebSocket|ERR_CONNECTION/], { scope: "test" }] as never });

  test("is told, and our own engine searches on", async ({ app, page, serve }) => {
    const server = await serve(`Good=${MOCK} good`);
    await page.goto(server.withToken);
    await app.dropText("a.epd", `${mate}\n`);
    await choose(app, "Native: Good");
    await app.button("Analyse record").click();
    await expect(app.text).toHaveValue(/ pv \S+;/);
    expect(await server.end()).toBe(0);
    await app.button("Analyse record").click();
    await expect(app.messages).toContainText("Good cannot be started: the server of this page does not answer");
    await choose(app, "Epidote");
    await app.button("Analyse record").click();
    await expect(app.text).toHaveValue(/ pv Ra8#;/);
  });

  test("is not known to pages of other origins, token or not", async ({ app, page, serve }) => {
    const server = await serve(`Good=${MOCK} good`);
    const [host, token] = server.withToken.replace("http://", "").split("/#/token/");
    const open = (address: string) =>
      page.evaluate(
        (address) =>
          new Promise((done) => {
            const socket = new WebSocket(address);
            socket.onmessage = ({ data }) => done(data);
            socket.onclose = ({ code }) => done(code);
          }),
        address,
      );
    const address = `ws://${host}/engine/Good?token=${token}`;
    await page.goto(server.address);
    await expect(app.button("Open")).toBeVisible();
    expect(await open(address)).toBe("Good");
    expect(await open(address.replace(token, "x"))).toBe(1006);
    await page.goto("about:blank");
    expect(await open(address)).toBe(1006);
  });
});

test("Stockfish of the machine thinks along and stops", async ({ app, page, serve }) => {
  test.skip(!STOCKFISH, "Stockfish is not installed");
  const server = await serve(`Stockfish=${STOCKFISH}`);
  await page.goto(server.withToken);
  await app.dropText("a.epd", `${italian}\n${mate}\n`);
  await choose(app, "Native: Stockfish");
  await app.limit("depth (plies)", 8);
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/ acd 8; .* pv \S+ \S+/, { timeout: 30_000 });
  const first = await app.text.inputValue();
  await app.button("Undo").click();
  await app.button("Analyse record").click();
  // The same by depth each time, but for the time that it took.
  const plain = (text: string) => text.replace(/ acs \d+;/, "");
  await expect.poll(async () => plain(await app.text.inputValue())).toBe(plain(first));

  await app.limit("time (ms)", 600_000);
  await app.button("Analyse record").click();
  await expect(app.search).toContainText(/Depth [1-9]/, { timeout: 30_000 });
  await app.button("Stop").click();
  await expect(app.button("Analyse record")).toBeEnabled();

  // What was stopped ends a moment later.
  await expect.poll(() => server.engines()).toEqual([]);
  await page.getByRole("button", { name: "Think along", exact: true }).click();
  await expect(page.getByRole("list", { name: "Lines found" }).getByRole("listitem").first()).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => server.engines()).toHaveLength(1);
  await page.getByRole("button", { name: "Think along", exact: true }).click();
  await expect.poll(() => server.engines()).toEqual([]);
});
