// Uses everything that the types promise. It is compiled and never run.
import { EpidoteError, Record, grade, init, lint, parse, read, run, type Finding, type Severity } from "epidote";
import { analyze, hasEngine, mate } from "epidote-engine";

async function use(file: Blob, response: Promise<Response>, bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  await init();
  await init(new URL("https://example.org/epidote.wasm"));
  const record: Record = parse("4k3/8/8/8/8/8/8/4K3 w - -", 7);
  const moves: string[] | undefined = record.moves("bm");
  const found: Finding[] = lint(record);
  const worst: Severity | null = record.set("acd", 3).set("bm", ["Kd2"]).remove("acd").fix({ unsafe: true }).normalize().severity;
  const solved: boolean[] = grade([record, "x"], "c0").runs[0]!.entries.map((entry) => entry.solved);
  const texts = [analyze(record.text, { nodes: 100 }).text, mate(record.bytes, 2).text, String(hasEngine()), run(record, "reverse").ended];
  for (const source of [file, response, bytes, "text", ["a line"]]) {
    for await (const one of read(source, { recordsOnly: false })) texts.push(one.kind);
  }
  try {
    record.check();
  } catch (error) {
    if (error instanceof EpidoteError) texts.push(error.paragraph ?? "", String(error.line));
  }
  // @ts-expect-error A record never changes.
  record.text = "";
  // @ts-expect-error A number is no line.
  parse(3);
  return [...texts, ...(moves ?? []), ...found.map(({ code }) => code), String(worst), String(solved)];
}

void use;
