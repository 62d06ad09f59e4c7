import { defineConfig } from "@playwright/test";

const port = Number(process.env.E2E_PORT ?? 8123);

export default defineConfig({
  testDir: "specs",
  outputDir: "test-results",
  snapshotPathTemplate: "pictures/{arg}{ext}",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  // Searches of two tests at the same time leave the pages little of two cores.
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1400, height: 900 },
    // Recording costs a third of the time. A failure leaves a picture and the page in words; `TRACE=1` records.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    // Requests of a page with a service worker cannot be intercepted; offline.spec.ts allows it.
    serviceWorkers: "block",
    permissions: ["clipboard-read", "clipboard-write"],
    launchOptions: {
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    },
  },
  projects: [
    { name: "behavior", testIgnore: /figures/ },
    // Figures are measured when nothing else runs; recording the trace would take time in the page.
    { name: "figures", testMatch: /figures/, dependencies: ["behavior"], use: { trace: "off" } },
  ],
  webServer: {
    command: `node ../scripts/serve.mjs ${port}`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});
