# The two commands are `make run` and `make test`; both set up what they need.
PORT ?= 8080
# Where `scripts/setup tests` puts the engines and python-chess.
export PATH := $(PATH):/usr/games
export PYTHONPATH := $(if $(PYTHONPATH),$(PYTHONPATH):)$(CURDIR)/target/python-chess
# A first build keeps nothing for the next one, and takes half the time for that; later ones do.
ifeq ($(wildcard target/debug/incremental),)
export CARGO_INCREMENTAL ?= 0
endif
# Of its own: on that of `make run` the service worker of a page from there would answer.
WATCH_PORT ?= 8081
# The packages that native tests are about.
OWN = -p epidote -p epidote-engine -p epidote-musl -p epidote-trainer

.PHONY: help run watch install time-setup test setup build check native python npm e2e size bench bench-search match tune kills referee-proofs referee-load figures monkey lighthouse pictures profile release clean
help:
	@echo "make run     build and serve the page on http://127.0.0.1:$(PORT)"
	@echo "make install build the command line program and put it where cargo puts programs"
	@echo "make test    everything that CI checks"
	@echo "make npm     build the packages for JavaScript and test them"
	@echo "make watch   build quickly and serve on http://127.0.0.1:$(WATCH_PORT), anew on each change"
	@echo "make bench   measure the core, and the page on a million records"
	@echo "make bench-search  measure the search against Stockfish"
	@echo "make match   play two builds or settings of the engine against each other, until a test decides"
	@echo "make tune    tune numbers of the search by games"
	@echo "make kills   kill long runs of the command line at random moments, and continue them"
	@echo "make referee-proofs  play real games over all transports, and kill referees and engines"
	@echo "make referee-load  measure how many games at once the referee carries"
	@echo "make figures measure the page on small files"
	@echo "make lighthouse  measure the first visit as Lighthouse does"
	@echo "make pictures    take the pictures anew that tests compare the page with"
	@echo "make profile find out anew which functions a first visit needs"
	@echo "make release make what is published of the last commit"
	@echo "make time-setup  time the first run of a fresh clone"
	@echo "make clean   remove what was built"

run: setup build
	@exec node scripts/serve.mjs $(PORT)

watch: setup
	@exec node scripts/watch.mjs $(WATCH_PORT)

# The command line program.
install:
	cargo install --locked --path . --no-default-features --features cli --bin epidote

test:
	@scripts/setup tests
	@$(MAKE) --no-print-directory check native python npm build size e2e

setup:
	@scripts/setup

build:
	@node scripts/build.mjs

# Formatting and lints, with and without the page. Packages are named together, so that what they share is
# compiled once; the page is checked with its own profile, whose macros are compiled for it anyway.
check:
	cargo fmt --all --check
	cargo clippy --quiet $(OWN) -p epidote-tool -p epidote-python --no-default-features --features epidote/cli --all-targets -- -D warnings
	cargo clippy --quiet --profile release-ui --target wasm32-unknown-unknown --bin app --bin clerk --bin engine --bin importer -- -D warnings
	for engine in "" engine; do cargo clippy --quiet --profile watch --target wasm32-unknown-unknown -p epidote-npm --features "$$engine" -- -D warnings || exit 1; done

