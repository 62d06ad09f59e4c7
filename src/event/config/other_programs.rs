//! Options of cutechess-cli and fastchess that are not those of this program.

/// Options that only fastchess has.
pub(super) const FASTCHESS: &[&str] = &[
    "autosaveinterval",
    "check-mate-pvs",
    "config",
    "crc32",
    "force-concurrency",
    "log",
    "output",
    "ping-ms",
    "quick",
    "report",
    "scoreinterval",
    "show-latency",
    "startup-ms",
    "strict",
    "tbadjudicate",
    "testEnv",
    "ucinewgame-ms",
    "use-affinity",
];

/// Options that are understood but have no effect here.
pub(super) const NOTHING_TO_DO: &[(&str, &str)] = &[
    ("autosaveinterval", "the journal is written during the event"),
    ("bookmode", "openings are read once"),
    ("force-concurrency", "any number of boards is allowed"),
    ("outcomeinterval", "results are shown as they come"),
    ("ping-ms", "the times to answer are fixed; tscale= makes them longer"),
    ("quick", "results are shown as they come"),
    ("randomseed", "a seed is drawn by lot, and named, unless -srand gives one"),
    ("resultformat", "the columns of the table are fixed"),
    ("scoreinterval", "results are shown as they come"),
    ("show-latency", "late moves are always reported"),
    ("startup-ms", "the time to start is fixed; tscale= makes it longer"),
    ("strict", "engines are always judged strictly"),
    ("testEnv", "results are written as they come, for other programs too"),
    ("ucinewgame-ms", "the times to answer are fixed; tscale= makes them longer"),
];

/// Options that do not exist here, and what to use in their place.
pub(super) const NOT_HERE: &[(&str, &str)] = &[
    ("check-mate-pvs", "use `epidote check-engine`"),
    ("config", "use -journal FILE, and `epidote argus resume FILE`"),
    ("crc32", "use a program for checksums on the files"),
    ("engines", "engines.json is not supported"),
    ("log", "use -journal FILE: it holds every line sent and received"),
    ("use-affinity", "set it with the tools of the system, such as taskset"),
];
