// Builds the page: everything between the sources and the folder that is served.
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
 * @param {{ isQuick?: boolean, isCounting?: boolean }} options see `Programs`
 * @returns whether the page has changed
 */
export async function build({ isQuick = false, isCounting = false } = {}) {
  const { folder, to } = PLACES[isQuick ? "watch" : "page"];
  const release = await lock(`${folder}.lock`);
  let progress;
  let isDone = false;
  try {
    const manifest = readManifest(INDEX);
    const options = { folder, isQuick, isCounting };
    progress = new Progress(Programs.count(manifest.programs, options) + 2);
    const programs = new Programs(options, progress);
    const engines = `${folder}/engines`;
    const made = new Map();
    const tool = programs.tool();
    const stockfish = progress.step("fetch Stockfish (161 MB, once)", () => fetchStockfish(engines, progress));
    await allOrNone([tool, stockfish, ...queues({ manifest, programs, tool, made, isQuick })]);
    const isNew = await progress.step("put the page together", () =>
      assemble({
        manifest,
        index: INDEX,
        made: manifest.programs.map((program) => made.get(program)),
        engines,
        to,
        stamp: `${folder}/dist.stamp`,
        watch: isQuick ? { script: "scripts/page/reload.js", worker: "scripts/page/no-keeping.js" } : undefined,
      }),
    );
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
function queues({ manifest, programs, tool, made, isQuick }) {
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
  return isQuick ? [page().then(workers)] : [page(), workers()];
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
