//! The live state of an event of the referee.

use std::fs;
use std::io::Write as _;

use super::page_folder;
use super::web::{Message, Server, Socket};
use crate::{games, mock, succeed};

fn watch(server: &Server) -> Socket {
    let path = format!("/argus/lines?token={}", server.token);
    Socket::open(&server.host, &path, &format!("Host: {}\r\n", server.host)).expect("a connection")
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn the_state_of_an_event_is_that_of_its_games() {
    let folder = page_folder("event");
    let mock = mock();
    let words = format!(
        "argus --engine name=A cmd={mock} arg=good --engine name=B cmd={mock} arg=good --each nodes=1 --rounds 2 \
         --games 2 --pgnout games.pgn min --journal event.log --quiet"
    );
    succeed(&folder, &words);
    let server = Server::start(&folder, &["--event", "event.log"]);
    let answer = server.get(&format!("/argus/state?token={}", server.token), "");
    let state = json(&answer.body);
    assert_eq!(state["event"]["players"], serde_json::json!(["A", "B"]));
    assert_eq!(state["event"]["left"], "over");
    let results: Vec<&str> =
        state["games"].as_array().expect("games").iter().filter_map(|game| game["result"].as_str()).collect();
    let played = games(&folder.join("games.pgn"));
    assert_eq!(results, played.iter().map(|game| game.tag("Result")).collect::<Vec<_>>());
    for (game, played) in state["games"].as_array().expect("games").iter().zip(&played) {
        for one in game["moves"].as_array().expect("moves") {
            let san = one["san"].as_str().expect("a move");
            assert!(played.text.contains(san), "{san} is not in {}", played.text);
        }
    }
    assert_eq!(watch(&server).next(), Message::Text(answer.body));
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn what_is_new_is_told() {
    let folder = page_folder("event-news");
    let server = Server::start(&folder, &["--event", "event.log"]);
    let mut socket = watch(&server);
    let next = |socket: &mut Socket| match socket.next() {
        Message::Text(text) => json(&text),
        other => panic!("{other:?}"),
    };
    // The journal is not there yet.
    assert_eq!(next(&mut socket)["games"], serde_json::json!([]));
    let mut journal = fs::File::create(folder.join("event.log")).expect("a file");
    let mut write = |text: &str| journal.write_all(text.as_bytes()).expect("it is written");
    write("0 # epidote argus journal 1 2026.11.24\n");
    while next(&mut socket)["event"]["date"] != "2026.11.24" {}
    write("1 game 1.1.1 0 1 FEN|e4\n2 move 1.1.1 2 e");
    assert_eq!(next(&mut socket)["game"]["moves"], serde_json::json!([{ "san": "e4" }]));
    write("5 7 - - - -\n");
    let moves = &next(&mut socket)["game"]["moves"];
    assert_eq!(*moves, serde_json::json!([{ "san": "e4" }, { "san": "e5", "used_ms": 7 }]));
    // Another one who comes later is told all.
    assert_eq!(next(&mut watch(&server))["games"][0]["moves"], *moves);
    write("3 end 1.1.1|1-0|normal|White mates\n");
    assert_eq!(next(&mut socket)["game"]["result"], "1-0");
    assert_eq!(server.end("-INT"), Some(0));
    assert_eq!(socket.farewell(), Message::Close(1001, "the server ends".to_owned()));
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn an_event_is_told_to_those_who_may_know() {
    let folder = page_folder("event-refused");
    let [with, without] = [&["--event", "no.log"][..], &[]].map(|options| Server::start(&folder, options));
    let check = |server: &Server, token: &str, headers: &str, expect: u16| {
        for path in ["state", "lines"] {
            let path = format!("/argus/{path}?token={token}");
            let answer = server.get(&path, headers);
            // A request that is no WebSocket is told so.
            let status = if answer.status == 400 { 200 } else { answer.status };
            assert_eq!(status, expect, "{path} {headers}: {}", answer.body);
        }
    };
    check(&with, &with.token, "", 200);
    check(&with, "", "", 401);
    check(&with, &without.token, "", 401);
    check(&with, &with.token, "Origin: http://evil.example\r\n", 403);
    check(&without, &without.token, "", 404);
    check(&without, "", "", 401);
    fs::remove_dir_all(&folder).expect("the folder goes");
}
