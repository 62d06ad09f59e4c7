//! The arguments of the server.

use std::path::PathBuf;

use crate::cli::serve::Named;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ServeOptions {
    /// An engine that the page may use: its name there, and the program with its arguments; once for each.
    #[arg(long = "engine", value_name = "NAME=CMD", value_parser = Named::program)]
    pub(in crate::cli) engines: Vec<Named>,
    /// An engine that answers over TCP; once for each.
    #[arg(long = "peer", value_name = "NAME=HOST:PORT", value_parser = Named::peer)]
    pub(in crate::cli) peers: Vec<Named>,
    /// An engine behind a serial port, such as NAME=/dev/ttyS0,9600; once for each.
    #[arg(long = "serial", value_name = "NAME=PORT,BAUD", value_parser = Named::serial)]
    pub(in crate::cli) serial: Vec<Named>,
    /// The journal of an event of `argus` that is offered to those who watch (see docs/serve.md).
    #[arg(long, value_name = "JOURNAL")]
    pub(in crate::cli) event: Option<PathBuf>,
    /// The folder with the built page.
    #[arg(long, value_name = "DIR", default_value = "dist")]
    pub(in crate::cli) page: PathBuf,
    /// Where to serve it; port 0 lets the system choose one.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080")]
    pub(in crate::cli) listen: String,
    /// Allow --listen to name an address that other machines can reach. Anybody with the token can then use the
    /// engines, and since nothing is encrypted, the token can be read on its way.
    #[arg(long)]
    pub(in crate::cli) allow_remote: bool,
    /// Another name by which browsers reach this server, such as that of a proxy; once for each.
    #[arg(long = "host", value_name = "NAME")]
    pub(in crate::cli) hosts: Vec<String>,
}
