//! The options, one by one.

use super::engine::{EngineConfig, TimeOptions, number, positive};
use super::other_programs::{NOT_HERE, NOTHING_TO_DO};
use super::value_error::ValueError;
use super::values::{armageddon, count_or, file, flag, format, one, read_or, values, variant};
use super::words::{ConfigError, Group, Syntax};
use super::{Boards, EventConfig, OpeningFormat, OpeningsConfig, Parsed, PgnOutput, SprtConfig};
use crate::event::adjudication::{AdjudicationRules, DrawRule, ResignRule, TablebaseResults};
use crate::event::openings::Order;
use crate::event::pgn_writer::Comments;
use crate::event::schedule::{Format, OpeningPolicy};
use crate::event::statistics::{ReportStyle, Sprt, SprtModel};

/// Makes a configuration of groups of words.
pub(super) fn read(syntax: Syntax, groups: &[Group]) -> Result<Parsed, ConfigError> {
    let mut reader = Reader::new(syntax);
    for (at, group) in groups.iter().enumerate() {
        let may_repeat = matches!(group.name.as_str(), "engine" | "each");
        if !may_repeat && groups[..at].iter().any(|before| before.name == group.name) {
            return Err(group.error("given twice; give it once"));
        }
        reader.take(group)?;
    }
    reader.engines(groups)?;
    reader.finish()
}

struct Reader {
    syntax: Syntax,
    config: EventConfig,
    rounds: Option<u32>,
    games: Option<u32>,
    repeat: Option<u32>,
    seeds: Option<usize>,
    pairs: bool,
    has_seed: bool,
    notes: Vec<String>,
}

impl Reader {
    fn new(syntax: Syntax) -> Self {
        let config = EventConfig {
            name: String::new(),
            site: String::new(),
            engines: Vec::new(),
            format: Format::RoundRobin,
            rounds: 1,
            games: 1,
            repeat: 1,
            swap: true,
            reverse: false,
            opening_policy: OpeningPolicy::Pair,
            shuffle: false,
            seed: 0,
            chess960: false,
            claims_draws: false,
            armageddon: None,
            boards: Boards::Count(1),
            wait: 0,
            recover: syntax == Syntax::Own,
            openings: None,
            adjudication: AdjudicationRules::default(),
            tablebases: Vec::new(),
            sprt: None,
            pgn: None,
            epd: None,
            json: None,
            journal: None,
            rating_interval: if syntax == Syntax::Fastchess { 10 } else { 0 },
            report: match syntax {
                Syntax::Fastchess => ReportStyle::Fastchess,
                Syntax::Own | Syntax::Cutechess => ReportStyle::Cutechess,
            },
            pairs: true,
            debug: false,
        };
        let (rounds, games, repeat, seeds, notes) = (None, None, None, None, Vec::new());
        Self { syntax, config, rounds, games, repeat, seeds, pairs: true, has_seed: false, notes }
    }

