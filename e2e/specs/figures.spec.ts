// Figures of the page, printed with their budgets. They are measured but not judged: machines are noisy, and a test
// that fails by the clock proves nothing.
import { expect, test } from "../fixtures.ts";

test.describe.configure({ mode: "serial" });

const percentile = (values: number[], part: number) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)];

test("keystroke to problems and board", async ({ app, page }) => {
  await app.dropText("a.epd", "2rr3k/8/1n6/8/3pN3/2pP4/2P5/R4RK1 w - - bm Nf6; id \"x\";\n".repeat(100));
  await expect(app.text).toHaveValue(/Nf6/);
  const times: number[] = await page.evaluate(async () => {
    const area = document.querySelector<HTMLTextAreaElement>("#record-text")!;
    const times: number[] = [];
    for (let at = 0; at < 200; at++) {
      const text = at % 2 ? '2rr3k/8/1n6/8/3pN3/2pP4/2P5/R4RK1 w - - bm Nf6; id "x";' : `2rr3k/8/1n6/8/3pN3/2pP4/2P4P/R4RK1 w - - bm Nx6; id "${at}`;
      const start = performance.now();
      area.value = text;
      area.dispatchEvent(new InputEvent("input", { bubbles: true }));
      // Effects run in microtasks; the layout is forced so that it is included.
      await Promise.resolve();
      await new Promise((done) => queueMicrotask(() => done(undefined)));
      document.querySelector(".problems")!.getBoundingClientRect();
      times.push(performance.now() - start);
      await new Promise((done) => requestAnimationFrame(done));
    }
    return times;
  });
  const p95 = percentile(times, 0.95);
  console.log(`figure: keystroke to problems and board, p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms of ${times.length} (budget 16 ms)`);
  await expect(app.problemCount).toHaveText("No problems");
});

test("first paint to interactive", async ({ app, page }) => {
  const times: number[][] = [];
  for (let at = 0; at < 5; at++) {
    await page.reload();
    await app.button("Open").waitFor();
    times.push(
      await page.evaluate(() => {
        const [interactive] = performance.getEntriesByName("epidote-interactive");
        const [paint] = performance.getEntriesByName("first-paint");
        return [interactive.startTime, interactive.startTime - (paint?.startTime ?? 0)];
      }),
    );
  }
  const median = (column: number) => percentile(times.map((row) => row[column]), 0.5).toFixed(0);
  console.log(`figure: first paint to interactive ${median(1)} ms, from the start of loading ${median(0)} ms, medians of 5 loads (budget 1000 ms)`);
});

test("pointer to picture while a piece is dragged", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/8/R3K3 w - -\n");
  const from = (await app.square("a1").boundingBox())!;
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y);
  await page.locator(".piece--dragged").waitFor({ state: "attached" });
  // For each movement: the number of frames that begin before the piece has reached the pointer, 1 for the next
  // frame, and the milliseconds from the event to the end of the script of that frame.
  await page.evaluate(() => {
    const piece = document.querySelector<SVGElement>(".piece--dragged")!;
    const figures: [number, number][] = ((globalThis as never as { figures: [number, number][] }).figures = []);
    let waiting: { time: number; frames: number; before: string }[] = [];
    addEventListener("pointermove", (event) => waiting.push({ time: event.timeStamp, frames: 0, before: piece.style.transform }), { capture: true });
    const frame = () => {
      // A move that is drawn during its event, as it should be, is there in the first frame after it.
      requestAnimationFrame(frame);
      queueMicrotask(() => {
        const now = performance.now();
        waiting = waiting.filter((one) => {
          one.frames += 1;
          const isThere = piece.style.transform !== one.before;
          if (isThere) figures.push([one.frames, now - one.time]);
          return !isThere;
        });
      });
    };
    requestAnimationFrame(frame);
  });
  for (let at = 0; at < 300; at++) await page.mouse.move(x + 12 + (at % 100) * 3, y - 12 - (at % 70) * 4);
  await page.waitForFunction(() => (globalThis as never as { figures: unknown[] }).figures.length >= 250);
  const figures: [number, number][] = await page.evaluate(() => (globalThis as never as { figures: [number, number][] }).figures);
  await page.mouse.up();
  const p95 = (column: number) => percentile(figures.map((row) => row[column]), 0.95);
  console.log(`figure: pointer to picture, p95 ${p95(0)} frames, ${p95(1).toFixed(1)} ms of ${figures.length} movements (budget 1 frame)`);
});
