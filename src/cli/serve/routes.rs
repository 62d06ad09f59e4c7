//! The addresses, and the answer at each.

use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get};
use serde_json::json;
use tokio::sync::{Semaphore, watch};

use super::event::{CHANGES, News, PICTURES, Shared, records, state, watch_event};
use super::gate::{Asked, Gate, Refusal};
use super::line::Keeper;
use super::named::Named;
use super::site::{Site, accepts_brotli};
use super::socket::{MOST_MESSAGE, carry};

/// What is served.
pub(super) struct Served {
    pub(super) gate: Gate,
    pub(super) site: Site,
    pub(super) named: Vec<Named>,
    /// The event that is followed.
    pub(super) event: Option<Shared>,
    pub(super) keeper: Arc<Keeper>,
    /// A place for each connection; it is free again when its engine has ended and the page has been sent the reason.
    pub(super) room: Arc<Semaphore>,
    /// Becomes true when this program ends.
    pub(super) leave: watch::Receiver<bool>,
}

/// Headers of all answers: browsers guess no types, tell nobody where the user came from, and keep the page apart
/// from those of other origins, which allows it shared memory.
const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
];

/// All addresses.
pub(super) fn all(served: &Arc<Served>) -> Router {
    Router::new()
        .route("/engines", get(engines))
        .route("/engine/{name}", any(engine))
        .route("/argus/state", get(event_state))
        .route("/argus/lines", any(event_lines))
        .route("/argus/pictures", any(event_pictures))
        .route("/argus/game/{name}", get(event_game))
        .route("/", any(first_page))
        .route("/{*path}", any(page))
        .fallback(async || words(StatusCode::NOT_FOUND, "not found\n"))
        .layer(from_fn_with_state(Arc::clone(served), known_host))
        .with_state(Arc::clone(served))
}

fn json_of(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], text).into_response()
}

fn words(status: StatusCode, words: &'static str) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], words).into_response()
}

/// What a request tells about who asks.
fn asked<'a>(headers: &'a HeaderMap, query: Option<&'a str>) -> Asked<'a> {
    let one = |name: HeaderName| {
        let mut all = headers.get_all(name).iter();
        let first = all.next()?;
        // Two of them count as a wrong one.
        Some(first.to_str().ok().filter(|_| all.next().is_none()).unwrap_or(""))
    };
    Asked { host: one(header::HOST), origin: one(header::ORIGIN), query }
}

fn refused(refusal: Refusal) -> Response {
    let status = if refusal == Refusal::Token { StatusCode::UNAUTHORIZED } else { StatusCode::FORBIDDEN };
    words(status, refusal.words())
}

/// Answers only requests that name this server by one of its names.
async fn known_host(State(served): State<Arc<Served>>, request: Request, next: Next) -> Response {
    let known = served.gate.knows_host(&asked(request.headers(), None));
    let mut response = match known {
        Ok(()) => next.run(request).await,
        Err(refusal) => refused(refusal),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, header::HeaderValue::from_static(value));
    }
    response
}

/// A request that may use the engines. A handler that takes it is called for no other.
struct Admitted;

impl FromRequestParts<Arc<Served>> for Admitted {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, served: &Arc<Served>) -> Result<Self, Response> {
        served.gate.admits(&asked(&parts.headers, parts.uri.query())).map_err(refused)?;
        Ok(Self)
    }
}

/// Opens a WebSocket if there is room for another connection, and carries it with `carry` until that ends.
fn open<F: Future<Output = ()> + Send + 'static>(
    served: &Served,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    carry: impl FnOnce(WebSocket) -> F + Send + 'static,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let Ok(place) = Arc::clone(&served.room).try_acquire_owned() else {
        return words(StatusCode::SERVICE_UNAVAILABLE, "too many connections are open already\n");
    };
    upgrade.max_message_size(MOST_MESSAGE).max_frame_size(MOST_MESSAGE).on_upgrade(async move |socket| {
        carry(socket).await;
        drop(place);
    })
}

/// The list of engines, as JSON.
async fn engines(_: Admitted, State(served): State<Arc<Served>>) -> Response {
    let list = served.named.iter().map(|named| json!({ "name": named.name, "kind": named.far.kind() }));
    json_of(json!(list.collect::<Vec<_>>()).to_string())
}

/// A WebSocket to an engine.
async fn engine(
    _: Admitted,
    State(served): State<Arc<Served>>,
    name: Result<Path<String>, PathRejection>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let at = name.ok().and_then(|Path(name)| served.named.iter().position(|named| named.name == name));
    let Some(at) = at else {
        return words(StatusCode::NOT_FOUND, "no engine of this name was named with --engine\n");
    };
    let all = Arc::clone(&served);
    open(&served, upgrade, move |socket| async move {
        carry(socket, &all.named[at], &all.keeper, all.leave.clone()).await;
    })
}

const NO_EVENT: &str = "no event is followed; --event names its journal\n";

/// The state of the event, as JSON.
async fn event_state(_: Admitted, State(served): State<Arc<Served>>) -> Response {
    match &served.event {
        Some(event) => json_of(state(event).await),
        None => words(StatusCode::NOT_FOUND, NO_EVENT),
    }
}

/// A WebSocket with its changes.
async fn event_lines(
    _: Admitted,
    State(served): State<Arc<Served>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    follow(&served, upgrade, CHANGES)
}

/// A WebSocket with what the page shows of it.
async fn event_pictures(
    _: Admitted,
    State(served): State<Arc<Served>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    follow(&served, upgrade, PICTURES)
}

fn follow(
    served: &Arc<Served>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    news: News,
) -> Response {
    let Some(event) = served.event.clone() else { return words(StatusCode::NOT_FOUND, NO_EVENT) };
    let leave = served.leave.clone();
    open(served, upgrade, move |socket| async move { watch_event(socket, &event, news, leave).await })
}

/// The positions of a game, as records.
async fn event_game(
    _: Admitted,
    State(served): State<Arc<Served>>,
    name: Result<Path<String>, PathRejection>,
) -> Response {
    let Some(event) = &served.event else { return words(StatusCode::NOT_FOUND, NO_EVENT) };
    let found = match name {
        Ok(Path(name)) => records(event, name).await,
        Err(_) => None,
    };
    let Some(found) = found else { return words(StatusCode::NOT_FOUND, "the event has no such game\n") };
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-store")], found)
        .into_response()
}

async fn first_page(state: State<Arc<Served>>, request: Request) -> Response {
    of_page(&state, "", &request)
}

async fn page(
    state: State<Arc<Served>>,
    path: Result<Path<String>, PathRejection>,
    request: Request,
) -> Response {
    match path {
        Ok(Path(path)) => of_page(&state, &path, &request),
        Err(_) => words(StatusCode::NOT_FOUND, "not found\n"),
    }
}

/// A file of the page.
fn of_page(served: &Served, path: &str, request: &Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = words(StatusCode::METHOD_NOT_ALLOWED, "files are only read here\n");
        response.headers_mut().insert(header::ALLOW, header::HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let encodings = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let Some(found) = served.site.find(path, accepts_brotli(encodings.unwrap_or_default())) else {
        return words(StatusCode::NOT_FOUND, "not found\n");
    };
    let headers = [
        (header::CONTENT_TYPE, found.kind),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
    ];
    let packed = found.is_packed.then_some([(header::CONTENT_ENCODING, "br")]);
    match packed {
        Some(packed) => (headers, packed, found.bytes).into_response(),
        None => (headers, found.bytes).into_response(),
    }
}
