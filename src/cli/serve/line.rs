//! A line to an engine: bytes in and out, asynchronously.

use std::convert::Infallible;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::net::unix::pipe::{Receiver, Sender};
use tokio::time::{sleep, timeout};

use super::error::LineError;
use super::named::Far;
use crate::cli::carrier::{Lines, Program, SerialPort, Warden, open_serial};
use crate::cli::located::Located as _;

/// How long another machine may take to answer.
const CONNECT: Duration = Duration::from_secs(5);

/// How long a program may take to end once nobody listens to it.
const GRACE: Duration = Duration::from_millis(300);

/// Time between two looks at a program that is ending.
const LOOK: Duration = Duration::from_millis(5);

/// The most bytes of the last words of a program.
const MOST_WORDS: usize = 100;

/// Bytes that are read at once.
pub(super) const BUFFER: usize = 16 * 1024;

/// How often the output of an ended program is read: a pipe holds no more.
const MOST_LEFT: usize = 64;

/// What all lines share.
pub(super) struct Keeper {
    /// Ends programs if this one is killed.
    warden: Mutex<Option<Warden>>,
    /// Serial ports that are in use.
    ports: Mutex<Vec<SerialPort>>,
}

impl Keeper {
    /// Starts the process that ends programs if this one is killed, if possible.
    pub(super) fn new() -> Self {
        Self { warden: Mutex::new(Warden::start().ok()), ports: Mutex::default() }
    }

    fn with_warden(&self, act: impl FnOnce(&mut Warden)) {
        if let Some(warden) = self.warden.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            act(warden);
        }
    }
}

/// A serial port that is in use, until this is dropped.
struct HeldPort {
    keeper: Arc<Keeper>,
    port: SerialPort,
}

impl HeldPort {
    fn take(keeper: &Arc<Keeper>, port: &SerialPort) -> Option<Self> {
        let mut ports = keeper.ports.lock().unwrap_or_else(PoisonError::into_inner);
        if ports.contains(port) {
            return None;
        }
        ports.push(port.clone());
        Some(Self { keeper: Arc::clone(keeper), port: port.clone() })
    }
}

impl Drop for HeldPort {
    fn drop(&mut self) {
        let mut ports = self.keeper.ports.lock().unwrap_or_else(PoisonError::into_inner);
        ports.retain(|port| *port != self.port);
    }
}

/// A program that is ended when this is dropped; its warden is informed.
struct Held {
    keeper: Arc<Keeper>,
    program: Program,
}

impl Drop for Held {
    fn drop(&mut self) {
        // This ends its children too, if it is gone already.
        self.program.kill();
        self.program.wait();
        let group = self.program.group();
        self.keeper.with_warden(|warden| warden.forget(group));
    }
}

/// An open line. The runtime has no type for ends that may be pipes, sockets or serial ports; the type for
/// pipes serves for all of them.
pub(super) struct Line {
    input: Receiver,
    output: Sender,
    errors: Option<Receiver>,
    program: Option<Held>,
    _port: Option<HeldPort>,
    /// The last words of a program on its standard error.
    words: Mutex<LastWords>,
}

/// The last line of a text that is not empty.
#[derive(Default)]
struct LastWords {
    lines: Lines,
    last: String,
}

impl LastWords {
    fn hear(&mut self, bytes: &[u8]) {
        let mut found = Vec::new();
        self.lines.feed(bytes, &mut found);
        if let Some(last) = found.iter().rfind(|line| !line.trim_ascii().is_empty()) {
            cut(String::from_utf8_lossy(last).trim(), MOST_WORDS).clone_into(&mut self.last);
        }
    }
}

fn receiver(end: OwnedFd) -> io::Result<Receiver> {
    rustix::io::ioctl_fionbio(&end, true)?;
    Receiver::from_owned_fd_unchecked(end)
}

fn sender(end: OwnedFd) -> io::Result<Sender> {
    rustix::io::ioctl_fionbio(&end, true)?;
    Sender::from_owned_fd_unchecked(end)
}

