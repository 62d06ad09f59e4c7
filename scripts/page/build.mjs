// Builds the page: everything between the sources and the folder that is served.
import { existsSync } from "node:fs";
import { assemble } from "./assemble.mjs";
import { endAll, run } from "./cargo.mjs";
import { lock } from "./lock.mjs";
import { readManifest } from "./manifest.mjs";
import { Programs } from "./programs.mjs";
import { Progress } from "./progress.mjs";

const INDEX = "index.html";

/** The folders for each kind of build. */
const PLACES = {
  page: { folder: "target/page", to: "dist" },
  watch: { folder: "target/watch-page", to: "target/watch-dist" },
};

/** The folder that `make watch` serves. */
export const WATCHED = PLACES.watch.to;

/**
 * Builds the page into `dist`, or with `isQuick` into the folder that `make watch` serves.
 *
 * @param {{ isQuick?: boolean, isCounting?: boolean, shown?: () => void }} options see `Programs`; `shown` is called
 * once the page is in its folder with the workers of the build before, if there was one and the page has changed
 * @returns whether the page has changed, since then or at all
 */
export async function build({ isQuick = false, isCounting = false, shown } = {}) {
  const { folder, to } = PLACES[isQuick ? "watch" : "page"];
  const release = await lock(`${folder}.lock`);
  let progress;
  let isDone = false;
  try {
    const manifest = readManifest(INDEX);
    const options = { folder, isQuick, isCounting };
    const engines = `${folder}/engines`;
    const made = new Map();
    const before = shown && isQuick ? workersOfBefore(manifest, options) : null;
    progress = new Progress(Programs.count(manifest.programs, options) + (before ? 3 : 2));
    const programs = new Programs(options, progress);
    const together = (name, files) =>
      progress.step(name, () =>
        assemble({
          manifest,
          index: INDEX,
          made: manifest.programs.map((program) => files.get(program)),
          engines,
          to,
          stamp: `${folder}/dist.stamp`,
          watch: isQuick ? { script: "scripts/page/reload.js", worker: "scripts/page/no-keeping.js" } : undefined,
        }),
      );
    const show = async () => {
      if (before && (await together("show the page, with the workers of before", new Map([...before, ...made])))) shown();
    };
    const tool = programs.tool();
    const stockfish = progress.step("fetch Stockfish (161 MB, once)", () => fetchStockfish(engines, progress));
    await allOrNone([tool, stockfish, ...queues({ manifest, programs, tool, made, isQuick, show })]);
    const isNew = await together("put the page together", made);
    isDone = true;
    return isNew;
  } finally {
    progress?.end(isDone && `The page is in ${to}`);
    release();
  }
}

/**
 * Compiles and finishes the programs, and puts the files of each into `made`. The page's own program takes as long as
 * all others together and has its own profile, so it gets a cargo queue to itself. With the single profile of `make
 * watch` it goes first.
 */
function queues({ manifest, programs, tool, made, isQuick, show }) {
  const finish = async (program, path) => {
    await tool;
    made.set(program, await programs.finish(program, path));
  };
  const page = async () => {
    const program = manifest.programs.find(({ isPage }) => isPage);
    await finish(program, await programs.compile(program));
  };
  const workers = async () => {
    // Workers take less time than the page, even after the tool.
    await tool;
    const finished = [];
    try {
      for (const program of manifest.programs.filter(({ isPage }) => !isPage)) {
        finished.push(finish(program, await programs.compile(program)));
      }
    } finally {
      await Promise.all(finished);
    }
  };
  return isQuick ? [page().then(show).then(workers)] : [page(), workers()];
}

/** The files of the workers as they were built last; null if one was never built. */
function workersOfBefore(manifest, options) {
  const workers = manifest.programs.filter(({ isPage }) => !isPage);
  const files = workers.map((program) => [program, Programs.bound(program, options)]);
  return files.every(([, { script, wasm }]) => existsSync(script) && existsSync(wasm)) ? new Map(files) : null;
}

/** Waits for all; if one fails the others are ended. */
async function allOrNone(work) {
  try {
    await Promise.all(work);
  } catch (error) {
    endAll();
    await Promise.allSettled(work);
    throw error;
  }
}

/** Puts the second engine into a folder, or nothing if it cannot be had. Returns whether it was fetched. */
async function fetchStockfish(folder, progress) {
  const { out, said } = await run("scripts/stockfish", [folder], { heard: () => true });
  if (said.trim()) progress.say(said.trim());
  return out.trim() !== "";
}
