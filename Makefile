# make demo: evaluate a real position.   make test: run the tests.   make check-all: lint, the documents as a site, and every
# test in full.   make docs: the site alone.
# Each installs what it needs into .venv first, `demo` less than the others.

PYTHON ?= python3
BIN := .venv/bin
# stamps: what compiles the program, what it needs to run, what the tests and the site of documents need beside it, and what is
# compiled
BUILDS := .venv/.builds
RUNS := .venv/.runs
INSTALLED := .venv/.installed
DOCUMENTS := .venv/.documents
COMPILED := .venv/.compiled
SOURCES := $(shell find core_ext games -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi') setup.py

# what a checked build is made from: copied to a directory of its own, so that no two kinds of build mix
TREE := pyproject.toml setup.py README.md LICENSE cli.py commands core_ext games ludosoph mcts reports bench tests docs examples
CHECKED := build/checked
SANITIZED := build/sanitized
THREADED := build/threaded
# libstdc++ comes along because AddressSanitizer has to meet it before any library that throws
PRELOAD = $(shell $(CC) -print-file-name=libasan.so) $(shell $(CC) -print-file-name=libstdc++.so)
# what draws and names a position is Python, which no check of memory or bounds looks into, and slow on these builds
UNCHECKED := board_forms boards drawing glossary pictures pieces plan_picture pointing render rules_text speech touches
CHECKED_TESTS ?= tests/core_ext tests/games $(UNCHECKED:%=--ignore-glob='*/test_%.py')
PROCESSES ?= 2             # that share the tests; tests/conftest.py says which stay together
TESTS = $(CURDIR)/$(BIN)/python -m pytest --numprocesses=$(strip $(PROCESSES)) --dist=loadgroup --no-loadscope-reorder
FEW_GAMES ?= 12             # random games, and games played with twins in Python, of `make test`
RANDOM_GAMES ?= 1000        # of each game on the build that checks bounds; of each world of 504 and number of seats a thousandth
TWIN_GAMES ?= 50            # games that twins in Python play along there: those are written to be plain, not quick
SANITIZED_GAMES ?= 200      # random games on the slower build, which looks for faults of memory; the laws are held by the other,
                            # and so are tests that `make test` is too short for

# A test starts Python some hundred times; where the environment forbids to keep what Python compiles, each start would
# compile every source again, and each process of the tests all of theirs.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: install browser serve demo test docs check-all lint check-build check-bounds check-sanitize check-threads clean

# While one process compiles, another installs. Not for targets that install two extras: two pips would be at one .venv.
ifeq ($(filter-out demo install serve test,$(MAKECMDGOALS)),)
MAKEFLAGS += --jobs=2
endif

install: $(INSTALLED) $(COMPILED)

$(BIN)/python:
	$(PYTHON) -m venv .venv

# What builds the program is installed here and once, in place of a second time apart; whoever only wants to run it waits
# for no tools of tests. Python keeps byte code of what it imports, as it meets it; pip would make it of all that is there.
PIP = LUDOSOPH_BUILD=none $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-compile
REQUIRES := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")

$(BUILDS): pyproject.toml | $(BIN)/python
	$(BIN)/python -c '$(REQUIRES)' | $(PIP) --requirement /dev/stdin
	@touch $@

$(RUNS): pyproject.toml $(BUILDS)
	$(PIP) --no-build-isolation --editable .
	@touch $@

$(INSTALLED): $(RUNS)
	$(PIP) --no-build-isolation --editable '.[test]'
	@touch $@

$(DOCUMENTS): $(RUNS)
	$(PIP) --no-build-isolation --editable '.[docs]'
	@touch $@

$(COMPILED): $(BUILDS) $(SOURCES)
	$(BIN)/python setup.py --quiet build_ext --inplace
	@$(BIN)/python -m compileall -q cli.py commands core_ext games ludosoph mcts reports service     # half the start of a command
	@touch $@

demo: $(RUNS) $(COMPILED)
	@mkdir -p build
	$(BIN)/ludosoph suggest examples/burgundy-midgame.json --seconds 20 --svg build/midgame.svg

serve: install
	$(BIN)/ludosoph serve

# tests of the page drive a real browser; where it is missing and cannot be installed, one line says what to install
browser:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
		&& apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } \
		|| echo "tests in a browser are left out: they need the command chromium (Debian: apt-get install chromium)"

test: install browser
	LUDOSOPH_RANDOM_GAMES=$(strip $(FEW_GAMES)) LUDOSOPH_TWIN_GAMES=$(strip $(FEW_GAMES)) $(TESTS) -m 'not whole'

# the documents as a site, in build/docs; a warning is an error
docs: $(DOCUMENTS) $(COMPILED)
	$(BIN)/python docs/site/documents.py

check-all: lint install browser docs
	$(TESTS)

lint: install
	$(BIN)/ruff check .
	$(BIN)/mypy

# the same tests on a build that stops at the first index out of bounds, then under AddressSanitizer and UBSan
check-build: check-bounds check-sanitize

define copy_tree
	@mkdir -p $(1)
	tar --create --exclude='*.so' --exclude='__pycache__' $(TREE) | tar --extract --directory $(1)
endef

check-bounds: install
	$(call copy_tree,$(CHECKED))
	cd $(CHECKED) && LUDOSOPH_BUILD=checked $(CURDIR)/$(BIN)/python setup.py --quiet build_ext --inplace
	cd $(CHECKED) && LUDOSOPH_RANDOM_GAMES=$(strip $(RANDOM_GAMES)) LUDOSOPH_TWIN_GAMES=$(strip $(TWIN_GAMES)) \
		$(TESTS) $(CHECKED_TESTS)

check-sanitize: install
	$(call copy_tree,$(SANITIZED))
	cd $(SANITIZED) && LUDOSOPH_BUILD=sanitize $(CURDIR)/$(BIN)/python setup.py --quiet build_ext --inplace
	cd $(SANITIZED) && LD_PRELOAD="$(PRELOAD)" ASAN_OPTIONS=detect_leaks=0 \
		LUDOSOPH_RANDOM_GAMES=$(strip $(SANITIZED_GAMES)) UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 PYTHONMALLOC=malloc \
		$(TESTS) -m 'not whole' $(CHECKED_TESTS)

# the tests of trees that threads share, under ThreadSanitizer; a game in C for each kind of tree is enough
check-threads: install
	$(call copy_tree,$(THREADED))
	cd $(THREADED) && LUDOSOPH_BUILD=thread LUDOSOPH_ONLY="core_ext games/burgundy games/leduc_poker games/catan_cards \
		games/backgammon games/pig games/tic_tac_toe" $(CURDIR)/$(BIN)/python setup.py --quiet build_ext --inplace
	cd $(THREADED) && LD_PRELOAD="$(shell $(CC) -print-file-name=libtsan.so)" \
		TSAN_OPTIONS="halt_on_error=1:exitcode=66:suppressions=$(CURDIR)/tests/core_ext/races.txt" \
		$(CURDIR)/$(BIN)/python -m pytest tests/core_ext/test_tree_threads.py

clean:
	rm -rf build dist *.egg-info $(BUILDS) $(RUNS) $(INSTALLED) $(DOCUMENTS) $(COMPILED)
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -f core_ext/*.so games/*/*.so
	find . -name .venv -prune -o -name __pycache__ -type d -print | xargs rm -rf
