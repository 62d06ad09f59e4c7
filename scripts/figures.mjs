// Measures the page on small files, and writes the section "The page" of docs/benchmarks.md with the figures that
// `make test` prints: sizes, the time from a key or the pointer to the picture, and the findings of axe. `make
// figures` builds the page first.
import { spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { writeSection } from "./section.mjs";

const run = (command, args, cwd) => {
  const { status, stdout } = spawnSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  process.stdout.write(stdout);
  if (status !== 0) process.exit(1);
  return stdout;
};
const root = new URL("..", import.meta.url).pathname;
const lines = (output, kind) => [...output.matchAll(new RegExp(`^${kind}: (.+)$`, "gm"))].map(([, line]) => line);

const sizes = lines(run("node", ["scripts/sizes.mjs"], root), "size").map((line) => line.match(/^(.+?)\s+([\d.]+) kB brotli, budget ([\d.]+) kB/).slice(1));
const figures = ["--no-deps", "--project=figures", "--project=behavior", "--workers=1", "specs/figures.spec", "specs/axe"];
const measured = lines(run("npx", ["playwright", "test", ...figures], `${root}/e2e`), "figure");

const section = `Written by \`make figures\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0].model.replace(/ \d+-Core.*| Processor/, "")}, headless Chromium. \`make test\` prints the same, and fails where a size is over its budget or axe finds anything; a violation of the security policy of the page fails whichever test it happens in.

| file | kB, brotli | budget |
|---|---|---|
${sizes.map((row) => `| ${row.join(" | ")} |`).join("\n")}

${measured.map((line) => `- ${line[0].toUpperCase()}${line.slice(1)}.`).join("\n")}
`;
writeSection("The page", section);
