// Keeps the page for use without a network. The build writes the version and the files into it
// (scripts/page/precache.mjs), so that each build is another worker with a cache of its own.
//
// A new version is loaded whole, in the background, and waits until the user reloads: files of two
// versions never meet, and no work is interrupted.
const VERSION = "{version}";
const FILES = JSON.parse('{files}');
const CACHE = `epidote-${VERSION}`;
// Engines are large and not needed by all: they are kept when they were asked for once.
const ENGINES = "epidote-engines";
// What other programs share with the installed page, until it is opened (src/browser/shared.rs).
const SHARED = "epidote-shared";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("epidote-") && ![CACHE, ENGINES, SHARED].includes(name);
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

// Other tabs would go on with the files of another version.
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
  // Workers are told what they are by what stands behind the question mark; the address of a kept answer
  // has none, that of a new one is the one that was asked for.
  if (found) return new Response(found.body, { status: found.status, headers: found.headers });
  if (!new URL(request.url).pathname.includes("/engines/")) return fetch(request);
  const engines = await caches.open(ENGINES);
  const engine = await engines.match(request);
  if (engine) return engine;
  const response = await fetch(request);
  if (response.ok) await engines.put(request, response.clone());
  return response;
};

// Files, or the text of a message: each is kept under its name, then the page is shown, which opens them.
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