impl Line {
    /// Starts the program, or connects.
    ///
    /// # Errors
    /// It cannot be started or reached.
    pub(super) async fn open(far: &Far, keeper: &Arc<Keeper>) -> Result<Self, LineError> {
        let (mut errors, mut program, mut held) = (None, None, None);
        let (input, output) = match far {
            Far::Program(spec) => {
                let (started, input, output, from_errors) =
                    Program::start(spec).at(spec.command.display())?;
                keeper.with_warden(|warden| warden.watch(started.group()));
                program = Some(Held { keeper: Arc::clone(keeper), program: started });
                errors = Some(from_errors);
                (input, output)
            }
            Far::Peer(address) => {
                let stream = match timeout(CONNECT, TcpStream::connect(address.as_str())).await {
                    Ok(stream) => stream.at(address)?,
                    Err(_) => return Err(LineError::NoAnswer(address.clone())),
                };
                // Lines are short, and somebody waits for them.
                stream.set_nodelay(true)?;
                let stream = stream.into_std()?;
                (stream.try_clone()?.into(), stream.into())
            }
            Far::Serial(port) => {
                held = HeldPort::take(keeper, port);
                if held.is_none() {
                    return Err(LineError::InUse(port.clone()));
                }
                open_serial(port)?
            }
        };
        let errors = errors.map(receiver).transpose()?;
        Ok(Self {
            input: receiver(input)?,
            output: sender(output)?,
            errors,
            program,
            _port: held,
            words: Mutex::default(),
        })
    }

    /// Waits for bytes and reads them; 0 bytes at the end.
    pub(super) async fn read(&self, buffer: &mut [u8]) -> usize {
        read(&self.input, buffer).await
    }

    /// Writes all bytes; returns whether that succeeded.
    pub(super) async fn write(&self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            if self.output.writable().await.is_err() {
                return false;
            }
            match self.output.try_write(bytes) {
                Ok(0) => return false,
                Ok(count) => bytes = &bytes[count..],
                Err(error) if is_passing(&error) => {}
                Err(_) => return false,
            }
        }
        true
    }

    /// Reads the standard error of a program, so that it never blocks, and keeps the last line.
    pub(super) async fn hear_errors(&self) -> Infallible {
        if let Some(errors) = &self.errors {
            let mut buffer = vec![0; BUFFER];
            loop {
                let count = read(errors, &mut buffer).await;
                if count == 0 {
                    break;
                }
                self.words.lock().unwrap_or_else(PoisonError::into_inner).hear(&buffer[..count]);
            }
        }
        std::future::pending().await
    }

    /// Ends the program, or closes the connection; returns how it ended.
    pub(super) async fn end(self) -> String {
        let Self { input, output, errors, program, _port, words } = self;
        // Most programs end when their input ends.
        drop((input, output));
        let Some(mut held) = program else { return "the connection is closed".to_owned() };
        let (mut how, mut waited) = (held.program.has_ended(), Duration::ZERO);
        while how.is_none() && waited < GRACE {
            sleep(LOOK).await;
            waited += LOOK;
            how = held.program.has_ended();
        }
        // It may take a moment until the system has ended it.
        let _ = tokio::task::spawn_blocking(move || drop(held)).await;
        let how = how.unwrap_or_else(|| "it was ended".to_owned());
        let mut words = words.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Its last words have not been read yet. The runtime reads only what it was told of, which may come later;
        // so the system is asked.
        if let Some(errors) = errors.and_then(|errors| errors.into_nonblocking_fd().ok()) {
            let mut buffer = vec![0; BUFFER];
            // What others still write there does not matter.
            for _ in 0..MOST_LEFT {
                match rustix::io::read(&errors, &mut buffer) {
                    Ok(count) if count > 0 => words.hear(&buffer[..count]),
                    _ => break,
                }
            }
        }
        words.hear(b"\n");
        if words.last.is_empty() { how } else { format!("{how}: {}", words.last) }
    }
}

/// The beginning of a text.
pub(super) fn cut(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

/// As [`Line::read`].
async fn read(from: &Receiver, buffer: &mut [u8]) -> usize {
    loop {
        if from.readable().await.is_err() {
            return 0;
        }
        match from.try_read(buffer) {
            Err(error) if is_passing(&error) => {}
            // A broken line is at its end.
            done => return done.unwrap_or(0),
        }
    }
}

/// Whether the same can be tried again.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
