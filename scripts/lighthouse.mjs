// Has Lighthouse measure the built page, as loaded by a phone on a slow network, and writes the section "First paint"
// of docs/benchmarks.md. `make lighthouse` installs Lighthouse (scripts/lighthouse) and builds the page.
//
// The page is served by scripts/serve.mjs, which compresses files like hosts of static pages. Fails below the goals.
import { spawn } from "node:child_process";
import { cpus } from "node:os";
import { launch } from "./lighthouse/node_modules/chrome-launcher/dist/index.js";
import desktop from "./lighthouse/node_modules/lighthouse/core/config/desktop-config.js";
import lighthouse from "./lighthouse/node_modules/lighthouse/core/index.js";
import { writeSection } from "./section.mjs";

const PORT = 8128;
const RUNS = 5;
// The goals for a phone and for a desktop computer.
const GOALS = {
  phone: { performance: 90, accessibility: 100, "best-practices": 100, seo: 90 },
  desk: { performance: 98, accessibility: 100, "best-practices": 100, seo: 90 },
};
// Upper limits in milliseconds, except for the shift.
const FIGURES = {
  "first-contentful-paint": { phone: 1800, desk: 930 },
  "largest-contentful-paint": { phone: 1800, desk: 800 },
  interactive: { phone: 3500, desk: 1000 },
  "speed-index": { phone: 3400, desk: 1300 },
  "total-blocking-time": { phone: 200, desk: 150 },
  "cumulative-layout-shift": { phone: 0.1, desk: 0.1 },
};

const server = spawn("node", [new URL("serve.mjs", import.meta.url).pathname, String(PORT)], { stdio: ["ignore", "pipe", "inherit"] });
await new Promise((done) => server.stdout.once("data", done));
const chrome = await launch({
  chromePath: process.env.CHROMIUM || "/usr/bin/chromium",
  chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
/** The run with the median performance. */
async function middle(kind, more = {}, config = undefined) {
  const reports = [];
  for (let at = 0; at < RUNS; at++) {
    const flags = { port: chrome.port, onlyCategories: Object.keys(GOALS[kind]), ...more };
    const { lhr } = await lighthouse(`http://127.0.0.1:${PORT}/`, flags, config);
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    reports.push(lhr);
    console.log(kind, Object.entries(lhr.categories).map(([name, { score }]) => `${name} ${Math.round(score * 100)}`).join(", "), `(machine: ${Math.round(lhr.environment.benchmarkIndex)})`);
  }
  return reports.sort((a, b) => a.categories.performance.score - b.categories.performance.score)[Math.floor(RUNS / 2)];
}

let phone, desk, held;
try {
  // Settings that are not given are those of a phone: 412 pixels, 1.6 Mbit/s, a processor four times slower.
  phone = await middle("phone");
  desk = await middle("desk", {}, desktop);
  const throttlingMethod = "devtools";
  // Lighthouse has the desktop network only for its simulation, so it is converted with the factors used for a phone.
  const { rttMs, throughputKbps } = desk.configSettings.throttling;
  const [latency, speed] = [rttMs * 3.75, throughputKbps * 0.9];
  const throttling = { ...desk.configSettings.throttling, requestLatencyMs: latency, downloadThroughputKbps: speed, uploadThroughputKbps: speed };
  held = { phone: await middle("phone", { throttlingMethod }), desk: await middle("desk", { throttlingMethod, throttling }, desktop) };
} finally {
  chrome.kill();
  server.kill();
}

for (const { auditRefs } of Object.values(phone.categories)) {
  for (const { id } of auditRefs) {
    const { score, scoreDisplayMode, title, displayValue, details } = phone.audits[id];
    if (scoreDisplayMode === "informative" || score === null || score >= 0.9) continue;
    console.log(`lighthouse: ${id}: ${title} ${displayValue ?? ""}`);
    for (const item of details?.items?.slice?.(0, 5) ?? []) console.log(`  ${item.url ?? item.node?.snippet ?? item.description ?? ""}`);
  }
}
const largest = phone.audits["largest-contentful-paint-element"]?.details?.items?.[0]?.items?.[0]?.node?.snippet;
if (largest) console.log(`lighthouse: the largest paint is that of ${largest}`);

// If nothing is slow, a simulated paint counts everything that came before it. Whether that includes the program,
// which the paint does not wait for, is then a matter of chance. So the goals for times are for visits where the
// browser itself is slowed down.
const rows = [
  ...Object.keys(GOALS.phone).map((id) => {
    const score = (report) => Math.round(report.categories[id].score * 100);
    const of = (kind, simulated) => [score(simulated), score(held[kind]), GOALS[kind][id]];
    return [phone.categories[id].title, ...of("phone", phone), ...of("desk", desk)];
  }),
  ...Object.entries(FIGURES).map(([id, goal]) => {
    const most = (value) => (value < 1 ? String(value) : value < 500 ? `${value} ms` : `${value / 1000} s`);
    const of = (kind, simulated) => [simulated.audits[id].displayValue, held[kind].audits[id].displayValue, most(goal[kind])];
    return [phone.audits[id].title, ...of("phone", phone), ...of("desk", desk)];
  }),
];
const section = `Written by \`make lighthouse\` on ${new Date().toISOString().slice(0, 10)}: Lighthouse ${phone.lighthouseVersion}, its phone (${phone.configSettings.throttling.throughputKbps / 1024} Mbit/s, ${phone.configSettings.throttling.rttMs} ms away, a processor ${phone.configSettings.throttling.cpuSlowdownMultiplier} times slower than ${cpus().length} × ${cpus()[0]?.model}), and its desktop; of ${RUNS} first visits each, the median. Lighthouse gives this machine ${Math.round(phone.environment.benchmarkIndex)} points at that moment; other load lowers them, and the performance score with them.
The page is served by \`scripts/serve.mjs\` over HTTP/1.1, compressed with brotli at the quality that servers use on the fly; hosts send no more bytes.
Simulated times are computed from a visit at full speed. A largest paint as late as time to interactive counts the program, which happened to arrive before the paint in that visit, but the paint does not wait for it. “Held back” means that the browser itself slows down network and processor; the goals for times apply to that.

| | phone, simulated | held back | goal | desk, simulated | held back | goal |
|---|---|---|---|---|---|---|
${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}
`;
writeSection("First paint", section);
console.log(section);

// A missing figure counts as a missed goal.
const missed = (kind, report) =>
  Object.entries(GOALS[kind]).some(([id, goal]) => !(report.categories[id].score * 100 >= goal)) ||
  Object.entries(FIGURES).some(([id, goal]) => !(held[kind].audits[id].numericValue <= goal[kind]));
process.exitCode = missed("phone", phone) || missed("desk", desk) ? 1 : 0;
