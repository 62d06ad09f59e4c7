//! Tests of configurations: command lines as people write them.

use super::*;
use crate::event::adjudication::{DrawRule, ResignRule, TablebaseResults};
use crate::event::statistics::SprtModel;
use proptest::prelude::*;

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

#[track_caller]
fn parsed(line: &str) -> Parsed {
    match Parsed::from_arguments(&words(line)) {
        Ok(parsed) => parsed,
        Err(error) => panic!("{error}\n{line}"),
    }
}

/// Two engines with a clock, in the words of cutechess.
const TWO: &str = "-engine name=a cmd=./a -engine name=b cmd=./b -each proto=uci tc=10+0.1";

#[track_caller]
fn check_error(more: &str, expect: &str) {
    let error = Parsed::from_arguments(&words(&format!("{TWO} {more}"))).expect_err(more).to_string();
    assert_eq!(error, expect, "{more}");
}

#[test]
fn an_option_of_this_program_changes_no_default() {
    let check = |line: &str, syntax, needs_seed| {
        let read = parsed(line);
        assert_eq!((read.syntax, read.needs_seed), (syntax, needs_seed), "{line}");
    };
    let own = TWO.replace("-e", "--e");
    let book = "-openings file=a.epd order=random";
    check(TWO, Syntax::Cutechess, false);
    check(&format!("{TWO} --journal a"), Syntax::Cutechess, false);
    check(&format!("{TWO} --journal a -quick"), Syntax::Fastchess, false);
    check(&format!("{own} -journal a"), Syntax::Own, false);
    check(&format!("{TWO} {book}"), Syntax::Cutechess, true);
    check(&format!("{TWO} {book} -srand 0"), Syntax::Cutechess, false);
    check(&format!("{TWO} -openings file=a.epd"), Syntax::Cutechess, false);
    check(&format!("{own} --variant chess960"), Syntax::Own, true);
    check(&format!("{own} --shuffle"), Syntax::Own, false);
    check(&format!("{own} --tournament knockout --shuffle"), Syntax::Own, true);
    let journal = parsed(&format!("{TWO} --journal a")).config;
    assert_eq!((journal.games, journal.recover), (1, false));
}

#[test]
fn a_match_of_cutechess() {
    let Parsed { config, syntax, notes, .. } = parsed(
        "-engine name=New cmd=stockfish dir=/opt/new arg=-x arg=y option.Hash=16 option.Threads=1 ponder \
         -engine name=Old cmd=crafty proto=xboard restart=on timemargin=50 initstr=log\\nbook \
         -each tc=40/1:00+0.5 option.Hash=64 -variant standard -concurrency 4 -games 2 -rounds 500 -repeat \
         -recover -draw movenumber=40 movecount=8 score=10 -resign movecount=3 score=400 twosided=true \
         -maxmoves 200 -tb /tb/3:/tb/4 -tbpieces 5 -openings file=book.epd format=epd order=random start=7 \
         -sprt elo0=0 elo1=5 alpha=0.05 beta=0.1 -pgnout games.pgn min fi -epdout last.epd -event Test match \
         -site here -srand 42 -ratinginterval 10 -wait 500 -debug -outcomeinterval 5",
    );
    assert_eq!(syntax, Syntax::Cutechess);
    assert_eq!(notes, ["-outcomeinterval has no effect: results are shown as they come"]);
    let [new, old] = &config.engines[..] else { panic!("two engines") };
    assert_eq!((new.command.as_str(), new.directory.as_deref()), ("stockfish", Some("/opt/new")));
    assert_eq!(new.arguments, ["-x", "y"]);
    // An option of each engine counts.
    assert_eq!(
        new.options,
        [("Threads".to_owned(), Some("1".to_owned())), ("Hash".to_owned(), Some("64".to_owned()))]
    );
    assert!(new.ponder && !old.ponder);
    assert_eq!((old.protocol, old.restart, old.margin), (Protocol::Xboard, Restart::On, Some(50)));
    assert_eq!(old.init, ["log", "book"]);
    assert_eq!(old.time.to_string(), "40/60+0.5");
    assert_eq!((config.games, config.rounds, config.repeat), (2, 500, 2));
    assert!(config.is_in_pairs() && config.recover && config.debug && config.swap);
    assert_eq!((config.boards, config.seed, config.wait), (Boards::Count(4), 42, 500));
    assert_eq!((config.name.as_str(), config.site.as_str()), ("Test match", "here"));
    let rules = config.adjudication;
    assert_eq!(rules.draw, Some(DrawRule { from_move: 40, moves: 8, score: 10 }));
    assert_eq!(rules.resign, Some(ResignRule { moves: 3, score: 400, two_sided: true }));
    assert_eq!((rules.most_moves, rules.tablebase_pieces), (200, 5));
    assert_eq!(config.tablebases, ["/tb/3", "/tb/4"]);
    let openings = config.openings.expect("openings");
    assert_eq!(openings.order, Order::Random { seed: 42 });
    assert_eq!((openings.file.as_str(), openings.start, openings.plies), ("book.epd", 7, 1_024));
    let sprt = config.sprt.expect("a test");
    assert_eq!(
        (sprt.test.model(), sprt.test.hypotheses(), sprt.pairs),
        (SprtModel::Logistic, (0.0, 5.0), false)
    );
    let pgn = config.pgn.expect("games");
    assert_eq!((pgn.file.as_str(), pgn.comments, pgn.finished_only), ("games.pgn", Comments::None, true));
    assert_eq!(config.epd.as_deref(), Some("last.epd"));
}

