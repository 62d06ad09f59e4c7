//! `epidote serve`: the page, and on the same origin the engines that were named (docs/serve.md).

mod error;
mod event;
mod gate;
mod line;
mod named;
mod routes;
mod site;
mod socket;

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

use error::ServeError;
use event::Follower;
use gate::Gate;
use line::Keeper;
pub(in crate::cli) use named::Named;
use routes::Served;
use site::Site;

use super::args::ServeOptions;
use super::carrier::{addresses, bind};

/// Most connections at once, to engines and events.
const MOST_LINES: u32 = 64;

/// How long all engines together may take to end; each is killed long before.
const ENDING: Duration = Duration::from_secs(5);

/// Runs `epidote serve` until it is interrupted.
pub(super) fn run(options: &ServeOptions) -> ExitCode {
    match serve(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            super::complain(&why.to_string());
            ExitCode::from(2)
        }
    }
}

fn serve(options: &ServeOptions) -> Result<(), ServeError> {
    let named = [&options.engines[..], &options.peers, &options.serial].concat();
    if let Some(name) = named::twice(&named) {
        return Err(ServeError::Twice(name.to_owned()));
    }
    for (name, error) in named.iter().filter_map(|engine| Some((&engine.name, engine.far.check().err()?))) {
        // It may come later; until then the page says so, too.
        super::complain(&format!("--engine {name}: {error}"));
    }
    let listen = addresses("--listen", &options.listen)?;
    let is_remote = listen.iter().any(|address| !address.ip().is_loopback());
    if is_remote && !options.allow_remote {
        return Err(ServeError::Remote(options.listen.clone()));
    }
    let site = Site::open(&options.page)?;
    let hosts = options.hosts.iter().cloned().chain(host_of(&options.listen)).collect();
    let gate = Gate::new(hosts, is_remote).map_err(ServeError::NoToken)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let done = runtime.block_on(async {
        let (leave, left) = watch::channel(false);
        let served = Arc::new(Served {
            gate,
            site,
            named,
            event: options.event.clone().map(|path| Arc::new(Mutex::new(Follower::new(path)))),
            keeper: Arc::new(Keeper::new()),
            room: Arc::new(Semaphore::new(MOST_LINES as usize)),
            leave: left,
        });
        let bound = listen_at(&listen)?;
        // From here on a signal ends the program in good order.
        let mut ends = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
        for listener in bound.listeners {
            let routes = routes::all(&served);
            // Lines are short, and somebody waits for them; if this cannot be set, the connection is only slower.
            let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
            tokio::spawn(async move { axum::serve(listener, routes).await });
        }
        announce(&served, &bound.addresses);
        let [interrupt, terminate] = &mut ends;
        match (interrupt, terminate) {
            (Ok(interrupt), Ok(terminate)) => {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
            }
            (Err(error), _) | (_, Err(error)) => {
                return Err(io::Error::new(error.kind(), error.to_string()).into());
            }
        }
        // If all have left already, nobody listens any more.
        let _ = leave.send(true);
        let _ = timeout(ENDING, served.room.acquire_many(MOST_LINES)).await;
        Ok(())
    });
    // Files still being sent are not waited for.
    runtime.shutdown_background();
    done
}

/// The sockets where clients can connect.
struct Bound {
    listeners: Vec<TcpListener>,
    addresses: Vec<SocketAddr>,
}

/// Listens at all of these addresses.
fn listen_at(wanted: &[SocketAddr]) -> Result<Bound, ServeError> {
    let mut bound = Bound { listeners: Vec::new(), addresses: Vec::new() };
    let in_use = |error: io::Error| match error.kind() {
        io::ErrorKind::AddrInUse => ServeError::InUse(error),
        _ => error.into(),
    };
    for listener in bind(wanted).map_err(in_use)? {
        let listener = std::net::TcpListener::from(listener);
        let listener = TcpListener::from_std(listener)?;
        bound.addresses.push(listener.local_addr()?);
        bound.listeners.push(listener);
    }
    Ok(bound)
}

/// The host of `HOST:PORT`.
fn host_of(listen: &str) -> Option<String> {
    let (host, _) = listen.rsplit_once(':')?;
    Some(host.to_owned())
}

/// Says where the page is, with the token. That follows a `#`, so that browsers send it to nobody.
fn announce(served: &Served, addresses: &[SocketAddr]) {
    let mut out = io::stdout().lock();
    let mut say = |line: String| {
        // Standard output may be closed.
        let _ = writeln!(out, "{line}");
    };
    for address in addresses {
        let mut address = *address;
        // This is not an address to visit: it means all addresses of this machine.
        if address.ip().is_unspecified() {
            address.set_ip(if address.is_ipv4() {
                std::net::Ipv4Addr::LOCALHOST.into()
            } else {
                std::net::Ipv6Addr::LOCALHOST.into()
            });
        }
        say(format!("Epidote is served at http://{address}/#/token/{}", served.gate.token()));
    }
    let names: Vec<&str> = served.named.iter().map(|named| named.name.as_str()).collect();
    if !names.is_empty() {
        say(format!("Engines: {}", names.join(", ")));
    }
    let _ = out.flush();
}
