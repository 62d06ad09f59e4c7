// Reports the progress of a build: a line for each finished step, with its number and its seconds, and below them, on
// a terminal, the steps in progress. Elsewhere these are reported every twenty seconds.
const SILENT = 20_000;

export class Progress {
  #steps = 0;
  #done = 0;
  #made = 0;
  #running = new Map();
  #start = performance.now();
  #isTerminal;
  #timer;
  #lastLine = performance.now();

  /** @param {number} steps the number of steps */
  constructor(steps) {
    this.#steps = steps;
    this.#isTerminal = process.stdout.isTTY;
    this.#timer = setInterval(() => this.#draw(), this.#isTerminal ? 250 : 1000);
  }

  /**
   * Does a step. `work` is given a function that reports progress in words, and returns whether there was anything to
   * do.
   */
  async step(name, work) {
    const start = performance.now();
    this.#running.set(name, "");
    try {
      const isMade = await work((detail) => this.#running.set(name, detail));
      this.#done++;
      if (isMade) {
        this.#made++;
        const place = `[${String(this.#done).padStart(2)} of ${this.#steps}]`;
        this.say(`${place} ${seconds(start).padStart(7)}  ${name}`);
      }
      return isMade;
    } finally {
      this.#running.delete(name);
    }
  }

  /** Prints a line above the steps in progress. */
  say(text) {
    this.#clear();
    process.stdout.write(`${text}\n`);
    this.#lastLine = performance.now();
  }

  /** Ends the display with a last line. */
  end(words) {
    clearInterval(this.#timer);
    this.#clear();
    const what = this.#made ? `${this.#made} of ${this.#steps} steps had something to do` : "nothing has changed";
    if (words) process.stdout.write(`${words} (${seconds(this.#start)}; ${what})\n`);
  }

  #now() {
    return [...this.#running].map(([name, detail]) => (detail ? `${name} ${detail}` : name)).join(", ");
  }

  #draw() {
    if (!this.#running.size) return;
    const line = `${seconds(this.#start).padStart(17)}  ${this.#now()} …`;
    if (this.#isTerminal) process.stdout.write(`\r${line.slice(0, (process.stdout.columns ?? 80) - 1)}\x1b[K`);
    else if (performance.now() - this.#lastLine > SILENT) this.say(line);
  }

  #clear() {
    if (this.#isTerminal) process.stdout.write("\r\x1b[K");
  }
}

const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