# Unit tests, laws, judged cases, the layers, and the referee with engines that are installed.
native:
	cargo build --quiet $(OWN) --no-default-features --features epidote/cli --examples
	cargo test --quiet $(OWN) --no-default-features --features epidote/cli --lib --bins --test cli --test argus
	cargo test --quiet $(OWN) --no-default-features --features epidote/cli --doc
	cargo test --quiet $(OWN) --no-default-features --features epidote/cli --test it -- --nocapture
	cargo test --quiet --profile tool -p epidote-tool
	node --test scripts/page/*.test.mjs

# The package for Python: the wheel, and its tests in an environment below target/.
python:
	scripts/python

# The packages for JavaScript, and their tests in Node; those in a browser are among the browser tests.
npm:
	@node scripts/npm.mjs

size:
	node scripts/sizes.mjs

e2e:
	CHROMIUM=$$(scripts/chromium) npm test --silent --prefix e2e
	node --test --test-reporter=spec e2e/browsers/main_way.test.mjs

# Against Stockfish, in the same browser; and the proof of mates.
bench-search:
	cargo build --quiet --release --no-default-features --features cli --bin epidote
	@$(MAKE) --no-print-directory setup build
	CHROMIUM=$$(scripts/chromium) node scripts/bench-search/main.mjs $(PARTS)

# Two builds, settings or nets of the engine against each other: `scripts/match.mjs` has the words.
match:
	@node scripts/match.mjs

# Numbers of the search by games, in a file that it goes on with: make tune KNOBS="fall_base=15 rise_margin=10"
TUNED ?= target/match/tuned.txt
tune:
	RUSTFLAGS="-C target-cpu=native" cargo build --quiet --release -p epidote-trainer --target-dir target/native
	@mkdir -p target/match
	@if [ -e $(TUNED) ]; then exec target/native/release/tune $(TUNED) $(or $(NODES),2000) $$(nproc); \
	else exec target/native/release/tune $(TUNED) $(or $(SEED),1) $(or $(NODES),2000) $$(nproc) $(or $(ROUNDS),20000) $(KNOBS); fi

# Long runs of the command line that are killed at random moments.
kills:
	cargo build --quiet --release --no-default-features --features cli --bin epidote
	python3 scripts/kills.py target/release/epidote

bench:
	cargo bench --no-default-features --features cli
	@$(MAKE) --no-print-directory setup build
	CHROMIUM=$$(scripts/chromium) node scripts/bench.mjs

# What takes too long for each change: real games over all transports, and many kills.
referee-proofs:
	@scripts/setup tests
	cargo build --quiet --release --no-default-features --features cli --bin epidote --examples
	scripts/referee-games.py target/release/epidote
	scripts/referee-kills.py target/release/epidote target/release/examples/mock_engine

# How many games at once the referee carries. RUNNERS names others, to be measured beside it:
# make referee-load RUNNERS="--fastchess PATH --c-chess-cli PATH"
referee-load:
	cargo build --quiet --release --no-default-features --features cli --bin epidote --examples
	scripts/referee-load.py target/release/epidote target/release/examples/mock_engine $(RUNNERS)

# The page on small files: sizes, from key and pointer to the picture, what axe finds.
figures:
	@scripts/setup tests
	@$(MAKE) --no-print-directory build
	CHROMIUM=$$(scripts/chromium) node scripts/figures.mjs

# A first visit; Lighthouse is got once, apart from what tests need.
lighthouse:
	@$(MAKE) --no-print-directory setup build
	@[ -d scripts/lighthouse/node_modules ] || npm ci --prefix scripts/lighthouse --no-audit --no-fund --ignore-scripts --loglevel=error
	CHROMIUM=$$(scripts/chromium) node scripts/lighthouse.mjs

# Random acts in the browser for longer than `make test` has time for, from a seed that is new each day.
monkey:
	@scripts/setup tests
	@$(MAKE) --no-print-directory build
	MONKEY_ACTS=$${MONKEY_ACTS:-3000} MONKEY_SEED=$${MONKEY_SEED:-$$(date +%j)} CHROMIUM=$$(scripts/chromium) npm test --silent --prefix e2e -- specs/monkey.spec --project=behavior

# Look at each of them before it is committed.
pictures:
	@scripts/setup tests
	@$(MAKE) --no-print-directory build
	CHROMIUM=$$(scripts/chromium) npm test --silent --prefix e2e -- specs/pictures.spec --project=behavior --workers=1 --update-snapshots=all
	node scripts/pack-pictures.mjs

# What a first visit needs, for the page's program to be taken apart by.
profile:
	@scripts/setup tests
	COUNT_FUNCTIONS=1 node scripts/build.mjs
	CHROMIUM=$$(scripts/chromium) node scripts/profile.mjs

# What is published of the last commit, in target/published; `node scripts/release.mjs --twice` also proves that two runs
# give the same bytes.
release:
	node scripts/release.mjs

# Steps and seconds of `make run` in a fresh clone with nothing cached, for docs/benchmarks.md.
time-setup:
	@node scripts/time-setup.mjs

clean:
	rm -rf dist dist.tmp dist.old.tmp target e2e/node_modules e2e/test-results scripts/lighthouse/node_modules
