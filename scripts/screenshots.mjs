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
const shots = [
  ["light", { width: 1400, height: 900 }, "light"],
  ["dark", { width: 1400, height: 900 }, "dark"],
  ["phone", { width: 400, height: 860 }, "light"],
];
for (const [name, viewport, colorScheme] of shots) {
  const page = await browser.newPage({ viewport, colorScheme });
  await page.goto("http://127.0.0.1:8124/");
  await page.getByLabel("Files to open").setInputFiles({ name: file.split("/").pop(), mimeType: "text/plain", buffer: readFileSync(file) });
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
  await page.screenshot({ path: `${out}${name}.png`, fullPage: name === "phone" });
  await page.close();
}
await browser.close();