#[test]
fn a_test_of_fastchess() {
    let Parsed { config, syntax, notes, .. } = parsed(
        "-engine cmd=./dev name=dev -engine cmd=./base name=base args=--bench \
         -each tc=8+0.08 option.Threads=1 option.Hash=16 -rounds 30000 -repeat -concurrency 0 -recover \
         -openings file=UHO_Lichess_4852_v1.epd format=epd order=random -sprt elo0=0 elo1=2 alpha=0.05 beta=0.05 \
         -draw movenumber=34 movecount=8 score=20 -resign movecount=3 score=600 twosided=true \
         -pgnout file=out.pgn nodes=true timeleft=true append=false -ratinginterval 20 -report penta=true \
         -force-concurrency -output format=cutechess",
    );
    assert_eq!(syntax, Syntax::Fastchess);
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert_eq!((config.games, config.rounds, config.repeat), (2, 30_000, 2));
    assert_eq!(config.boards, Boards::CoresLess(0));
    assert_eq!(config.engines[1].arguments, ["--bench"]);
    assert_eq!(config.engines[0].protocol, Protocol::Uci);
    let sprt = config.sprt.expect("a test");
    assert_eq!((sprt.test.model(), sprt.pairs), (SprtModel::Normalized, true));
    let pgn = config.pgn.expect("games");
    assert_eq!((pgn.file.as_str(), pgn.comments, pgn.append), ("out.pgn", Comments::Full, false));
}

#[test]
fn defaults_of_each_program() {
    let counts = |line: &str| {
        let config = parsed(line).config;
        (config.games, config.rounds, config.repeat)
    };
    assert_eq!(counts(TWO), (1, 1, 1));
    assert_eq!(counts(&format!("{TWO} -tournament roundrobin")), (2, 2, 2));
    assert_eq!(counts(&TWO.replace("-e", "--e")), (2, 1, 2));
    assert_eq!(counts(&format!("{TWO} -repeat 4")), (1, 1, 4));
    assert_eq!(counts(&format!("{TWO} -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05")), (1, 500_000, 1));
    // fastchess takes many games for rounds.
    assert_eq!(counts(&format!("{TWO} -quick -games 100 -rounds 2")), (2, 100, 2));
    let bare = format!("{TWO} -show-latency -draw movecount=5 -resign score=300");
    let rules = parsed(&bare).config.adjudication;
    assert_eq!(rules.draw, Some(DrawRule { from_move: 1, moves: 5, score: 0 }));
    assert_eq!(rules.resign, Some(ResignRule { moves: 1, score: 300, two_sided: false }));
}

#[test]
fn tournaments() {
    let format = |line: &str| {
        let three = "--engine cmd=a --engine cmd=b --engine cmd=/x/c.exe --each st=1";
        parsed(&format!("{three} {line}")).config.format
    };
    assert_eq!(format("--tournament gauntlet"), Format::Gauntlet { seeds: 1 });
    assert_eq!(format("--tournament gauntlet --seeds 2"), Format::Gauntlet { seeds: 2 });
    assert_eq!(format("--tournament knockout --shuffle"), Format::Knockout);
    assert_eq!(format("--tournament swiss --rounds 3"), Format::Swiss);
    assert_eq!(format("--tournament pyramid --noswap --reverse"), Format::Pyramid);
    let config =
        parsed(&format!("{TWO} --tbadjudicate DRAW --tb C:\\a;D:\\b --armageddon white=5:00 black=4:00+1"))
            .config;
    assert_eq!(config.adjudication.tablebase_results, TablebaseResults::Draw);
    assert_eq!(config.tablebases, ["C:\\a", "D:\\b"]);
    let armageddon = config.armageddon.expect("clocks");
    assert_eq!(
        (armageddon.white.to_string(), armageddon.black.to_string()),
        ("300".to_owned(), "240+1".to_owned())
    );
    let config =
        parsed("--engine cmd=a depth=5 --engine proto=epd fifo=/tmp/c nodes=100 --variant chess960").config;
    assert_eq!((config.engines[0].depth, config.engines[1].nodes), (Some(5), Some(100)));
    assert_eq!((config.engines[1].name.as_str(), config.chess960), ("c", true));
}

