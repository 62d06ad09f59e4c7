//! An event, as the journal of its referee tells it, for pages that watch it: `--event event.log`.

mod follow;
mod state;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, close_code};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use super::socket::{leaving, say_farewell};
pub(super) use follow::Follower;
use state::EventState;

/// Time between two looks at the journal while somebody watches.
const LOOK: Duration = Duration::from_millis(200);

/// A follower that several connections share.
pub(super) type Shared = Arc<Mutex<Follower>>;

/// Looks at the journal, in a thread that may wait for the disk.
async fn look<T: Send + 'static>(
    shared: &Shared,
    act: impl FnOnce(&mut Follower) -> T + Send + 'static,
) -> Option<T> {
    let shared = Arc::clone(shared);
    let look = move || {
        let mut follower = shared.lock().unwrap_or_else(PoisonError::into_inner);
        follower.catch_up();
        act(&mut follower)
    };
    tokio::task::spawn_blocking(look).await.ok()
}

/// The state of the event, as JSON.
pub(super) async fn state(shared: &Shared) -> String {
    look(shared, |follower| follower.state().json()).await.unwrap_or_default()
}

/// The positions of a game as records; `None` if there is no such game.
pub(super) async fn records(shared: &Shared, name: String) -> Option<String> {
    look(shared, move |follower| follower.state().records(&name)).await?
}

/// What is sent of an event to somebody who knows it as it was at a serial number, if at all.
pub(super) type News = fn(&EventState, Option<u64>) -> Vec<String>;

/// The state of the event, and then each change, a line for each.
pub(super) const CHANGES: News = EventState::news;

/// What the page shows, each time that it changes.
pub(super) const PICTURES: News = |event, known| match known {
    Some(known) if known == event.serial() => Vec::new(),
    _ => vec![event.picture()],
};

/// Sends news of the event, until the page leaves.
pub(super) async fn watch_event(
    socket: WebSocket,
    shared: &Shared,
    news: News,
    mut leave: watch::Receiver<bool>,
) {
    let (mut sink, mut stream) = socket.split();
    let tell = async {
        let mut known = None;
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            looks.tick().await;
            let before = known;
            let lines = look(shared, move |follower| {
                (news(follower.state(), before), Some(follower.state().serial()))
            });
            let Some((lines, now)) = lines.await else { return };
            known = now;
            for line in lines {
                if sink.send(Message::text(line)).await.is_err() {
                    return;
                }
            }
        }
    };
    let hear = async {
        // The page has nothing to send here; any message ends the connection.
        while let Some(Ok(message)) = stream.next().await {
            if matches!(message, Message::Close(_)) {
                return;
            }
        }
    };
    let leaves = tokio::select! {
        () = tell => false,
        () = hear => false,
        () = leaving(&mut leave) => true,
    };
    if leaves {
        say_farewell(&mut sink, close_code::AWAY, "the server ends").await;
    }
}
