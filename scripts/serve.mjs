// Serves dist on 127.0.0.1, for `make run` and for the browser tests.
// Usage: node scripts/serve.mjs [port]
import { fileURLToPath } from "node:url";
import { serve } from "./page/server.mjs";

const port = Number(process.argv[2] ?? 8080);
serve({ root: fileURLToPath(new URL("../dist/", import.meta.url)), port });