    fn take(&mut self, group: &Group) -> Result<(), ConfigError> {
        let name = group.name.as_str();
        if let Some((setting, when_on)) = self.switch(name) {
            *setting = flag(group)? == when_on;
            return Ok(());
        }
        if group.is_off {
            return Ok(());
        }
        if let Some((_, why)) = NOTHING_TO_DO.iter().find(|(option, _)| *option == name) {
            self.notes.push(format!("-{name} has no effect: {why}"));
            return Ok(());
        }
        if let Some((_, why)) = NOT_HERE.iter().find(|(option, _)| *option == name) {
            return Err(group.error(format!("not supported: {why}")));
        }
        let error = |error: ValueError| group.error(error.to_string());
        match name {
            "engine" | "each" => {}
            "event" => self.config.name = group.words.join(" "),
            "site" => self.config.site = group.words.join(" "),
            "variant" => self.config.chess960 = variant(one(group)?).map_err(error)?,
            "concurrency" => self.config.boards = self.boards(one(group)?).map_err(error)?,
            "tournament" => self.config.format = format(one(group)?).map_err(error)?,
            "rounds" => self.rounds = Some(positive(one(group)?).map_err(error)?),
            "games" => self.games = Some(positive(one(group)?).map_err(error)?),
            "repeat" => {
                let count = if group.words.is_empty() { Ok(2) } else { positive(one(group)?) };
                self.repeat = Some(count.map_err(error)?);
            }
            "seeds" => self.seeds = Some(number(one(group)?).map_err(error)?),
            "srand" => {
                self.config.seed = number(one(group)?).map_err(error)?;
                self.has_seed = true;
            }
            "wait" => self.config.wait = number(one(group)?).map_err(error)?,
            "maxmoves" => self.config.adjudication.most_moves = number(one(group)?).map_err(error)?,
            "draw" => self.config.adjudication.draw = Some(self.draw(group)?),
            "resign" => self.config.adjudication.resign = Some(self.resign(group)?),
            "tb" => self.tablebases(group)?,
            "tbpieces" => self.config.adjudication.tablebase_pieces = positive(one(group)?).map_err(error)?,
            "tbadjudicate" => {
                self.config.adjudication.tablebase_results = match one(group)? {
                    "BOTH" => TablebaseResults::Both,
                    "WIN_LOSS" => TablebaseResults::WinLoss,
                    "DRAW" => TablebaseResults::Draw,
                    other => return Err(group.error(format!("`{other}`: BOTH, WIN_LOSS or DRAW"))),
                };
            }
            "sprt" => self.config.sprt = Some(self.sprt(group)?),
            "report" => self.report(group)?,
            "output" => self.output(group)?,
            "openings" => self.openings(group)?,
            "pgnout" => self.config.pgn = Some(self.pgn(group)?),
            "epdout" => self.config.epd = Some(file(group)?),
            "jsonout" => self.config.json = Some(one(group)?.to_owned()),
            "journal" => self.config.journal = Some(one(group)?.to_owned()),
            "ratinginterval" => self.config.rating_interval = number(one(group)?).map_err(error)?,
            "draws" => {
                self.config.claims_draws = match one(group)? {
                    "referee" => false,
                    "claim" => true,
                    other => return Err(group.error(format!("`{other}`: referee or claim"))),
                };
            }
            "armageddon" => self.config.armageddon = Some(armageddon(group)?),
            "debug" => match group.words.as_slice() {
                [] => self.config.debug = true,
                [all] if all == "all" => self.config.debug = true,
                _ => return Err(group.error("`all`, or nothing, may follow")),
            },
            _ => return Err(group.error("there is no such option; `epidote argus --help` lists them")),
        }
        Ok(())
    }

    /// The setting that this option switches, and what it is when the option is on.
    fn switch(&mut self, name: &str) -> Option<(&mut bool, bool)> {
        let config = &mut self.config;
        match name {
            "noswap" => Some((&mut config.swap, false)),
            "reverse" => Some((&mut config.reverse, true)),
            "shuffle" => Some((&mut config.shuffle, true)),
            "recover" => Some((&mut config.recover, true)),
            "tbignore50" => Some((&mut config.adjudication.ignore_fifty_moves, true)),
            _ => None,
        }
    }

    fn boards(&self, text: &str) -> Result<Boards, ValueError> {
        let count: i64 = number(text)?;
        let size = u32::try_from(count.unsigned_abs()).map_err(|_| ValueError::TooLarge)?;
        match (count, self.syntax) {
            (1.., _) => Ok(Boards::Count(size)),
            (_, Syntax::Cutechess) => Err(ValueError::NotPositive),
            _ => Ok(Boards::CoresLess(size)),
        }
    }

    fn draw(&self, group: &Group) -> Result<DrawRule, ConfigError> {
        let [from, moves, score] = values(group, ["movenumber", "movecount", "score"])?;
        // Where fastchess has 0 as the first move it means from the start on.
        let needed = self.syntax == Syntax::Cutechess;
        let from_move: u32 = read_or(group, "movenumber", from, (!needed).then_some(0))?;
        let from_move = if needed { from_move } else { from_move.max(1) };
        let moves = count_or(group, "movecount", moves, (!needed).then_some(1))?;
        let score = read_or(group, "score", score, (!needed).then_some(0))?;
        Ok(DrawRule { from_move, moves, score })
    }

    fn resign(&self, group: &Group) -> Result<ResignRule, ConfigError> {
        let [moves, score, two_sided] = values(group, ["movecount", "score", "twosided"])?;
        let needed = self.syntax == Syntax::Cutechess;
        let moves = count_or(group, "movecount", moves, (!needed).then_some(1))?;
        let score = read_or(group, "score", score, (!needed).then_some(0))?;
        let two_sided = read_or(group, "twosided", two_sided, Some(false))?;
        Ok(ResignRule { moves, score, two_sided })
    }

