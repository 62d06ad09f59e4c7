//! The lines of an engine over a WebSocket.
//!
//! The first message to the page is the name of the engine. From then on each message is text, one line or several.
//! Nothing is stored for a page that does not read: the engine then has to wait.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::line::{BUFFER, Keeper, Line, cut};
use super::named::Named;
use crate::cli::carrier::Lines;

/// Most bytes of a message from the page.
pub(super) const MOST_MESSAGE: usize = 64 * 1024;

/// How many messages may wait for an engine to read them before it is given up.
const MOST_WAITING: usize = 64;

/// Time between two pings, which browsers answer by themselves.
const PING: Duration = Duration::from_secs(30);

/// Time after which a page that says nothing at all is gone.
const SILENCE: Duration = Duration::from_secs(100);

/// How long the page may take to hear why a connection ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// Most bytes of the reason in a closing frame.
const MOST_REASON: usize = 120;

/// The engine cannot be started or reached.
const NOT_STARTED: u16 = 4000;

/// The engine has ended.
const ENDED: u16 = 4001;

/// Why a connection ends.
enum End {
    /// The page is gone.
    Gone,
    /// The output of the engine has ended.
    Ended,
    /// The page broke a rule.
    Refused(String),
    /// The engine does not read.
    Deaf,
    /// This program ends.
    Leaving,
}

/// Carries lines between a page and an engine until one of them leaves, or `leave` becomes true.
pub(super) async fn carry(
    mut socket: WebSocket,
    named: &Named,
    keeper: &Arc<Keeper>,
    mut leave: watch::Receiver<bool>,
) {
    let opened = tokio::select! {
        opened = Line::open(&named.far, keeper) => opened,
        () = leaving(&mut leave) => return say_farewell(&mut socket, close_code::AWAY, "the server ends").await,
    };
    let line = match opened {
        Ok(line) => line,
        Err(why) => return say_farewell(&mut socket, NOT_STARTED, &why.to_string()).await,
    };
    let (mut sink, mut stream) = socket.split();
    let (inbox, waiting) = mpsc::channel(MOST_WAITING);
    let end = tokio::select! {
        end = to_page(&line, &named.name, &mut sink) => end,
        end = from_page(&mut stream, &inbox) => end,
        never = to_engine(&line, waiting) => match never {},
        never = line.hear_errors() => match never {},
        () = leaving(&mut leave) => End::Leaving,
    };
    let how = line.end().await;
    let (code, reason) = match end {
        End::Gone => return,
        End::Ended => (ENDED, how),
        End::Refused(why) => (close_code::POLICY, why),
        End::Deaf => (close_code::POLICY, "the engine reads nothing".to_owned()),
        End::Leaving => (close_code::AWAY, "the server ends".to_owned()),
    };
    say_farewell(&mut sink, code, &reason).await;
    // If a connection is closed with unread data in it, it is reset, and the page does not get the reason.
    let rest = async { while let Some(Ok(_)) = stream.next().await {} };
    let _ = timeout(FAREWELL, rest).await;
}

pub(super) async fn leaving(leave: &mut watch::Receiver<bool>) {
    // A sender that is gone means the same.
    let _ = leave.wait_for(|&leaves| leaves).await;
}

/// Tells the page why the connection ends.
pub(super) async fn say_farewell<S: futures_util::Sink<Message> + Unpin>(
    sink: &mut S,
    code: u16,
    reason: &str,
) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from(cut(reason, MOST_REASON)) };
    // A page that is gone, or does not read, does not hear it.
    let _ = timeout(FAREWELL, sink.send(Message::Close(Some(frame)))).await;
}

/// Sends what the engine says, until it ends or nobody listens.
async fn to_page(line: &Line, name: &str, sink: &mut SplitSink<WebSocket, Message>) -> End {
    if sink.send(Message::text(name)).await.is_err() {
        return End::Gone;
    }
    let (mut buffer, mut lines, mut found) = (vec![0; BUFFER], Lines::default(), Vec::new());
    let mut pings = interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            count = line.read(&mut buffer) => {
                lines.feed(&buffer[..count], &mut found);
                if count == 0 {
                    found.extend(lines.rest());
                    // The end is sent below, with the reason.
                    if !found.is_empty() {
                        let _ = sink.send(joined(&mut found)).await;
                    }
                    return End::Ended;
                }
                if found.is_empty() {
                    continue;
                }
                joined(&mut found)
            }
            _ = pings.tick() => Message::Ping(Bytes::new()),
        };
        if sink.send(message).await.is_err() {
            return End::Gone;
        }
    }
}

/// Lines as one message.
fn joined(lines: &mut Vec<Vec<u8>>) -> Message {
    let texts = lines.drain(..).map(|line| String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned());
    Message::text(texts.collect::<Vec<_>>().join("\n"))
}

/// What the page says, until it is gone or breaks a rule.
async fn from_page(stream: &mut SplitStream<WebSocket>, inbox: &mpsc::Sender<Utf8Bytes>) -> End {
    loop {
        match timeout(SILENCE, stream.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => {
                if inbox.try_send(text).is_err() {
                    return End::Deaf;
                }
            }
            Ok(Some(Ok(Message::Binary(_)))) => return End::Refused("a message is not text".to_owned()),
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            // Nothing can be sent over a broken connection.
            Ok(Some(Err(error))) => return End::Refused(error.to_string()),
            Ok(Some(Ok(Message::Close(_))) | None) | Err(_) => return End::Gone,
        }
    }
}

/// Gives the engine what the page said. If that cannot be written, the engine is gone; this is reported after
/// everything that it said.
async fn to_engine(line: &Line, mut waiting: mpsc::Receiver<Utf8Bytes>) -> Infallible {
    while let Some(text) = waiting.recv().await {
        let ending = if text.ends_with('\n') { "" } else { "\n" };
        if !line.write(text.as_bytes()).await || !line.write(ending.as_bytes()).await {
            break;
        }
    }
    std::future::pending().await
}
