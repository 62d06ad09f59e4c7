// Links from strangers: cut off, tampered with, too large. Each gets a message, and none starts anything.
import { deflateRawSync } from "node:zlib";
import { expect, test } from "../fixtures.ts";

const packed = (text: string) => deflateRawSync(Buffer.from(text), { level: 9 }).toString("base64url");
const GOOD = packed('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "own.1";');

const BAD: [string, string, RegExp][] = [
  ["cut", `/s/1.${GOOD.slice(0, -10)}`, /the link is damaged; its end may be missing/],
  ["cut to its head", "/s/", /the link is damaged/],
  ["tampered with", `/s/1.__${GOOD.slice(2)}`, /the link is damaged/],
  ["of other signs", "/s/1.<script>alert(1)</script>", /the link is damaged/],
  ["without a position", "/p/", /the link is damaged/],
  ["of a long position", `/p/${"8/".repeat(400)}`, /the link is damaged/],
  ["of a later version", "/s/7.abcd", /the link has form `7`/],
  ["of too many lines", `/s/1.${packed("\n".repeat(10_001))}`, /more than 10000 lines or 4 MB/],
  ["that unpacks to too much", `/s/1.${packed("a".repeat(64 << 20))}`, /more than 10000 lines or 4 MB/],
];

for (const [name, path, words] of BAD) {
  test(`a link ${name} is refused in words`, async ({ app, page }) => {
    await page.goto("about:blank");
    await page.goto(`/#${path}`);
    await expect(app.messages).toContainText(/This link cannot be opened: /);
    await expect(app.messages).toContainText(words);
    // The page works as if there had been no link.
    await app.dropText("a.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n");
    await expect(app.text).toHaveValue("4k3/8/8/8/8/8/8/4K3 w - -");
    await page.goto("about:blank");
    await page.goto(`/#/embed${path}`);
    await expect(page.getByRole("alert")).toContainText("This position cannot be shown: ");
    await expect(page.getByRole("alert")).toContainText(words);
    await expect(page.getByRole("link", { name: "To Epidote" })).toHaveAttribute("href", /\/$/);
  });
}

test("an embedded view of no positions, and of nothing, says so", async ({ app, page }) => {
  for (const [path, words] of [
    [`/s/1.${packed("# a remark\n\n")}`, "it holds no positions"],
    [`/s/1.${packed("\u0001\u0002 <i>?</i>")}`, "it holds no positions"],
    ["/r/{}", "the link is damaged"],
    ["/", "the link is damaged"],
  ]) {
    await page.goto("about:blank");
    await page.goto(`/#/embed${path}`);
    await expect(page.getByRole("alert")).toContainText(words);
  }
  // The page still works.
  await page.goto("about:blank");
  await app.open();
});

test("an address that is no link of this page is told, and a bare position is opened", async ({ app, page }) => {
  for (const address of ["#/analysis/4k3", "#/foo"]) {
    await page.goto("about:blank");
    await page.goto(`/${address}`);
    await expect(app.messages).toContainText("This link cannot be opened: there is no such link here");
  }
  await page.goto("about:blank");
  await page.goto("/#4k3/8/8/8/8/8/8/4K3_b_-_-");
  await expect(app.text).toHaveValue("4k3/8/8/8/8/8/8/4K3 b - -");
});

test("a pasted link is followed", async ({ app, page }) => {
  const paste = async (text: string) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await page.keyboard.press("Control+v");
  };
  await app.dropText("a.epd", "8/8/8/8/8/8/8/8 w - -\n");
  await app.records.focus();
  await paste(`https://example.org/somewhere/#/s/1.${GOOD}.`);
  await expect(app.text).toHaveValue(/own\.1/);
  await app.records.focus();
  await paste("https://lichess.org/analysis/4k3/8/8/8/8/8/8/4K3_b_-_-_0_1?color=black");
  await expect(app.text).toHaveValue("4k3/8/8/8/8/8/8/4K3 b - - 0 1");
  // The same again, although it is the address of the page by now.
  await app.tab("a.epd").click();
  await app.records.focus();
  await paste("https://lichess.org/editor/4k3/8/8/8/8/8/8/4K3_b_-_-_0_1?color=black");
  await expect(app.text).toHaveValue("4k3/8/8/8/8/8/8/4K3 b - - 0 1");
});

test("a link begins no search", async ({ app, page }) => {
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  const line = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - acd 9; bm Ra8#; draw_accept; refcom execute; refreq request;';
  for (const path of [`/s/1.${packed(line)}`, `/embed/s/1.${packed(line)}`]) {
    await page.goto("about:blank");
    await page.goto(`/#${path}`);
    await expect(page.getByText("White to move").first()).toBeVisible();
  }
  await page.goto("about:blank");
  await page.goto(`/#/s/1.${packed(line)}`);
  await expect(app.problemCount).not.toHaveText("");
  await expect(app.button("Stop")).toHaveCount(0);
  // Records are read by a clerk; engines only search.
  expect(workers.filter((url) => url.includes("engine"))).toEqual([]);
  await expect(app.text).toHaveValue(line);
});
