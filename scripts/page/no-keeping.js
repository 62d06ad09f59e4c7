// The service worker of the page that `make watch` serves keeps nothing: what it kept would be what the page was before.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", () => self.registration.unregister());