#[test]
fn what_is_wrong_is_told() {
    check_error("-bogus", "-bogus: there is no such option; `epidote argus --help` lists them");
    check_error("-rounds", "-rounds: a value is missing");
    check_error("-rounds 0", "-rounds: at least 1 is needed");
    check_error("-rounds many", "-rounds: `many` is not a valid number");
    check_error("-rounds 1 2", "-rounds: `2` is one value too many");
    check_error("-rounds 1 -rounds 2", "-rounds: given twice; give it once");
    check_error("-draw movecount=3 score=10", "-draw: movenumber= is missing");
    check_error(
        "-resign movecount=3 points=10",
        "-resign: `points` is not known here; use movecount, score, twosided",
    );
    check_error("-draw movenumber=40 movecount=0 score=10", "-draw: movecount=0: at least 1 is needed");
    check_error("-resign movecount=0 score=0", "-resign: movecount=0: at least 1 is needed");
    check_error("-draw movenumber=40 movecount=8 score=-10", "-draw: score=-10: not a valid value");
    check_error(
        "-sprt elo0=5 elo1=0 alpha=0.05 beta=0.05",
        "-sprt: elo0 is 5 and elo1 is 0: elo0 must be less",
    );
    check_error(
        "-engine cmd=c conf=d",
        "-engine 3 conf: engines.json is not supported: give cmd=, proto= and the options",
    );
    check_error("-engine cmd=c speed=9", "-engine 3 speed: there is no such key for an engine");
    check_error("-engine cmd=c name=a", "-engine 3: engine 1 is also called a: give each a name=");
    check_error("-engine name=c", "-engine 3: no program: write cmd=PROGRAM");
    check_error("-engine cmd=c st=1", "-engine 3: give either tc= or st=, not both");
    check_error("-engine cmd=c tscale=0.1", "-engine 3 tscale: a number from 0.2 to 120 is needed");
    check_error("-engine cmd=c args=\"x", "-engine 3 args: a quote is not closed");
    check_error(
        "-engine cmd=c proto=ucci",
        "-engine 3 proto: `ucci` is not known here: use uci, xboard, epd or human",
    );
    check_error(
        "-tournament arena",
        "-tournament: `arena` is not known here: use match, round-robin, gauntlet, knockout, pyramid or swiss",
    );
    check_error(
        "-tournament swiss -rounds 2",
        "event: 2 rounds of a Swiss event: nobody meets an opponent again, so at most 1",
    );
    check_error("-variant atomic", "-variant: `atomic` is not known here: use standard or fischerandom");
    check_error(
        "-config file=x",
        "-config: not supported: use -journal FILE, and `epidote argus resume FILE`",
    );
    check_error("-concurrency 0", "-concurrency: at least 1 is needed");
    check_error("-openings order=random", "-openings: file= is missing");
    check_error("-openings file=a.epd file=b.epd", "-openings: file= is given twice; give it once");
    check_error("-openings file=a.epd start=0", "-openings: start=0: the first opening is 1");
    check_error("-tbpieces 5", "-tbpieces: which tables? write -tb FOLDER");
    check_error("-pgnout", "-pgnout: which file?");
    check_error("-pgnout a.pgn notation=lan", "-pgnout: notation: only san is supported");
    let lines = ["-engine", "name=x\ny", "cmd=z"].map(str::to_owned);
    let error = Parsed::from_arguments(&lines).expect_err("two lines").to_string();
    assert!(error.ends_with("a name has no line end and no control character"), "{error}");
    check_error("-noswap 5", "-noswap: `5`: this option takes no value");
    let error = |line: &str| Parsed::from_arguments(&words(line)).expect_err(line).to_string();
    assert_eq!(error(""), "event: an event needs two engines, not 0");
    assert_eq!(error("games 2"), "games: not an option: options start with a dash");
    assert_eq!(error("-engine cmd=a -engine cmd=b"), "-engine 1: no limit: write tc=, st=, depth= or nodes=");
    assert_eq!(error("-engine cmd=a tc=x -engine cmd=b"), "-engine 1 tc: `x` is not a number of seconds");
}