    fn tablebases(&mut self, group: &Group) -> Result<(), ConfigError> {
        let paths = one(group)?;
        // A drive of Windows has a colon of its own.
        let separator = if paths.contains([';', '\\']) { ';' } else { ':' };
        let parts = paths.split(separator).filter(|part| !part.is_empty());
        self.config.tablebases = parts.map(str::to_owned).collect();
        if self.config.adjudication.tablebase_pieces == 0 {
            self.config.adjudication.tablebase_pieces = 7;
        }
        Ok(())
    }

    fn sprt(&self, group: &Group) -> Result<SprtConfig, ConfigError> {
        let [elo0, elo1, alpha, beta, model] = values(group, ["elo0", "elo1", "alpha", "beta", "model"])?;
        let number = |name, value| read_or::<f64>(group, name, value, None);
        // The test of cutechess is one of Elo and of games.
        let model = match (model, self.syntax) {
            (Some("logistic"), _) | (None, Syntax::Cutechess) => SprtModel::Logistic,
            (Some("normalized") | None, _) => SprtModel::Normalized,
            (Some("bayesian"), _) => SprtModel::Bayesian,
            (Some(other), _) => {
                return Err(group.error(format!("model `{other}`: normalized, logistic or bayesian")));
            }
        };
        let [elo0, elo1] = [number("elo0", elo0)?, number("elo1", elo1)?];
        let [alpha, beta] = [number("alpha", alpha)?, number("beta", beta)?];
        let test =
            Sprt::new(elo0, elo1, alpha, beta, model).map_err(|error| group.error(error.to_string()))?;
        let pairs = self.syntax != Syntax::Cutechess && model != SprtModel::Bayesian;
        Ok(SprtConfig { test, pairs })
    }

    fn output(&mut self, group: &Group) -> Result<(), ConfigError> {
        let [format] = values(group, ["format"])?;
        self.config.report = match format {
            Some("cutechess") => ReportStyle::Cutechess,
            Some("fastchess") => ReportStyle::Fastchess,
            other => {
                let other = other.unwrap_or_default();
                return Err(group.error(format!("format `{other}`: cutechess or fastchess")));
            }
        };
        Ok(())
    }

    fn report(&mut self, group: &Group) -> Result<(), ConfigError> {
        let [pairs] = values(group, ["penta"])?;
        self.pairs = read_or(group, "penta", pairs, Some(true))?;
        Ok(())
    }

    fn openings(&mut self, group: &Group) -> Result<(), ConfigError> {
        let names = ["file", "format", "order", "plies", "start", "policy"];
        let [file, format, order, plies, start, policy] = values(group, names)?;
        let file = read_or(group, "file", file, None::<String>)?;
        let name = file.to_ascii_lowercase();
        // What is packed is named after what it contains.
        let bare =
            [".gz", ".zst", ".zip"].iter().find_map(|packed| name.strip_suffix(packed)).unwrap_or(&name);
        let ending = bare.rsplit('.').next().unwrap_or_default();
        let format = match format {
            Some("epd") => Some(OpeningFormat::Epd),
            Some("pgn") => Some(OpeningFormat::Pgn),
            Some(other) => return Err(group.error(format!("format `{other}`: epd or pgn"))),
            None if matches!(ending, "epd" | "fen") => Some(OpeningFormat::Epd),
            None if ending == "pgn" => Some(OpeningFormat::Pgn),
            None => None,
        };
        let order = match order {
            // The seed is known at the end.
            Some("random") => Order::Random { seed: 0 },
            None if self.syntax == Syntax::Fastchess => Order::Random { seed: 0 },
            Some("sequential") | None => Order::Sequential,
            Some(other) => return Err(group.error(format!("order `{other}`: sequential or random"))),
        };
        self.config.opening_policy = match policy {
            Some("default") | None => OpeningPolicy::Pair,
            Some("encounter") => OpeningPolicy::Encounter,
            Some("round") if self.syntax == Syntax::Fastchess => OpeningPolicy::Pair,
            Some("round") => OpeningPolicy::Round,
            Some(other) => return Err(group.error(format!("policy `{other}`: default, encounter or round"))),
        };
        let plies = read_or(group, "plies", plies, Some(1_024))?;
        let start: usize = read_or(group, "start", start, Some(1))?;
        if start == 0 {
            return Err(group.error("start=0: the first opening is 1"));
        }
        self.config.openings = Some(OpeningsConfig { file, format, order, plies, start });
        Ok(())
    }

