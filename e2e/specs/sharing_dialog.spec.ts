// The dialog that shares a record: its results are used as a receiver would use them.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import jsQR from "jsqr";
import type { Download, Page } from "@playwright/test";
import { expect, own, test } from "../fixtures.ts";
import type { App } from "../pages/app.ts";

const clipboard = () => navigator.clipboard.readText();
const RECORD = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "back rank";';

async function share(app: App, text: string) {
  await app.dropText("a.epd", `${text}\n`);
  await app.button("Share…").click();
  return app.page.getByRole("dialog", { name: "Share the record" });
}

async function downloaded(page: Page, name: string): Promise<[Download, Buffer]> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  return [download, readFileSync(await download.path())];
}

test("the QR code holds the link that is copied", async ({ app, page }) => {
  const dialog = await share(app, RECORD);
  const link = dialog.getByRole("textbox", { name: "Link to the record" });
  await expect(link).toHaveValue(/#\/s\/1\./);
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog.getByRole("status", { name: "Done" })).toHaveText("Link copied.");
  const copied = await page.evaluate(clipboard);
  await expect(link).toHaveValue(copied);
  // Read it like a camera.
  const pixels = await dialog.getByRole("img", { name: "QR code of the link" }).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [400, 400];
    const context = canvas.getContext("2d")!;
    context.drawImage(image, 0, 0, 400, 400);
    return [...context.getImageData(0, 0, 400, 400).data];
  });
  expect(jsQR(Uint8ClampedArray.from(pixels), 400, 400)?.data).toBe(copied);
  const [file, svg] = await downloaded(page, "Save QR code");
  expect(file.suggestedFilename()).toBe("a-1.qr.svg");
  expect(svg.toString()).toMatch(/^<svg [^]*<\/svg>\s*$/);
});

test("all of it is there for the keyboard", async ({ app, page }) => {
  await app.dropText("a.epd", `${RECORD}\n`);
  await app.records.focus();
  await page.keyboard.press("h");
  const dialog = page.getByRole("dialog", { name: "Share the record" });
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Tab");
  const link = dialog.getByRole("textbox", { name: "Link to the record" });
  await expect(link).toBeFocused();
  // The button is disabled until the link is ready, and Tab skips it.
  await expect(link).toHaveValue(/#\/s\/1\./);
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Copy link" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status", { name: "Done" })).toHaveText("Link copied.");
  // Keys of commands have no effect behind the dialog.
  await page.keyboard.press("n");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(app.text).toHaveValue(RECORD);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("QR");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
});

test("a link that is too long for a QR code is said to be", async ({ app, page }) => {
  // Data that cannot be compressed.
  const noise = Array.from({ length: 140 }, (_, at) => createHash("sha256").update(String(at)).digest("base64url")).join("");
  const dialog = await share(app, `4k3/8/8/8/8/8/8/4K3 w - - c0 "${noise}";`);
  await expect(dialog).toContainText(/The link has \d+ characters, too many for a QR code, which holds 2953/);
  await expect(dialog.getByRole("img", { name: "QR code of the link" })).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: "Save QR code" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog.getByRole("status", { name: "Done" })).toHaveText("Link copied.");
  await page.evaluate(clipboard).then((link) => expect(link.length).toBeGreaterThan(2953));
});

test("the picture shows what the board shows", async ({ app, page }) => {
  const dialog = await share(app, RECORD);
  const picture = dialog.getByRole("img", { name: /^White to move: 6k1/ });
  await expect(picture).toBeVisible();
  const svg = async () => (await downloaded(page, "Save SVG"))[1].toString();
  const count = (text: string, what: string) => text.split(what).length - 1;
  const first = await svg();
  // Nine pieces, the arrow of bm, coordinates, the side to move.
  expect([count(first, "<use "), count(first, "<polygon "), count(first, "<text "), count(first, "<circle cx=\"834\"")]).toEqual([9, 1, 16, 1]);
  expect(first).toContain('href="#piece-wR" x="0" y="700"');
  await dialog.getByLabel("Coordinates").uncheck();
  await dialog.getByLabel("Arrows and marks").uncheck();
  await dialog.getByLabel("Side to move").uncheck();
  const plain = await svg();
  expect([count(plain, "<use "), count(plain, "<polygon "), count(plain, "<text "), count(plain, "<circle cx=\"834\"")]).toEqual([9, 0, 0, 0]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("f");
  await page.keyboard.press("h");
  expect(await svg()).toContain('href="#piece-wR" x="700" y="0"');
});

test("what is drawn on the board is in the picture", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
  await app.square("e2").click({ button: "right" });
  await app.button("Share…").click();
  const [, svg] = await downloaded(page, "Save SVG");
  expect(svg.toString()).toContain('<circle cx="450" cy="650" r="46" fill="none" stroke="rgb(21, 120, 27)"');
});

test("a PNG has twice the size that was chosen", async ({ app, page }) => {
  const dialog = await share(app, RECORD);
  await dialog.getByLabel("Size").selectOption("240");
  await dialog.getByLabel("Side to move").uncheck();
  const [file, png] = await downloaded(page, "Save PNG");
  expect(file.suggestedFilename()).toBe("a-1.png");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([480, 480]);
  await dialog.getByRole("button", { name: "Copy picture" }).click();
  await expect(dialog.getByRole("status", { name: "Done" })).toHaveText("Picture copied.");
  const size = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const bitmap = await createImageBitmap(await item.getType("image/png"));
    return [bitmap.width, bitmap.height];
  });
  expect(size).toEqual([480, 480]);
  // It shows pieces and squares: these places have different colours.
  const colors = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const bitmap = await createImageBitmap(await item.getType("image/png"));
    const canvas = new OffscreenCanvas(480, 480);
    const context = canvas.getContext("2d")!;
    context.drawImage(bitmap, 0, 0);
    const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data.subarray(0, 3)].join();
    // a8 and b8 near their corners, and the king on g8.
    return [at(55, 55), at(65, 55), at(390, 35)];
  });
  expect(new Set(colors).size).toBe(3);
});

test("the code shows the position in a page of somebody else", async ({ app, page, context }) => {
  const dialog = await share(app, RECORD.replace("back rank", `x'></iframe><img src=x onerror=alert(1)>`));
  await dialog.getByRole("button", { name: "Copy code" }).click();
  await expect(dialog.getByRole("status", { name: "Done" })).toHaveText("Code copied.");
  const code = await page.evaluate(clipboard);
  await context.route("**/host.html", (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><title>Host</title><p>Before</p>${code}<p>After</p>` }),
  );
  const host = await context.newPage();
  await host.goto("/host.html");
  await expect(host.locator("body > *")).toHaveCount(3);
  const frame = host.frameLocator("iframe");
  await expect(frame.getByRole("heading", { level: 1 })).toHaveText("x'></iframe><img src=x onerror=alert(1)>");
  await expect(frame.getByRole("img", { name: /white rook a1/ })).toBeVisible();
  await expect(host.locator("img")).toHaveCount(0);
});

test("a record without a position is shared as well", async ({ app, page }) => {
  await app.drop({ name: "quirks.epd", bytes: own("quirks.epd") });
  await app.text.waitFor();
  await app.text.fill("x y z");
  await page.keyboard.press("Escape");
  await app.records.focus();
  await page.keyboard.press("h");
  const dialog = page.getByRole("dialog", { name: "Share the record" });
  await expect(dialog.getByRole("img", { name: "White to move: 8/8/8/8/8/8/8/8" })).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Link to the record" })).toHaveValue(/#\/s\/1\./);
});