#[test]
fn a_file_is_the_same_as_a_command_line() {
    let file = "\
event = 'Test'
tournament = 'gauntlet'
rounds = 3
noswap = false
recover = true
concurrency = 2

[openings]
file = 'book.pgn'
plies = 8

[each]
tc = '60+0.6'
option.Hash = 16

[[engine]]
name = 'a'
cmd = '/bin/a'
arg = ['-x', '--y=1']
ponder = true

[[engine]]
name = 'b'
cmd = 'b'
proto = 'xboard'
option = { 'Skill Level' = 3, Own = false }

[[engine]]
name = 'c'
cmd = 'c'

[draw]
movenumber = 40
movecount = 8
score = 10
";
    let from_file = Parsed::from_toml(file).expect("a configuration");
    let mut line = words(
        "--event Test --tournament gauntlet --rounds 3 --recover --concurrency 2 --openings file=book.pgn plies=8 \
         --each tc=60+0.6 option.Hash=16 --engine name=a cmd=/bin/a arg=-x arg=--y=1 ponder \
         --engine name=b cmd=b proto=xboard OWN SKILL --engine name=c cmd=c \
         --draw movenumber=40 movecount=8 score=10",
    );
    for word in &mut line {
        match word.as_str() {
            "SKILL" => "option.Skill Level=3".clone_into(word),
            "OWN" => "option.Own=false".clone_into(word),
            _ => {}
        }
    }
    assert_eq!(Parsed::from_arguments(&line), Ok(from_file));
    let error = |text: &str| Parsed::from_toml(text).expect_err(text).to_string();
    assert!(error("rounds = ").starts_with("event.toml: TOML parse error"), "{}", error("rounds = "));
    assert_eq!(error("engine = [1, { cmd = 'a' }]"), "engine: either all of these must be tables, or none");
    assert_eq!(error("[[engine]]\ncmd = [['a']]"), "engine.cmd: must be a string, a number, true or false");
    assert_eq!(error("bogus = 1"), "-bogus: there is no such option; `epidote argus --help` lists them");
}

#[test]
fn what_a_file_switches_off_is_off() {
    let engines = "[[engine]]\nname = 'a'\ncmd = 'a'\ntc = 1\n[[engine]]\nname = 'b'\ncmd = 'b'\ntc = 1\n";
    let config = |text: &str| Parsed::from_toml(&format!("{text}\n{engines}")).expect(text).config;
    assert!(config("").recover && !config("recover = false").recover && config("recover = true").recover);
    assert!(config("noswap = false").swap && !config("noswap = true").swap);
    assert!(!config("reverse = false").reverse && !config("shuffle = false").shuffle);
    assert_eq!(config("pgnout = false").pgn, None);
}

/// The test asks for the results that the games are counted by.
#[test]
fn a_test_counts_pairs_only_where_games_come_in_pairs() {
    for (policy, in_pairs) in [("default", true), ("round", false), ("encounter", false)] {
        let Parsed { config, .. } = parsed(&format!(
            "--engine name=a cmd=a --engine name=b cmd=b --each tc=1 --openings file=a.epd policy={policy} \
             --sprt elo0=0 elo1=10 alpha=0.05 beta=0.05"
        ));
        let sprt = config.sprt.expect("a test");
        assert_eq!((config.pairs, sprt.pairs), (in_pairs, in_pairs), "{policy}");
    }
}

proptest! {
    #[test]
    fn any_words_are_read_or_refused(
        words in proptest::collection::vec(prop_oneof![
            "[-=a-z0-9.:/+ ]{0,12}",
            proptest::sample::select(vec![
                "-engine", "cmd=a", "--each", "tc=1", "-games", "2", "-openings", "file=x.epd", "-sprt", "elo0=1",
                "-draw", "-pgnout", "-tb", ":", "-tournament", "swiss", "option.=", "option.x=", "=", "-repeat",
            ]).prop_map(str::to_owned),
        ], 0..12),
    ) {
        let _ = Parsed::from_arguments(&words);
        let _ = Parsed::from_toml(&words.join("\n"));
    }
}
