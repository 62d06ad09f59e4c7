import { expect, test } from "../fixtures.ts";

test("the page forbids code and style that the build did not put into it", async ({ app, page }) => {
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  // The page contains what the first paint waits for, and nothing else; each part is allowed by its hash.
  expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval' 'sha256-[^ ']+';/);
  expect(policy).toMatch(/style-src 'self' 'sha256-[^ ']+';/);
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'/);
  await expect(page.locator("script:not([src])")).toHaveCount(1);
  await expect(page.locator("style")).toHaveCount(1);
  await app.menu("Help", "Keys");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
});

test.describe("the guard", () => {
  test.use({ expectedErrors: [[/security policy|Content Security Policy|TrustedScript/], { scope: "test" }] as never });

  test("refuses inline script", async ({ app, page }) => {
    const ran = await page.evaluate(() => {
      const script = document.createElement("script");
      try {
        script.textContent = "window.ran = true";
        document.body.append(script);
      } catch {
        // Trusted types refuse even the assignment.
      }
      return "ran" in window;
    });
    expect(ran).toBe(false);
    await expect(app.button("Open")).toBeVisible();
  });
});

test("nothing is asked of another host", async ({ app, page }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.reload();
  await app.dropText("a.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n");
  await app.limit("depth (plies)", 3);
  await app.button("Analyse record").click();
  await expect(app.text).toHaveValue(/pv Ra8#;/);
  expect([...hosts].filter((host) => !host.startsWith("127.0.0.1"))).toEqual([]);
});
