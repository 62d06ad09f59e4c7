// Measures how long a newcomer waits, in a fresh clone of the last commit, with nothing cached: `make run` until the
// page is served, the same again, and `make watch` until it has built a change to one component. With "tests" also
// `make test`. Writes the section "Set-up" of docs/benchmarks.md.
//
// The installed toolchain of Rust is used. Other work on the machine affects the figures.
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSection } from "./section.mjs";

const PORT = "8391";
const folder = mkdtempSync(join(tmpdir(), "epidote-setup-"));
const clone = join(folder, "epidote");
const env = { ...process.env, CARGO_HOME: join(folder, "cargo"), EPIDOTE_CACHE: join(folder, "cache"), npm_config_cache: join(folder, "npm") };
delete env.CARGO_TARGET_DIR;

/** Seconds of processor time used by the ended children of a process; null if the system does not say. */
function processorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return null;
  }
}

/**
 * Runs make in the clone until it ends, or until its output matches `until`; then it is ended. With `edit`, the
 * output must first match `ready`, then `edit` is called, and the rest applies to what comes after. Returns the
 * output, and the elapsed seconds and those of the processors.
 */
function make(args, { until, ready, edit } = {}) {
  return new Promise((resolve, reject) => {
    let start = performance.now();
    let said = "";
    let isReady = !ready;
    const child = spawn("make", args, { cwd: clone, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const finish = () => {
      resolve({ said, clock: (performance.now() - start) / 1000, processors: processorTime(child.pid) });
    };
    const heard = (text) => {
      process.stdout.write(text);
      said += text;
      if (isReady && until?.test(said)) {
        until = undefined;
        finish();
        process.kill(-child.pid);
      } else if (!isReady && ready.test(said)) {
        isReady = true;
        said = "";
        start = performance.now();
        edit();
      }
    };
    child.stdout.setEncoding("utf8").on("data", heard);
    child.stderr.setEncoding("utf8").on("data", heard);
    child.on("error", reject);
    child.on("close", (status) => (status === 0 ? finish() : reject(new Error(`make ${args.join(" ")} failed`))));
  });
}

const format = (seconds) => (seconds === null ? "" : seconds < 10 ? seconds.toFixed(1) : Math.round(seconds));
const before = loadavg()[0].toFixed(1);
try {
  execFileSync("git", ["clone", "--quiet", fileURLToPath(new URL("..", import.meta.url)), clone]);
  const isServed = /is served on/;
  const first = await make(["run", `PORT=${PORT}`], { until: isServed });
  const second = await make(["run", `PORT=${PORT}`], { until: isServed });
  // Before a component is changed, since the page would be built again.
  const tests = process.argv[2] === "tests" ? await make(["test"]) : null;
  const watched = await make(["watch", `WATCH_PORT=${PORT}`], { until: isServed });
  // The page is shown while the workers are built, and make reports it.
  const edit = () => appendFileSync(join(clone, "src/ui/header.rs"), "// a change\n");
  const change = await make(["watch", `WATCH_PORT=${PORT}`], { ready: isServed, edit, until: /show the page/ });

  const steps = [
    ...[...first.said.matchAll(/^\[setup\] (.+): (\d+) s$/gm)].map(([, name, seconds]) => [name, seconds]),
    ...[...first.said.matchAll(/^\[ *\d+ of \d+\] +([\d.]+) s {2}(.+)$/gm)].map(([, seconds, name]) => [name, format(Number(seconds))]),
  ];
  const rows = [
    ["first `make run`, until the page is served", first, 360],
    ["second `make run`, nothing changed", second, 3],
    ...(tests ? [["`make test`, after that", tests, 900]] : []),
    ["first `make watch`, after that", { ...watched, processors: null }, ""],
    ["`make watch`: a change of one component", { ...change, processors: null }, 15],
  ];
  const section = `Written by \`make time-setup\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0].model.replace(/ \d+-Core.*| Processor/, "").trim()}, load ${before} before it. A fresh clone without cargo and npm packages and without Stockfish; the Rust toolchain is installed.

| | clock, s | processors, s | goal, s |
|---|---|---|---|
${rows.map(([name, { clock, processors }, goal]) => `| ${name} | ${format(clock)} | ${format(processors)} | ${goal} |`).join("\n")}

The steps of the first run, by the clock. Page and workers are built at the same time, so the steps add up to more.

| step | s |
|---|---|
${steps.map(([name, seconds]) => `| ${name} | ${seconds} |`).join("\n")}
`;
  writeSection("Set-up", section);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
