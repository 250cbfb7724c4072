# Two commands do everything: `make serve` and `make test`. `make help` lists the rest.

PYTHON ?= python3
BIN := .venv/bin
export SOFTLOOKUP_REQUIRE
export NO_MKDOCS_2_WARNING := 1
unexport PYTHONOPTIMIZE

# Tests run in several processes, as many as tests/conftest.py says; libraries that start a thread for each core
# would only stand in their way.
TESTS := OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 \
  $(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

# Where Debian puts it.
EPUBCHECK ?= /usr/share/java/epubcheck.jar

# SOFTLOOKUP_REQUIRE=frameworks installs PyTorch, JAX, ONNX, Keras, Dask, Arrow and nginx too, and insists on their tests.
ALL := $(filter frameworks,$(SOFTLOOKUP_REQUIRE))
READY := .venv/.ready $(if $(ALL),.venv/.frameworks)
DRIVEN := $(if $(ALL),.venv/.browser-and-nginx,.venv/.browser)

.PHONY: serve build pyodide test interpreters numbers accept mutants bench frameworks doctor audit offline book lock clean help

serve: $(READY) ## Build the site and serve it with live reload on http://127.0.0.1:8000
	$(BIN)/python -m softlookup.site.serve $(if $(PORT),--port $(PORT))

build: $(READY) ## Build the site into site/
	$(BIN)/mkdocs build

pyodide: $(READY) ## Fetch what runs Python in the page; builds after it have Run buttons
	$(BIN)/python -m softlookup.engine

test: $(READY) $(DRIVEN) pyodide ## Check everything: style, types, snippets, build, browser
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(TESTS) --ignore tests/test_other_pythons.py

interpreters: $(READY) .venv/.interpreters ## Try the snippets on every Python here, with the oldest and newest NumPy, and build the site at both ends
	$(TESTS) --dist load tests/test_other_pythons.py

numbers: $(READY) ## Rewrite the digits typed in prose after a deliberate change, and show the difference
	$(BIN)/python -m softlookup.renumber

accept: $(READY) ## Accept what the parts of the pages say now, after a deliberate change
	SOFTLOOKUP_FRAMEWORKS=stored $(BIN)/mkdocs build
	$(BIN)/python tests/accepted.py site

mutants: $(READY) ## Plant mistakes, one at a time, and count which ones something notices
	$(BIN)/python -m mutants --store

bench: $(READY) .venv/.browser pyodide ## Measure speed, as ratios in one run
	$(BIN)/python benchmarks/build.py
	$(BIN)/python benchmarks/attention.py
	$(BIN)/python benchmarks/uses.py
	$(BIN)/python benchmarks/one_query.py
	$(BIN)/python benchmarks/memory.py
	$(BIN)/python benchmarks/imports.py
	$(BIN)/python benchmarks/elements.py
	$(BIN)/python benchmarks/python_in_page.py
	$(BIN)/python benchmarks/cluster.py

frameworks: .venv/.frameworks ## Ask PyTorch, JAX, ONNX and Keras again, and store what they answer
	$(BIN)/python benchmarks/frameworks.py

doctor: .venv/.frameworks ## Examine right functions, wrong ones and all mutants again, and store how many the doctor names
	$(BIN)/python benchmarks/doctor.py --store

audit: build .venv/.browser ## Measure every page: weight, axe, search, validator, Lighthouse; and look for known vulnerabilities
	$(BIN)/python -m audit $(TOOLS)

offline: build ## Write a folder and a zip of the site that open without a server, into dist/
	$(BIN)/python -m softlookup.publish.offline site dist

book: build .venv/.browser ## Write the site as a PDF and as an ePub, into dist/
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[book]'
	$(BIN)/python -m softlookup.publish.book site dist "$$($(BIN)/python tests/browser.py --path)"
	$(BIN)/python -m softlookup.publish.epub site dist
	@if [ -f "$(EPUBCHECK)" ]; then java -jar "$(EPUBCHECK)" dist/*.epub; \
	else echo "the ePub was not checked: apt-get install epubcheck, or EPUBCHECK=/path/to/epubcheck.jar"; fi

lock: $(READY) ## Pin every dependency again, with hashes, for every platform
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --quiet \
	  --python-version 3.11.5 --extra site --extra test pyproject.toml --output-file requirements.lock

clean: ## Remove what was built and installed
	rm -rf .venv .cache site dist

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-12s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.venv/.ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11, 5) and "Soft Lookup needs Python 3.11.5 or newer, \
	this is %s: make PYTHON=/path/to/python" % sys.version.split()[0])'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.frameworks: .venv/.ready pyproject.toml
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[frameworks,cluster,anki]'
	@touch $@

.venv/.browser .venv/.browser-and-nginx: .venv/.ready tests/browser.py
	$(BIN)/python tests/browser.py
	@touch $@

.venv/.interpreters: .venv/.ready tests/interpreters.py
	$(BIN)/python tests/interpreters.py
	@touch $@
