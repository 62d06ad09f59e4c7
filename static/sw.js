// Keeps the page for use without a network. The build writes the version and the files into it
// (scripts/page/precache.mjs), so that each build is a different worker with a different cache.
//
// A new version is loaded completely, in the background, and waits until the user reloads: files of two versions are
// never mixed, and no work is interrupted.
const VERSION = "{version}";
const FILES = JSON.parse('{files}');
const CACHE = `epidote-${VERSION}`;
// Engines are large and not needed by everyone, so they are cached when they are first requested.
const ENGINES = "epidote-engines";
// Files that other programs share with the installed page, until they are opened (src/browser/shared.rs).
const SHARED = "epidote-shared";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("epidote-") && ![CACHE, ENGINES, SHARED].includes(name);
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

// Other tabs would continue with the files of another version, so they must be closed first.
const takeOver = async (page) => {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (tabs.length > 1) page.postMessage("others are open");
  else await self.skipWaiting();
};

self.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(takeOver(event.source));
});

const kept = async (request) => {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request.mode === "navigate" ? "./" : request, { ignoreSearch: true });
  // Workers read what they are from the query of their address. The address of a cached response has none, and that
  // of a new response is the one requested.
  if (found) return new Response(found.body, { status: found.status, headers: found.headers });
  if (!new URL(request.url).pathname.includes("/engines/")) return fetch(request);
  const engines = await caches.open(ENGINES);
  const engine = await engines.match(request);
  if (engine) return engine;
  const response = await fetch(request);
  if (response.ok) await engines.put(request, response.clone());
  return response;
};

// Files, or the text of a message. Each is stored under its name; then the page is shown, which opens them.
const received = async (request) => {
  const form = await request.formData();
  const cache = await caches.open(SHARED);
  const parts = [...form.getAll("files"), ...form.getAll("text")].map((part) => (typeof part === "string" ? new File([part], "shared.epd") : part));
  const keep = (file, at) => cache.put(`shared/${Date.now()}-${at}/${encodeURIComponent(file.name)}`, new Response(file));
  await Promise.all(parts.filter((file) => file.size > 0).map(keep));
  return Response.redirect("./#/shared", 303);
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "GET") event.respondWith(kept(request));
  if (request.method === "POST" && url.pathname.endsWith("/share")) event.respondWith(received(request));
});
