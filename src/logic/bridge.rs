//! What the server of the page tells about its engines, and where they are.

use serde::Deserialize;

/// An engine in the list of the server.
#[derive(Deserialize)]
struct Listed {
    name: String,
}

/// The names in the list of a server; `None` if it is no such list.
///
/// ```
/// use epidote::logic::bridge::names_of;
/// let list = r#"[{"kind": "program", "name": "Toga"}, {"name": "Far"}]"#;
/// assert_eq!(names_of(list), Some(vec!["Toga".to_owned(), "Far".to_owned()]));
/// assert_eq!(names_of("<!doctype html>"), None);
/// ```
pub fn names_of(list: &str) -> Option<Vec<String>> {
    let list: Vec<Listed> = serde_json::from_str(list).ok()?;
    Some(list.into_iter().map(|listed| listed.name).collect())
}

/// The address of an engine whose name is escaped, from the address of the page. The server is at the root of its
/// origin.
///
/// ```
/// use epidote::logic::bridge::socket_of;
/// let address = socket_of("http://127.0.0.1:8080/index.html?a", "My%20engine", "abc");
/// assert_eq!(address, "ws://127.0.0.1:8080/engine/My%20engine?token=abc");
/// assert_eq!(socket_of("https://chess.example/", "A", "1"), "wss://chess.example/engine/A?token=1");
/// ```
pub fn socket_of(page: &str, name: &str, token: &str) -> String {
    socket_at(page, &format!("engine/{name}"), token)
}

/// The address of the event that the server tells of, from the address of the page.
///
/// ```
/// use epidote::logic::bridge::event_of;
/// assert_eq!(event_of("http://127.0.0.1:8080/", "abc"), "ws://127.0.0.1:8080/argus/pictures?token=abc");
/// ```
pub fn event_of(page: &str, token: &str) -> String {
    socket_at(page, "argus/pictures", token)
}

fn socket_at(page: &str, path: &str, token: &str) -> String {
    let (scheme, rest) = page.split_once("://").unwrap_or(("http", page));
    let host = rest.split(['/', '?']).next().unwrap_or_default();
    // `http` becomes `ws`, and `https` becomes `wss`.
    format!("ws{}://{host}/{path}?token={token}", scheme.strip_prefix("http").unwrap_or_default())
}
