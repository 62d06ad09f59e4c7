// In the page that `make watch` serves: loads it anew when it was built anew.
new EventSource("changes").addEventListener("message", () => location.reload());
