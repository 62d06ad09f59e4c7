// Takes the screenshots of the README from the built page, with a file of the project.
// Usage: node scripts/serve.mjs 8124 & node scripts/screenshots.mjs
import { readFileSync } from "node:fs";
import { chromium } from "../e2e/node_modules/@playwright/test/index.mjs";

const file = process.argv[2] ?? new URL("../tests/data/showcase.epd", import.meta.url).pathname;
const out = process.argv[3] ?? new URL("../docs/screenshots/", import.meta.url).pathname;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const sizes = [
  [1280, 720],
  [1400, 900],
  [1920, 1080],
  [390, 844],
];
const shots = sizes.flatMap(([width, height]) => ["light", "dark"].map((scheme) => [{ width, height }, scheme]));
for (const [viewport, colorScheme] of shots) {
  const page = await browser.newPage({ viewport, colorScheme });
  await page.goto("http://127.0.0.1:8124/");
  await page.getByLabel("Files to open").setInputFiles({ name: file.split("/").pop(), mimeType: "text/plain", buffer: readFileSync(file) });
  const shot = () => page.screenshot({ path: `${out}${viewport.width}-${colorScheme}.png` });
  if (viewport.width < 600) {
    // The record is the part that is shown below the board.
    await page.locator("#record-text").waitFor();
    await shot();
    await page.close();
    continue;
  }
  await page.getByRole("grid", { name: "Records" }).waitFor();
  await page.getByRole("grid", { name: "Records" }).focus();
  await page.keyboard.press("ArrowDown");
  const settings = page.getByRole("button", { name: "Engine settings" });
  await settings.click();
  await page.getByLabel("Limit", { exact: true }).fill("100000");
  await settings.click();
  await page.getByRole("button", { name: "Analyse record", exact: true }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).isEnabled();
  await page.waitForFunction(() => /pv /.test(document.querySelector("#record-text")?.value ?? ""));
  // The engine thinks along, with three lines.
  await settings.click();
  await page.getByLabel("Number of lines").selectOption("3");
  await settings.click();
  await page.getByRole("switch", { name: "Think along" }).or(page.getByRole("button", { name: "Think along", exact: true })).first().click();
  await page.locator(".study__line").nth(2).waitFor();
  await page.getByText(/^Depth (1\d|2\d)/).waitFor();
  await shot();
  await page.close();
}
await browser.close();
