// Compresses the pictures that tests compare the page with: 128 colours each, the frequent ones exact and the shades
// of edges nearly so, far below the threshold of the comparison.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { createRequire } from "node:module";

const { PNG } = createRequire(new URL("../e2e/package.json", import.meta.url))("pngjs");
const folder = new URL("../e2e/pictures/", import.meta.url);
const EXACT = 64;
const COLORS = 128;

const parts = (color) => [color >> 16, (color >> 8) & 255, color & 255];

/** The colours to use: the most frequent ones, then those of the most frequent neighbourhoods. */
function paletteOf(counts) {
  const frequent = [...counts].sort(([, a], [, b]) => b - a);
  const palette = frequent.slice(0, EXACT).map(([color]) => color);
  const regions = new Map();
  for (const [color, count] of frequent.slice(EXACT)) {
    const region = color & 0xf0f0f0;
    const sum = regions.get(region) ?? [0, 0, 0, 0];
    parts(color).forEach((part, at) => (sum[at] += part * count));
    sum[3] += count;
    regions.set(region, sum);
  }
  const means = [...regions.values()].sort((a, b) => b[3] - a[3]).slice(0, COLORS - palette.length);
  for (const [r, g, b, n] of means) palette.push((Math.round(r / n) << 16) | (Math.round(g / n) << 8) | Math.round(b / n));
  return palette;
}

function nearest(palette, color) {
  const wanted = parts(color);
  const distance = (known) => parts(known).reduce((sum, part, at) => sum + (part - wanted[at]) ** 2, 0);
  return palette.reduce((best, known, at) => (distance(known) < distance(palette[best]) ? at : best), 0);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

for (const name of readdirSync(folder).filter((name) => name.endsWith(".png"))) {
  const file = new URL(name, folder);
  const bytes = readFileSync(file);
  // The colour type in the header; a picture with a palette was packed before.
  if (bytes[25] === 3) continue;
  const { width, height, data } = PNG.sync.read(bytes);
  const color = (at) => (data[4 * at] << 16) | (data[4 * at + 1] << 8) | data[4 * at + 2];
  const counts = new Map();
  for (let at = 0; at < width * height; at++) counts.set(color(at), (counts.get(color(at)) ?? 0) + 1);
  const palette = paletteOf(counts);
  const index = new Map([...counts.keys()].map((color) => [color, nearest(palette, color)]));
  // A line consists of its filter, which is none, and its pixels.
  const lines = Buffer.alloc(height * (width + 1));
  for (let at = 0; at < width * height; at++) lines[at + Math.floor(at / width) + 1] = index.get(color(at));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const packed = Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap(parts))),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  writeFileSync(file, packed);
  console.log(`${name}: ${(packed.length / 1000).toFixed(1)} kB`);
}