    fn pgn(&mut self, group: &Group) -> Result<PgnOutput, ConfigError> {
        let mut output =
            PgnOutput { file: String::new(), comments: Comments::Short, finished_only: false, append: true };
        let more = ["nodes", "seldepth", "nps", "hashfull", "tbhits", "pv", "latency"];
        for (at, (name, value)) in group.pairs().enumerate() {
            let is_true = value.is_none_or(|value| value == "true");
            match (name, value) {
                ("file", Some(file)) => file.clone_into(&mut output.file),
                ("append", Some(_)) => output.append = is_true,
                ("min", _) if is_true => output.comments = Comments::None,
                ("fi", None) => output.finished_only = true,
                ("clocks", _) | ("timeleft", Some(_)) => {
                    if is_true {
                        output.comments = Comments::Full;
                    }
                }
                ("min", Some(_)) | ("notation", Some("san")) => {}
                ("notation", _) => return Err(group.error("notation: only san is supported")),
                ("match_line", _) => return Err(group.error("match_line is not supported")),
                (name, Some(_)) if more.contains(&name) => {
                    self.notes
                        .push(format!("-pgnout {name}= has no effect: the JSON and the journal have it"));
                }
                (_, None) if at == 0 => name.clone_into(&mut output.file),
                _ => return Err(group.error(format!("`{name}` is not known here"))),
            }
        }
        if output.file.is_empty() {
            return Err(group.error("which file?"));
        }
        Ok(output)
    }

    /// The options of `-each` are applied after those of an engine, and override them.
    fn engines(&mut self, groups: &[Group]) -> Result<(), ConfigError> {
        let each = groups.iter().filter(|group| group.name == "each");
        for (at, group) in (1..).zip(groups.iter().filter(|group| group.name == "engine")) {
            let place = format!("-engine {at}");
            let (mut engine, mut seen) =
                (EngineConfig { patience: 100, ..EngineConfig::default() }, TimeOptions::default());
            engine.take(group, &place, self.syntax, &mut seen, &mut self.notes)?;
            for each in each.clone() {
                engine.take(each, "-each", self.syntax, &mut seen, &mut self.notes)?;
            }
            engine.check(&place, &seen)?;
            let twin = self.config.engines.iter().position(|other: &EngineConfig| other.name == engine.name);
            if let Some(twin) = twin {
                let why = format!("engine {} is also called {}: give each a name=", twin + 1, engine.name);
                return Err(ConfigError::new(place, why));
            }
            self.config.engines.push(engine);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Parsed, ConfigError> {
        let config = &mut self.config;
        let (games, repeat, rounds) = match self.syntax {
            Syntax::Own => (2, 2, 1),
            Syntax::Cutechess => (1, 1, 1),
            Syntax::Fastchess => (2, 2, 2),
        };
        config.games = self.games.unwrap_or(games);
        config.repeat = self.repeat.unwrap_or(repeat);
        config.rounds = self.rounds.unwrap_or(if config.sprt.is_some() { 500_000 } else { rounds });
        if self.syntax == Syntax::Fastchess && config.games > 2 {
            std::mem::swap(&mut config.games, &mut config.rounds);
            self.notes.push("-games is more than 2: used as -rounds, as in fastchess".to_owned());
            if config.games > 2 {
                return Err(ConfigError::new("-games", "a round in fastchess has 1 or 2 games"));
            }
        }
        if let Format::Gauntlet { seeds } = &mut config.format {
            *seeds = self.seeds.unwrap_or(1).max(1);
        }
        config.draw_by(config.seed);
        config.pairs = self.pairs && config.is_in_pairs();
        if let Some(sprt) = &mut config.sprt {
            sprt.pairs &= config.pairs;
        }
        if config.sprt.is_some() && config.engines.len() != 2 {
            return Err(ConfigError::new("-sprt", "a test needs two engines"));
        }
        if config.adjudication.tablebase_pieces > 0 && config.tablebases.is_empty() {
            return Err(ConfigError::new("-tbpieces", "which tables? write -tb FOLDER"));
        }
        config.plan().check().map_err(|error| ConfigError::new("event", error.to_string()))?;
        let is_random = |openings: &OpeningsConfig| matches!(openings.order, Order::Random { .. });
        let is_drawn =
            config.openings.as_ref().map_or(config.chess960, is_random) || config.plan().is_drawn();
        let needs_seed = is_drawn && !self.has_seed;
        Ok(Parsed { config: self.config, syntax: self.syntax, needs_seed, notes: self.notes })
    }
}
