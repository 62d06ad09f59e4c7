// For the page that `make watch` serves: reloads it after every build.
new EventSource("changes").addEventListener("message", () => location.reload());
