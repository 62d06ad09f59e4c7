// Serves a built page on 127.0.0.1.
//
// Files are compressed as by hosts of static pages, and only once, so that measurements here are what visitors get.
import { createServer } from "node:http";
import { readFile, stat } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

const pack = promisify(brotliCompress);
// By path: the time of the file, and its compressed bytes.
const packed = new Map();

/** The bytes of a file, compressed. */
async function packedFile(file) {
  const { mtimeMs } = await stat(file);
  const known = packed.get(file);
  if (known?.mtimeMs === mtimeMs) return known.bytes;
  const bytes = await pack(await readFile(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  packed.set(file, { mtimeMs, bytes });
  return bytes;
}

/**
 * Serves the folder `root`, which ends with a slash. `answer` may handle a request itself, by its path, and then
 * returns true; `packs` is false for a page that is rebuilt all the time.
 */
export function serve({ root, port, answer, packs = true }) {
  const server = createServer(async (request, response) => {
    try {
      const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
      if (answer?.(path, response)) return;
      const file = join(root, path.endsWith("/") ? `${path}index.html` : path);
      if (!file.startsWith(root)) throw new Error("outside");
      const isPacked = packs && /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
      const body = isPacked ? await packedFile(file) : await readFile(file);
      response.writeHead(200, {
        ...(isPacked && { "content-encoding": "br" }),
        "content-length": body.length,
        vary: "accept-encoding",
        "content-type": TYPES[extname(file)] ?? "application/octet-stream",
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
        // Workers may share memory: the engine thinks along in several threads.
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
      });
      response.end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" });
      response.end("not found");
    }
  });
  server.on("error", (error) => {
    console.error(error.code === "EADDRINUSE" ? `Port ${port} is in use; choose another, as in: make run PORT=8081` : error.message);
    process.exit(1);
  });
  server.listen(port, "127.0.0.1", () => console.log(`Epidote is served on http://127.0.0.1:${port}`));
}
