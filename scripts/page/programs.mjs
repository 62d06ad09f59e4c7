// Compiles the programs of the page and makes the files that a browser loads. The steps depend on each other as
// little as possible, so that two processors are busy.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { cargoBuild, run } from "./cargo.mjs";
import { hashOf, unlessMade } from "./stamps.mjs";

export const TARGET = "wasm32-unknown-unknown";
export const WASM_OPT = "e2e/node_modules/.bin/wasm-opt";
const LATE = "tool/late.txt";
// The packages of this workspace that programs are made of.
const OWN = ["epidote", "epidote-engine"];
// The features for reading the cut program; a whole one lists its features itself.
export const FEATURES = ["reference-types", "bulk-memory", "mutable-globals", "nontrapping-float-to-int", "sign-ext", "multivalue"];

/**
 * Arguments of cargo that leave the folder of its packages out of the places that panics name: it is one of this
 * machine, and makes the programs longer.
 */
export function withoutHome() {
  const packages = join(process.env.CARGO_HOME || join(homedir(), ".cargo"), "registry", "src");
  const registries = existsSync(packages) ? readdirSync(packages).sort() : [];
  const flags = registries.map((registry) => `--remap-path-prefix=${join(packages, registry)}=`);
  return ["--config", `target.${TARGET}.rustflags=${JSON.stringify(flags)}`];
}

/**
 * How the page is built.
 *
 * - `folder`: where intermediate files are kept
 * - `isQuick`: with the profile of `make watch`; nothing is optimised or cut
 * - `isCounting`: the page's program notes which functions are called, for `make profile`
 */
export class Programs {
  #options;
  #progress;
  #tool;

  constructor(options, progress) {
    this.#options = options;
    this.#progress = progress;
  }

  /** The number of steps for these programs. */
  static count(programs, { isQuick, isCounting }) {
    return 1 + programs.length * (isQuick ? 2 : 3) + (isQuick ? 0 : isCounting ? 1 : 2);
  }

  /** The files of a program that is not optimised. */
  static bound({ bin }, { folder }) {
    const [script, wasm] = boundNames(bin).map((name) => join(folder, "bound", bin, name));
    return { script, wasm };
  }

  /** Compiles the tool of the build, which must be done before anything is bound. */
  async tool() {
    await this.#progress.step("compile the tool of the build", async (tell) => {
      const { paths, isMade } = await this.#cargo(["--profile", "tool", "-p", "epidote-tool"], tell);
      this.#tool = paths.get("epidote-tool");
      return isMade;
    });
  }

  /** Compiles a program; returns its path. */
  async compile({ bin, profile, optLevel, features, isPage }) {
    const { isQuick } = this.#options;
    const use = isQuick ? "watch" : profile;
    const places = isQuick ? [] : withoutHome();
    const level = isQuick || !optLevel ? [] : OWN.flatMap((name) => ["--config", `profile.${use}.package.${name}.opt-level="${optLevel}"`]);
    // What the linker knows about the data tells which of it only the late part needs.
    const linking = isPage && !isQuick ? ["--emit-relocs"] : [];
    let path;
    await this.#progress.step(`compile ${bin}`, async (tell) => {
      const built = await this.#cargo(["--target", TARGET, "--profile", use, ...features, "--bin", bin, ...level, ...places], tell, linking);
      path = built.paths.get(bin);
      return built.isMade;
    });
    return path;
  }

  /** Makes JavaScript and wasm from a compiled program, optimised and cut; returns the paths of the files to load. */
  async finish(program, path) {
    const { isQuick, isCounting } = this.#options;
    const { bin, isPage } = program;
    const bound = await this.#make(`bind ${bin}`, ["bound", bin], [{ file: this.#tool }, { file: path }, String(isPage)], boundNames(bin), (folder) =>
      run(this.#tool, ["bind", isPage ? "page" : "worker", path, bin, folder]),
    );
    const [script, whole] = bound;
    if (isQuick) return { script, wasm: whole };
    const [wasm] = await this.#make(`optimize ${bin}`, ["optimized", bin], [{ file: whole }, this.#wasmOpt(), ...program.optimize], [`${bin}_bg.wasm`], (folder) =>
      run(WASM_OPT, [...program.optimize, whole, "-o", join(folder, `${bin}_bg.wasm`)]),
    );
    if (!isPage) return { script, wasm };
    return { script, ...(await (isCounting ? this.#count(wasm) : this.#cut(wasm, path))) };
  }

  async #cut(whole, linked) {
    const inputs = [{ file: this.#tool }, { file: whole }, { file: linked }, { file: LATE }];
    const parts = await this.#make("cut app", ["cut"], inputs, ["first.wasm", "late.wasm"], (folder) =>
      run(this.#tool, ["cut", whole, linked, LATE, join(folder, "first.wasm"), join(folder, "late.wasm")]),
    );
    const [wasm, late] = await this.#sort("sort app", "sorted", parts);
    return { wasm, late };
  }

  async #count(whole) {
    const [counted, names] = await this.#make("count app", ["counting"], [{ file: this.#tool }, { file: whole }], ["app.wasm", "functions.txt"], async (folder) => {
      await run(this.#tool, ["count", whole, join(folder, "whole.wasm"), join(folder, "functions.txt")]);
      await this.#sortOne(join(folder, "whole.wasm"), join(folder, "app.wasm"), ["--enable-multimemory"]);
    });
    return { wasm: counted, names };
  }

  /** Sorts functions by name, which puts similar ones together, and drops the names. */
  async #sort(words, folder, parts) {
    const names = parts.map((_, at) => `${at}.wasm`);
    return this.#make(words, [folder], [this.#wasmOpt(), ...parts.map((file) => ({ file }))], names, (to) =>
      Promise.all(parts.map((part, at) => this.#sortOne(part, join(to, names[at]), []))),
    );
  }

  #sortOne(from, to, more) {
    const features = FEATURES.map((feature) => `--enable-${feature}`);
    return run(WASM_OPT, [...features, ...more, "--reorder-functions-by-name", from, "-o", to]);
  }

  /** Represents wasm-opt in a stamp. */
  #wasmOpt() {
    return { file: "e2e/node_modules/binaryen/package.json" };
  }

  /** Has `make` fill a folder with the files `names`, unless they are there and made from the same inputs. */
  async #make(words, place, inputs, names, make) {
    const folder = join(this.#options.folder, ...place);
    const files = names.map((name) => join(folder, name));
    await this.#progress.step(words, () => {
      const state = () => hashOf(...files.map((file) => ({ file })));
      return unlessMade(`${folder}.stamp`, hashOf(words, ...inputs), state, async () => {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder, { recursive: true });
        await make(folder);
      });
    });
    return files;
  }

  #cargo(args, tell, linking) {
    return cargoBuild(args, tell, (words) => this.#progress.say(words), linking);
  }
}

const boundNames = (bin) => [`${bin}.js`, `${bin}_bg.wasm`];
