// The programs that this one has started. They end with it, however it ends.
const running = new Set();

/** Notes a program; returns it. */
export function started(child) {
  running.add(child);
  child.on("exit", () => running.delete(child));
  return child;
}

process.on("exit", () => running.forEach((child) => child.kill()));
for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]]) process.on(signal, () => process.exit(code));
