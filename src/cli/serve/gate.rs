//! Who may use the engines: the page that is served here, if it has the token.
//!
//! The token alone is not enough, because a page of another origin might have learnt it; and the origin alone is
//! not, because programs other than browsers claim any. The name of this server is checked too: otherwise
//! somebody else's name that is made to lead to this machine (DNS rebinding) would give pages of that name
//! our origin.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read as _};
use std::net::IpAddr;

/// Random bytes of a token.
const TOKEN_BYTES: usize = 24;

/// Why something is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The request names another server.
    Host,
    /// It comes from another page.
    Origin,
    /// It does not have the token.
    Token,
}

impl Refusal {
    /// The reason, for the user.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Host => "this server is not known by that name; --host makes it known\n",
            Self::Origin => "pages of other origins may not use this server\n",
            Self::Token => {
                "the token is missing or wrong; it is in the address that `epidote serve` printed\n"
            }
        }
    }
}

/// What a request tells about who asks.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Asked<'a> {
    /// The header `Host`, if there is exactly one.
    pub(super) host: Option<&'a str>,
    /// The header `Origin`, which browsers send from pages.
    pub(super) origin: Option<&'a str>,
    /// What follows `?` in the address.
    pub(super) query: Option<&'a str>,
}

/// The conditions.
#[derive(Debug)]
pub(super) struct Gate {
    token: String,
    /// Names of this server.
    names: Vec<String>,
    /// Whether it is served to other machines, which know it by one of its numbers.
    is_remote: bool,
}

impl Gate {
    /// A gate with a token that nobody can guess.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub(super) fn new(names: Vec<String>, is_remote: bool) -> io::Result<Self> {
        let mut bytes = [0; TOKEN_BYTES];
        File::open("/dev/urandom")?.read_exact(&mut bytes)?;
        let mut token = String::new();
        for byte in bytes {
            // Writing to a string cannot fail.
            let _ = write!(token, "{byte:02x}");
        }
        Ok(Self { token, names, is_remote })
    }

    /// The token.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// Whether a request is for this server. That is enough for the page, which is no secret.
    pub(super) fn knows_host(&self, asked: &Asked<'_>) -> Result<(), Refusal> {
        let name = asked.host.map(without_port).ok_or(Refusal::Host)?;
        let is = |known: &str| known.eq_ignore_ascii_case(name.trim_end_matches('.'));
        let is_known = match name.trim_matches(['[', ']']).parse::<IpAddr>() {
            // A number cannot be made to lead elsewhere.
            Ok(address) => self.is_remote || address.is_loopback(),
            Err(_) => is("localhost") || self.names.iter().any(|known| is(known)),
        };
        if is_known { Ok(()) } else { Err(Refusal::Host) }
    }

    /// Whether a request may use the engines.
    pub(super) fn admits(&self, asked: &Asked<'_>) -> Result<(), Refusal> {
        self.knows_host(asked)?;
        // Programs other than browsers send no origin.
        let is_own = asked.origin.is_none_or(|origin| {
            let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            host.zip(asked.host).is_some_and(|(origin, host)| origin.eq_ignore_ascii_case(host))
        });
        if !is_own {
            return Err(Refusal::Origin);
        }
        let mut parts = asked.query.unwrap_or_default().split('&');
        let given = parts.find_map(|part| part.strip_prefix("token="));
        if given.is_some_and(|given| is_same(given, &self.token)) { Ok(()) } else { Err(Refusal::Token) }
    }
}

/// The name or the number of a host, which may be followed by its port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

/// Compares in a time that does not depend on where the texts differ.
fn is_same(given: &str, token: &str) -> bool {
    let differ = given.bytes().zip(token.bytes()).fold(0, |sum, (one, other)| sum | (one ^ other));
    given.len() == token.len() && differ == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_is_another_one() {
        let token = || Gate::new(Vec::new(), false).expect("random bytes").token;
        let (one, other) = (token(), token());
        assert_ne!(one, other);
        assert!(one.len() == 2 * TOKEN_BYTES && one.bytes().all(|byte| byte.is_ascii_hexdigit()), "{one}");
    }

    #[test]
    fn names_of_the_server() {
        let check = |is_remote: bool, host: Option<&str>, expect: bool| {
            let gate = Gate { token: String::new(), names: vec!["chess.example".to_owned()], is_remote };
            let known = gate.knows_host(&Asked { host, ..Asked::default() });
            assert_eq!(
                known,
                if expect { Ok(()) } else { Err(Refusal::Host) },
                "{host:?}, remote {is_remote}"
            );
        };
        for is_remote in [false, true] {
            for host in [
                "127.0.0.1:8080",
                "127.0.0.1",
                "127.9.9.9:1",
                "localhost:8080",
                "LocalHost",
                "localhost.:8080",
                "[::1]:8080",
                "[::1]",
                "chess.example",
                "Chess.Example:443",
            ] {
                check(is_remote, Some(host), true);
            }
            for host in ["evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "", ":8080"]
            {
                check(is_remote, Some(host), false);
            }
            check(is_remote, None, false);
            for host in ["192.0.2.7:8080", "[2001:db8::1]:8080"] {
                check(is_remote, Some(host), is_remote);
            }
        }
    }

    #[test]
    fn only_the_own_page_with_the_token_is_admitted() {
        let gate = Gate { token: "abc".to_owned(), names: Vec::new(), is_remote: false };
        let check = |origin: Option<&str>, query: Option<&str>, expect: Result<(), Refusal>| {
            let asked = Asked { host: Some("127.0.0.1:80"), origin, query };
            assert_eq!(gate.admits(&asked), expect, "{asked:?}");
        };
        let own = Some("http://127.0.0.1:80");
        check(own, Some("token=abc"), Ok(()));
        check(None, Some("token=abc"), Ok(()));
        check(Some("https://127.0.0.1:80"), Some("x=1&token=abc"), Ok(()));
        for origin in [
            "http://127.0.0.1:81",
            "http://localhost:80",
            "http://evil.example",
            "null",
            "file://",
            "",
            "127.0.0.1:80",
        ] {
            check(Some(origin), Some("token=abc"), Err(Refusal::Origin));
        }
        for query in [None, Some(""), Some("token="), Some("token=ab"), Some("token=abd"), Some("token=abcd")]
        {
            check(own, query, Err(Refusal::Token));
        }
        check(own, Some("token=x&token=abc"), Err(Refusal::Token));
        check(own, Some("xtoken=abc"), Err(Refusal::Token));
        let rebound = Asked { host: Some("evil.example"), origin: None, query: Some("token=abc") };
        assert_eq!(gate.admits(&rebound), Err(Refusal::Host));
    }
}
