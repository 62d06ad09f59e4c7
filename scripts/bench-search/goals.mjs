// What the search must reach, and what it should.

/** Each figure should reach its floor and, better, its aim; where `isLess`, it should not exceed them. */
export const goals = {
  "speed": { floor: 1.2, aim: 1.5, digits: 2 },
  "WAC, 100,000 nodes": { floor: 262, aim: 275 },
  "BK, 1 s": { floor: 20 },
  "BK, 1 s, ratio": { aim: 1, digits: 2 },
  "STS, 100,000 nodes": { floor: 0.95, aim: 1, digits: 2 },
  "Arasan, 100,000 nodes": { floor: 0.6, aim: 1, digits: 2 },
  "Arasan, 1 s": { floor: 0.6, aim: 1, digits: 2 },
  "nodes to a solution": { floor: 1, aim: 0.7, digits: 2, isLess: true },
  "error of scores": { floor: 3.5, aim: 2.5, digits: 1, isLess: true },
  "Stockfish 19 lite, both as WebAssembly": { floor: 25, aim: 45 },
  "toga2": { floor: 200, aim: 300 },
  "glaurung": { floor: 200, aim: 300 },
  "Stockfish 15.1, UCI_Elo 2600": { floor: 0, aim: 150 },
  "mates in up to 5, missed": { floor: 0, isLess: true },
  "mates in up to 5, longest ms": { floor: 1000, aim: 500, isLess: true },
  "mates in 6, missed": { floor: 0, isLess: true },
  "mates in 7, share found": { floor: 0.5, digits: 2 },
};

/** Keeps what was measured, and says what falls short. */
export class Verdicts {
  #short = [];
  #measured = new Set();

  /** Whether everything was measured. */
  get isWhole() {
    return Object.keys(goals).every((name) => this.#measured.has(name));
  }

  /**
   * The two cells of a table about a figure: its floor and its aim, bold where they are missed. `words` are written in
   * place of the number.
   */
  cells(name, value, { what = name, words } = {}) {
    const { floor, aim, digits = 0, isLess = false } = goals[name];
    this.#measured.add(name);
    return Object.entries({ floor, aim }).map(([kind, goal]) => {
      if (goal === undefined) return "";
      const isMet = isLess ? value <= goal : value >= goal;
      const text = `${isLess ? "≤" : "≥"} ${goal.toFixed(digits)}`;
      if (!isMet) this.#short.push({ kind, what, value: value.toFixed(digits), goal: text });
      return isMet ? (words ?? text) : `**${words ?? text}**`;
    });
  }

  /** What falls short, and what was not measured, a line each. */
  report() {
    const of = (kind) => this.#short.filter((miss) => miss.kind === kind).map(({ what, value, goal }) => `${what} (${value}, ${goal})`);
    const list = (names) => (names.length ? names.join("; ") : "nothing");
    const absent = Object.keys(goals).filter((name) => !this.#measured.has(name));
    return [
      `Short of the floor: ${list(of("floor"))}.`,
      `Short of the aim: ${list(of("aim"))}.`,
      ...(absent.length ? [`Not measured: ${list(absent)}.`] : []),
    ];
  }
}
