// Builds the page into dist. Nothing is downloaded except Stockfish, once; see scripts/stockfish.
// With COUNT_FUNCTIONS=1 the program is not cut and notes which functions are called, for `make profile`.
import { fileURLToPath } from "node:url";
import { build } from "./page/build.mjs";
import { Failed, endAll } from "./page/cargo.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    endAll();
    process.exit(130);
  });
}
try {
  await build({ isCounting: Boolean(process.env.COUNT_FUNCTIONS) });
} catch (error) {
  console.error(error instanceof Failed ? error.message : error);
  process.exit(1);
}
