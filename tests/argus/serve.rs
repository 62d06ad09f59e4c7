//! The server of the page: what is served to whom, and what it refuses.

mod event;
mod lines;
mod web;

use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;

use super::{folder, mock, run};
use web::{Server, Socket};

/// A folder with a page.
fn page_folder(name: &str) -> PathBuf {
    let folder = folder(&format!("serve-{name}"));
    fs::create_dir_all(folder.join("dist/engines")).expect("a folder");
    for (name, content) in [
        ("secret.txt", "secret"),
        ("dist/index.html", "<!doctype html>"),
        ("dist/worker.js", "a script"),
        ("dist/worker.js.br", "a packed script"),
        ("dist/engines/a b.wasm", "a program"),
    ] {
        fs::write(folder.join(name), content).expect("a file");
    }
    folder
}

#[test]
fn the_page_is_served_as_it_is_and_nothing_else() {
    let folder = page_folder("page");
    let server = Server::start(&folder, &[]);
    let check = |request: &str, expect: (u16, &str)| {
        let request = format!("{request} HTTP/1.1\r\nHost: {}\r\n\r\n", server.host);
        let answer = server.ask(&request);
        assert_eq!((answer.status, answer.body.as_str()), expect, "{request}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-embedder-policy", "require-corp"),
        ] {
            assert_eq!(answer.header(name), value, "{request}");
        }
    };
    check("GET /", (200, "<!doctype html>"));
    check("GET /index.html", (200, "<!doctype html>"));
    check("GET /?anything", (200, "<!doctype html>"));
    check("GET /worker.js?engine&shared", (200, "a script"));
    check("GET /engines/a%20b.wasm", (200, "a program"));
    check("HEAD /worker.js", (200, ""));
    check("POST /worker.js", (405, "files are only read here\n"));
    check("PUT /", (405, "files are only read here\n"));
    for path in [
        "/no.txt",
        "/engines/",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/engines/../../secret.txt",
        "/engines/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "/%2fetc%2fpasswd",
        "//etc/passwd",
        "/index.html%00",
        "/%ff",
    ] {
        check(&format!("GET {path}"), (404, "not found\n"));
    }
    let answer = server.get("/worker.js", "Accept-Encoding: gzip, br\r\n");
    let headers =
        ["content-type", "content-encoding", "cache-control", "vary"].map(|name| answer.header(name));
    assert_eq!(headers, ["text/javascript", "br", "no-cache", "accept-encoding"]);
    assert_eq!(answer.body, "a packed script");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn engines_are_for_the_own_page_with_the_token() {
    let folder = page_folder("refused");
    let server = Server::start(&folder, &["--engine", &format!("Good={} good", mock())]);
    let check = |host: &str, origin: &str, token: &str, expect: u16| {
        let origin = if origin.is_empty() { String::new() } else { format!("Origin: {origin}\r\n") };
        let headers = format!("Host: {host}\r\n{origin}");
        let query = if token.is_empty() { String::new() } else { format!("?token={token}") };
        let what = format!("{headers}{query}");
        let answer = server.ask(&format!("GET /engines{query} HTTP/1.1\r\n{headers}\r\n"));
        assert_eq!(answer.status, expect, "{what}");
        assert_eq!(answer.body.contains("Good"), expect == 200, "{what}: {}", answer.body);
        let opened = Socket::open(&server.host, &format!("/engine/Good{query}"), &headers);
        match opened {
            Ok(_) => assert_eq!(expect, 200, "{what}"),
            Err(answer) => assert_eq!(answer.status, expect, "{what}: {}", answer.body),
        }
    };
    let (host, token) = (server.host.as_str(), server.token.as_str());
    let own = format!("http://{host}");
    let port = host.rsplit_once(':').expect("a port").1;
    check(host, &own, token, 200);
    check(host, "", token, 200);
    check(&format!("localhost:{port}"), &format!("http://localhost:{port}"), token, 200);
    // Without the token, or with another one.
    check(host, &own, "", 401);
    check(host, &own, &token[1..], 401);
    check(host, &own, &format!("{token}0"), 401);
    check(host, &own, &token.replace(|c: char| c.is_ascii_digit(), "f"), 401);
    // A page of another origin, on this machine or elsewhere, in a frame without an origin.
    for origin in ["http://evil.example", "http://127.0.0.1:1", &format!("http://localhost:{port}"), "null"] {
        check(host, origin, token, 403);
    }
    // A name that was made to lead here.
    let rebound = format!("evil.example:{port}");
    check(&rebound, &format!("http://{rebound}"), token, 403);
    check(&rebound, "", token, 403);
    check("192.0.2.1", "", token, 403);
    assert_eq!(server.ask(&format!("GET / HTTP/1.1\r\nHost: {rebound}\r\n\r\n")).status, 403);
    let twice = format!("GET / HTTP/1.1\r\nHost: {host}\r\nHost: {rebound}\r\n\r\n");
    assert!(matches!(server.ask(&twice).status, 400 | 403));

    let list = server.get(&format!("/engines?token={token}"), "");
    assert_eq!(list.body, r#"[{"kind":"program","name":"Good"}]"#);
    assert_eq!(list.header("cache-control"), "no-store");
    // Engines that were not named, whatever they are called.
    for engine in ["Bad", "good", "", "Good%2f", "..", "%2e%2e%2fGood", "/bin/sh", "sh", "%ff"] {
        let answer = server.open(engine).expect_err("no engine");
        assert_eq!(answer.status, 404, "{engine}: {}", answer.body);
    }
    assert_eq!(server.get(&format!("/engine/Good?token={token}"), "").status, 400);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_server_has_a_new_token_each_time() {
    let folder = page_folder("tokens");
    let [one, other] = [0; 2].map(|_| Server::start(&folder, &[]));
    assert_ne!(one.token, other.token);
    let answer = one.get(&format!("/engines?token={}", other.token), "");
    assert_eq!(answer.status, 401);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn what_cannot_be_served_is_told() {
    let folder = page_folder("trouble");
    let taken = TcpListener::bind("127.0.0.1:0").expect("an address");
    let taken = taken.local_addr().expect("an address");
    let check = |words: &str, expect: &str| {
        let (out, err, status) = run(&folder, &format!("serve {words}"));
        assert_eq!((out.as_str(), status), ("", Some(2)), "{words}: {err}");
        assert!(err.contains(expect), "{words}: {err}");
    };
    check("--listen 0.0.0.0:0", "other machines can reach it; if they may, add --allow-remote");
    check("--listen [::]:0", "other machines can reach it");
    check("--listen 8080", "--listen needs HOST:PORT, not \"8080\"");
    check(&format!("--listen {taken}"), "choose another port with --listen");
    check("--page no", "no: there is no built page; run `make build`");
    check("--page dist/engines", "dist/engines: there is no built page");
    check("--engine a=x --peer a=localhost:1", "a is the name of two engines");
    check("--engine a", "write a name, `=`, and what it stands for");
    check("--engine a=", "no program is named");
    check("--peer a=localhost", "\"localhost\" is not HOST:PORT");
    check("--serial a=/dev/ttyS0,fast", "\"fast\" is not a number of bits a second");
    check("dist", "unexpected argument");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn other_machines_are_served_where_they_may() {
    let folder = page_folder("remote");
    let arguments = ["--listen", "0.0.0.0:0", "--allow-remote", "--host", "chess.example"];
    let server = Server::start(&folder, &arguments);
    assert!(server.host.starts_with("127.0.0.1:"), "{}", server.host);
    let check = |host: &str, token: &str, expect: u16| {
        let answer = server.ask(&format!("GET /engines?token={token} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert_eq!(answer.status, expect, "{host}");
    };
    check("192.0.2.1:8080", &server.token, 200);
    check("chess.example", &server.token, 200);
    check("evil.example", &server.token, 403);
    check("192.0.2.1:8080", "", 401);
    fs::remove_dir_all(&folder).expect("the folder goes");
}
