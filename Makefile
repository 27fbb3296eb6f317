# One target per line. `make play` and `make test` install all they need on a machine with Python 3.11 or newer.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAMES ?= 10000
TRIALS ?= 200

# Much of the tests is waiting for browsers and sockets, so there is one worker more than there are cores.
WORKERS ?= $(shell expr $$(nproc) + 1)

# Every service and command that a test starts reads the whole program, so what Python has compiled is kept, beside the sources or not.
PYTEST := PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$(CURDIR)/$(VENV)/pycache $(BIN)/python -m pytest

.PHONY: play test fast slow test-compiled check bench compare digests mutants secrets docs simulate soak fuzz load kill screenshots \
	maps fields themes balance fonts clicks pictures clean

$(VENV)/.play: pyproject.toml
	$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing: apt-get install python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.test: $(VENV)/.play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group test
	touch $@

$(VENV)/.browser: $(VENV)/.test
	tests/browser/install.sh $(BIN)/python
	touch $@

$(VENV)/.hosting: $(VENV)/.test
	tests/hosting/install.sh $(CURDIR)/$(VENV)/hosting
	touch $@

node_modules/.installed: package.json package-lock.json
	@command -v npm >/dev/null || { echo "make check needs npm (Node 18 or newer): apt-get install npm"; exit 1; }
	npm ci --silent --no-audit --no-fund
	touch $@

$(VENV)/.check: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group check
	touch $@

$(VENV)/.fast: $(VENV)/.play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group fast
	touch $@

$(VENV)/.docs: $(VENV)/.play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group docs
	touch $@

play: $(VENV)/.play  ## install, start Beachhead and open it in the browser
	$(BIN)/beachhead

test: $(VENV)/.browser $(VENV)/.hosting  ## install and pass every test, the browser's too
	$(PYTEST) -n $(WORKERS) --dist worksteal

fast: $(VENV)/.fast  ## compile the rules where they are: the same games, several times as fast (needs a C compiler)
	$(BIN)/python tools/compiled.py

slow:  ## back to plain Python
	$(PYTHON) tools/compiled.py --remove

# What compiling could change. Browser, wire and drawing do not care which form of the rules they talk to.
COMPILED_TESTS := tests/engine tests/boards tests/series tests/games tests/kit tests/test_vectors.py tests/oracle tests/players \
	tests/lab tests/golden tests/test_rules_covered.py tests/test_example.py

test-compiled: $(VENV)/.test $(VENV)/.fast  ## compile apart, and pass the tests of the rules, players and simulations once more
	@if lack=$$($(BIN)/python tools/compiled.py --missing); then \
		$(BIN)/python tools/compiled.py --apart && \
		BEACHHEAD_COMPILED=1 PYTHONPATH=build/compiled/src $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(COMPILED_TESTS); \
	else echo "test-compiled: not run, $$lack"; fi

check: $(VENV)/.check $(VENV)/.docs node_modules/.installed  ## style, types, architecture, dead code, dependencies, documentation
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/vulture
	$(BIN)/deptry .
	npx tsc -p .
	node --test tests/web/
	$(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/.test  ## actions per second beside python-chess
	$(BIN)/beachhead bench

fields: $(VENV)/.play  ## write out what copies of a state do, from the tables of its fields
	$(BIN)/python -m beachhead.testing.fields

themes: $(VENV)/.play  ## write out what a theme may say (the page's types, docs/themes.md), and each game's entry in the list of games
	$(BIN)/python tools/themes.py

balance: $(VENV)/.play  ## TRIALS games of each scenario of GAME between bots: how they ended is shown on the start page
	@test -n "$(GAME)" || { echo "balance of what? make balance GAME=<id>"; exit 2; }
	$(BIN)/python tools/balance.py $(GAME) $(TRIALS)
	$(BIN)/python tools/themes.py

fonts: $(VENV)/.test node_modules/.installed  ## cut the page's fonts to the letters and signs it needs
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group fonts
	$(BIN)/python tools/fonts.py

compare: $(VENV)/.test  ## the working tree's speed beside that of the commit BASE, in alternating rounds
	@test -n "$(BASE)" || { echo "compare with what? make compare BASE=<commit>"; exit 2; }
	$(BIN)/python benchmarks/compare.py $(BASE) $(COMPARE)

digests: $(VENV)/.play  ## the same seeds give the same games, odds, views and saves as stored; DIGESTS="--write" stores them
	$(BIN)/python -m beachhead.testing.digests $(DIGESTS)

simulate: $(VENV)/.play  ## GAMES random games of each scenario
	$(BIN)/python benchmarks/simulate.py $(GAMES)

soak: $(VENV)/.browser  ## the engine against the slow implementation on many more positions; all golden games; whole turns on the page
	BEACHHEAD_SOAK=50 $(PYTEST) -n auto tests/oracle tests/golden tests/demo/test_kit.py \
		tests/browser/test_page_kit.py tests/browser/test_gestures.py tests/browser/test_turns.py tests/browser/test_comfort.py tests/browser/test_tour.py \
		tests/browser/test_whole_game.py

fuzz: $(VENV)/.test  ## 20,000 bent saves, records, positions, vectors and components: refused or playable, never a hang
	$(BIN)/python benchmarks/fuzz.py

load: $(VENV)/.test  ## 200 simultaneous matches on one server: actions per second, p50, p99, memory
	$(BIN)/python benchmarks/load.py

kill: $(VENV)/.test  ## kill the service in the middle of actions, 100 times: nothing lost, nothing twice
	$(BIN)/python benchmarks/kill.py

maps: $(VENV)/.play  ## redraw the maps of all games and store them with their components
	$(BIN)/python benchmarks/maps.py

screenshots: $(VENV)/.browser  ## pictures of every screen, in screenshots/
	$(BIN)/python benchmarks/screenshots.py

pictures: $(VENV)/.browser  ## renew the pictures of the README, in docs/images/
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group pictures
	$(BIN)/python docs/pictures.py $(PICTURES)

clicks: $(VENV)/.browser  ## gestures per turn of each game: recorded turns played through the page, action by action and by groups
	$(BIN)/python benchmarks/clicks.py

mutants: $(VENV)/.test  ## break the rules one by one and see which break no test notices
	$(BIN)/python benchmarks/mutants.py

secrets: $(VENV)/.test  ## thousands of pairs of worlds that a side must not be able to tell apart
	$(BIN)/python benchmarks/worlds.py

docs: $(VENV)/.docs  ## the library's documentation, in site/
	$(BIN)/mkdocs build --strict

clean:
	rm -rf $(VENV) node_modules site mutants screenshots .mypy_cache .ruff_cache .pytest_cache .hypothesis
