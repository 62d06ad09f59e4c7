//! The addresses where clients can connect.

use std::fmt;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs as _};

use crate::cli::located::At;
use mio::net::TcpListener;

/// What is wrong with an address to listen at.
#[derive(Debug)]
pub(in crate::cli) enum AddressError {
    /// It is not a host and a port.
    Form {
        /// The option.
        option: String,
        /// Its value.
        text: String,
    },
    /// The host cannot be looked up.
    Unknown {
        /// The option.
        option: String,
        /// The address.
        text: String,
        /// What the system says.
        error: io::Error,
    },
    /// There is no such host.
    NoHost {
        /// The option.
        option: String,
        /// Its value.
        text: String,
    },
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form { option, text } => write!(f, "{option} needs HOST:PORT, not {text:?}"),
            Self::Unknown { option, text, error } => write!(f, "{option} {text}: {error}"),
            Self::NoHost { option, text } => write!(f, "{option} {text}: no such host"),
        }
    }
}

/// The addresses of a name with a port, the value of this option.
///
/// # Errors
/// It is not written as such, or unknown.
pub(in crate::cli) fn addresses(option: &str, text: &str) -> Result<Vec<SocketAddr>, AddressError> {
    let (option, owned) = (option.to_owned(), text.to_owned());
    let found = text.to_socket_addrs().map_err(|error| match error.kind() {
        io::ErrorKind::InvalidInput => AddressError::Form { option: option.clone(), text: owned.clone() },
        _ => AddressError::Unknown { option: option.clone(), text: owned.clone(), error },
    })?;
    let found: Vec<_> = found.collect();
    if found.is_empty() { Err(AddressError::NoHost { option, text: owned }) } else { Ok(found) }
}

/// Listens at all of these addresses that this machine has, as a name may stand for several. If the system is to
/// choose the port (0), the first of them is enough.
///
/// # Errors
/// One of them is taken, or none is available.
pub(in crate::cli) fn bind(addresses: &[SocketAddr]) -> io::Result<Vec<TcpListener>> {
    let (mut listeners, mut last) = (Vec::new(), None);
    for (at, address) in addresses.iter().enumerate() {
        // The file of hosts may name an address twice.
        if addresses[..at].contains(address) || (address.port() == 0 && !listeners.is_empty()) {
            continue;
        }
        match TcpListener::bind(*address) {
            Ok(listener) => listeners.push(listener),
            Err(error) => {
                let error = io::Error::from(At::new(address.to_string(), error));
                if error.kind() == ErrorKind::AddrInUse {
                    return Err(error);
                }
                last = Some(error);
            }
        }
    }
    last.filter(|_| listeners.is_empty()).map_or(Ok(listeners), Err)
}

/// The next client that waits, if there is one.
///
/// # Errors
/// The system has no more connections to give.
pub(super) fn accept(listeners: &[TcpListener]) -> io::Result<Option<(TcpStream, SocketAddr)>> {
    for listener in listeners {
        loop {
            match listener.accept() {
                Ok((stream, peer)) => {
                    let stream = TcpStream::from(stream);
                    // Records are short, and somebody waits for them.
                    stream.set_nodelay(true)?;
                    return Ok(Some((stream, peer)));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // The client went away while it waited.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;
    use crate::cli::carrier::{Arrival, Carrier};

    /// Another address of this machine; other tests use the first.
    fn local(last: u8, port: u16) -> SocketAddr {
        (Ipv4Addr::new(127, 0, 0, last), port).into()
    }

    #[test]
    fn all_addresses_of_a_name_or_none() {
        let taken = std::net::TcpListener::bind(local(13, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        // This address is for documentation, so no machine has it.
        let nowhere: SocketAddr = (Ipv4Addr::new(192, 0, 2, 1), port).into();
        let check = |addresses: &[SocketAddr], expect: Result<&[SocketAddr], ErrorKind>| {
            let bound = bind(addresses).map_err(|error| error.kind());
            let bound = bound.map(|all| all.iter().map(|one| one.local_addr().unwrap()).collect::<Vec<_>>());
            assert_eq!(bound.as_deref().map_err(|&kind| kind), expect, "{addresses:?}");
        };
        let (one, two, three) = (local(11, port), local(12, port), local(13, port));
        check(&[], Ok(&[]));
        check(&[one, two], Ok(&[one, two]));
        check(&[one, one], Ok(&[one]));
        check(&[nowhere, two], Ok(&[two]));
        check(&[two, nowhere], Ok(&[two]));
        check(&[nowhere], Err(ErrorKind::AddrNotAvailable));
        for addresses in [[one, three], [three, one], [nowhere, three], [three, nowhere]] {
            check(&addresses, Err(ErrorKind::AddrInUse));
        }
        // Of ports that the system chooses one is enough, and nothing of an attempt that failed is left.
        assert_eq!(bind(&[local(11, 0), local(12, 0)]).unwrap().len(), 1);
        check(&[one], Ok(&[one]));
    }

    #[test]
    fn clients_come_at_each_of_them() {
        let mut carrier = Carrier::new(crate::cli::now(), 0, None).unwrap();
        let first = carrier.listen(&[local(11, 0)]).unwrap()[0];
        let bound = carrier.listen(&[local(12, first.port()), local(13, first.port())]).unwrap();
        let clients: Vec<_> = bound.iter().map(|address| TcpStream::connect(address).unwrap()).collect();
        let mut seen = Vec::new();
        while seen.len() < clients.len() {
            for stamped in carrier.wait(None).unwrap() {
                if let Arrival::Connected(peer) = stamped.arrival {
                    seen.push(peer);
                }
            }
        }
        let mut expect: Vec<_> =
            clients.iter().map(|client| client.local_addr().unwrap().to_string()).collect();
        seen.sort();
        expect.sort();
        assert_eq!(seen, expect);
    }
}
