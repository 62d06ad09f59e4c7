//! The server under test, and a browser's side of HTTP and WebSockets, byte by byte.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::{EPIDOTE, ends};

/// How long a test waits for an answer.
const PATIENCE: Duration = Duration::from_mins(1);

/// A program that serves; it is ended with the test.
pub(super) struct Server {
    child: Option<Child>,
    /// Its host and port.
    pub(super) host: String,
    pub(super) token: String,
}

impl Server {
    /// Starts it in a folder that has a page.
    pub(super) fn start(folder: &Path, arguments: &[&str]) -> Self {
        let usual: &[&str] = if arguments.contains(&"--listen") { &[] } else { &["--listen", "127.0.0.1:0"] };
        let mut child = Command::new(EPIDOTE)
            .arg("serve")
            .args(usual)
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("its output")).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("Epidote is served at http://").expect("an address");
        let (host, token) = address.split_once("/#/token/").expect("a token");
        Self { host: host.to_owned(), token: token.to_owned(), child: Some(child) }
    }

    pub(super) fn id(&self) -> u32 {
        self.child.as_ref().expect("it runs").id()
    }

    /// Sends it a signal; its exit status, once it has ended.
    pub(super) fn end(mut self, signal: &str) -> Option<i32> {
        let id = self.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
        ends(self.child.take().expect("it runs")).status.code()
    }

    /// The most memory that it had, in MiB.
    pub(super) fn most_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).expect("its status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a number");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1024
    }

    /// Sends a request as it is written, and returns the whole answer.
    pub(super) fn ask(&self, request: &str) -> Answer {
        let mut stream = connect(&self.host);
        stream.write_all(request.as_bytes()).expect("it is sent");
        Answer::read(&mut stream, request.starts_with("HEAD "))
    }

    /// Gets a path, with these further headers.
    pub(super) fn get(&self, path: &str, headers: &str) -> Answer {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{headers}\r\n", self.host))
    }

    /// Opens a WebSocket as the page does.
    ///
    /// # Errors
    /// The answer of one that refuses.
    pub(super) fn open(&self, engine: &str) -> Result<Socket, Answer> {
        let path = format!("/engine/{engine}?token={}", self.token);
        Socket::open(&self.host, &path, &format!("Host: {0}\r\nOrigin: http://{0}\r\n", self.host))
    }

    /// The same, and its first message, which is the name.
    #[track_caller]
    pub(super) fn reach(&self, engine: &str) -> Socket {
        let mut socket = self.open(engine).expect("a connection");
        assert_eq!(socket.next(), Message::Text(engine.to_owned()));
        socket
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn connect(host: &str) -> TcpStream {
    let stream = TcpStream::connect(host).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    stream
}

/// An answer of HTTP.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    /// All headers, in small letters.
    pub(super) head: String,
    pub(super) body: String,
}

impl Answer {
    fn read(stream: &mut TcpStream, is_head: bool) -> Self {
        let (mut head, mut byte) = (Vec::new(), [0]);
        while !head.ends_with(b"\r\n\r\n") {
            stream.read_exact(&mut byte).expect("an answer");
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).expect("text").to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
        let mut answer = Self { status, head, body: String::new() };
        let length = answer.header("content-length").parse().unwrap_or(0);
        let mut body = vec![0; if is_head { 0 } else { length }];
        stream.read_exact(&mut body).expect("a body");
        answer.body = String::from_utf8_lossy(&body).into_owned();
        answer
    }

    /// A header; empty if it is not there.
    pub(super) fn header(&self, name: &str) -> &str {
        let start = format!("{name}: ");
        self.head.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_default()
    }
}

/// A message of a WebSocket.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Message {
    Text(String),
    /// The code and the reason.
    Close(u16, String),
    /// The connection is gone.
    Gone,
}

/// An open WebSocket.
#[derive(Debug)]
pub(super) struct Socket(TcpStream);

