# Each target does its own set-up in .venv, asks nothing, and can be run again at any time.
# KSM_LAB_ARGS and KSM_APP_ARGS are passed to JupyterLab and Voilà, for example `--no-browser`.

PYTHON := .venv/bin/python
# Browsers, servers and clusters share the machine with whatever else runs there: a test that fails
# is run once more, and the summary names it.
PATIENTLY := --reruns 1 --rerun-show-tracebacks

# Each attempt that is kept waits for the disk. What the quick tests keep may be in memory, where there is enough.
IN_MEMORY := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 1000000 {print "TMPDIR=/dev/shm"}')

.DEFAULT_GOAL := help
.PHONY: help lab app site docs check test test-slow lint bench oracle clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | while IFS='|' read -r name what; do \
		printf '%-16s %s\n' "$$name" "$$what"; done

lab: ## open the notebooks in JupyterLab
	@.ci/setup lab,fast
	$(PYTHON) -m ksm_widgets lab $(KSM_LAB_ARGS)

app: ## serve course, rules, explorer, puzzles and games as pages; KSM_APP_ARGS=--share for your tablet
	@.ci/setup lab,fast
	$(PYTHON) -m ksm_widgets app $(KSM_APP_ARGS)

# In its own environment: JupyterLab would take the page's kernel for one that it can start.
site: ## build the app as plain files in build/site, for any web host; KSM_SITE_ARGS=--alone
	@KSM_VENV=.venv-site .ci/setup lite
	.venv-site/bin/python -m ksm_widgets site $(KSM_SITE_ARGS) build/site
	@echo "Serve it: python3 -m http.server --directory build/site, then open http://localhost:8000"

lint: ## run ruff and mypy
	@.ci/setup dev
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy

# Without bytecode every run, and every process that a test starts, would compile everything anew.
check test test-slow: export PYTHONDONTWRITEBYTECODE :=


check: lint ## lint, types and the quick tests, without a browser: before each commit
	$(IN_MEMORY) $(PYTHON) -m pytest -n auto -p no:nbval -m "not long and not slow and not browser" \
		--ignore tests/browser --ignore tests/packaging

# Runs of their own: neither the browser's event loop nor the notebooks' kernels get on with the
# other tests. Browser tests of a file share a server, so they stay together; notebooks go one by
# one, for two kernels that start together may take the same port, and one of them dies. The German
# notebooks do what the English ones do, so they can wait for `make test-slow`.
test: check ## every check that takes minutes at most: check, notebooks, browser
	$(PYTHON) -m pytest --nbval --nbval-current-env --ignore notebooks/de notebooks
	$(PYTHON) -m pytest -n auto --dist loadfile $(PATIENTLY) -m "browser and not slow" \
		--screenshot only-on-failure tests/browser

test-slow: ## the other checks: whole games, attacks, wheel, sdist, documentation, Binder, long runs
	@.ci/setup dev,bench
	$(PYTHON) -m pytest -n auto -p no:nbval --hypothesis-profile many \
		-m "(long or hypothesis) and not slow and not browser" \
		--ignore tests/browser --ignore tests/packaging
	$(PYTHON) -m pytest --nbval --nbval-current-env notebooks/de
	$(PYTHON) -m pytest -n auto --dist loadfile -p no:nbval $(PATIENTLY) \
		--hypothesis-profile many -m "slow and not browser"
	$(PYTHON) -m pytest -n auto --dist loadfile $(PATIENTLY) -m "slow and browser" \
		--screenshot only-on-failure tests/browser

docs: ## build the documentation in build/docs; a broken link is an error
	@.ci/setup docs
	$(PYTHON) -m sphinx --fail-on-warning --keep-going --quiet -c docs . build/docs
	@echo "Open build/docs/index.html"

bench: ## print the benchmarks' tables
	@.ci/setup bench,test
	$(PYTHON) -m benchmarks

oracle: ## compare the solver with brute force, in full; a thousand seeds where tests try a sample
	@.ci/setup dev
	$(PYTHON) -m tests.oracle
	KSM_SEEDS=1000 $(PYTHON) -m pytest -n auto -p no:nbval -m "long or slow" \
		tests/companions tests/course tests/game tests/oracle

clean: ## remove everything the others made, .venv included
	rm -rf .venv .venv-site .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
