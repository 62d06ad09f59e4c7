// The service worker of the page that `make watch` serves. It caches nothing, because that would be an old page.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", () => self.registration.unregister());