impl Socket {
    /// Opens one with these headers.
    pub(super) fn open(host: &str, path: &str, headers: &str) -> Result<Self, Answer> {
        let mut stream = connect(host);
        let request = format!(
            "GET {path} HTTP/1.1\r\n{headers}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("it is sent");
        let answer = Answer::read(&mut stream, false);
        if answer.status == 101 { Ok(Self(stream)) } else { Err(answer) }
    }

    /// Sends the head of a frame.
    pub(super) fn send_head(&mut self, first: u8, length: usize) {
        let mut head = vec![first];
        match length {
            0..126 => head.push(0x80 | u8::try_from(length).expect("short")),
            126..65_536 => {
                head.push(0xfe);
                head.extend(u16::try_from(length).expect("short").to_be_bytes());
            }
            _ => {
                head.push(0xff);
                head.extend((length as u64).to_be_bytes());
            }
        }
        // The mask, of which nothing is seen in what follows.
        head.extend([0; 4]);
        self.write(&head);
    }

    /// Sends a frame, whose first byte has its kind.
    pub(super) fn send_frame(&mut self, first: u8, bytes: &[u8]) {
        self.send_head(first, bytes.len());
        self.write(bytes);
    }

    /// Writes bytes. That the other side is gone is seen when something is read.
    fn write(&mut self, bytes: &[u8]) {
        let _ = self.0.write_all(bytes);
    }

    pub(super) fn send(&mut self, text: &str) {
        self.send_frame(0x81, text.as_bytes());
    }

    /// Sends at most `most` bytes, as long as they are taken; returns how many were.
    pub(super) fn pour(&mut self, most: usize) -> usize {
        let block = vec![b'x'; 64 * 1024];
        let mut poured = 0;
        while poured < most && self.0.write_all(&block).is_ok() {
            poured += block.len();
        }
        poured
    }

    /// The next message, without questions whether we are there.
    pub(super) fn next(&mut self) -> Message {
        loop {
            let Ok((kind, bytes)) = self.frame() else { return Message::Gone };
            match kind {
                0x1 => return Message::Text(String::from_utf8(bytes).expect("text")),
                0x8 => {
                    let (code, reason) = bytes.split_at_checked(2).expect("a code");
                    let code = u16::from_be_bytes([code[0], code[1]]);
                    return Message::Close(code, String::from_utf8(reason.to_vec()).expect("text"));
                }
                // As browsers do by themselves; one that is gone hears nothing.
                0x9 => self.write(&[0x8a, 0x80, 0, 0, 0, 0]),
                _ => panic!("a frame of kind {kind}"),
            }
        }
    }

    fn frame(&mut self) -> io::Result<(u8, Vec<u8>)> {
        let mut head = [0; 2];
        self.0.read_exact(&mut head)?;
        let length = match head[1] {
            126 => {
                let mut length = [0; 2];
                self.0.read_exact(&mut length)?;
                usize::from(u16::from_be_bytes(length))
            }
            127 => {
                let mut length = [0; 8];
                self.0.read_exact(&mut length)?;
                usize::try_from(u64::from_be_bytes(length)).expect("it fits")
            }
            length => usize::from(length),
        };
        let mut bytes = vec![0; length];
        self.0.read_exact(&mut bytes)?;
        Ok((head[0] & 0xf, bytes))
    }

    /// Reads lines until one is the last, in any number of messages; the last message ends with that line.
    #[track_caller]
    pub(super) fn until(&mut self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        self.until_times(1, is_last)
    }

    /// As [`Self::until`], until a line was the last one `times` times.
    #[track_caller]
    pub(super) fn until_times(&mut self, times: usize, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let (mut lines, mut seen) = (Vec::<String>::new(), 0);
        while seen < times {
            match self.next() {
                Message::Text(text) => {
                    seen += text.split('\n').filter(|line| is_last(line)).count();
                    lines.extend(text.split('\n').map(str::to_owned));
                }
                other => panic!("{other:?} after {} lines, {:?} the last", lines.len(), lines.last()),
            }
        }
        lines
    }

    /// The end of the connection; what is still said before is passed over.
    pub(super) fn farewell(&mut self) -> Message {
        loop {
            match self.next() {
                Message::Text(_) => {}
                end => return end,
            }
        }
    }
}
