# Each target does all of its own set-up in .venv, asks nothing, and may be run again at any time.
# KSM_LAB_ARGS and KSM_APP_ARGS are handed on to JupyterLab and Voilà, say `--no-browser`.

PYTHON := .venv/bin/python
# Browsers, servers and clusters share the machine with whatever else runs there: what fails is
# tried once more, and the summary tells it.
PATIENTLY := --reruns 1 -rR

.DEFAULT_GOAL := help
.PHONY: help lab app site docs test test-slow lint bench oracle clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | while IFS='|' read -r name what; do \
		printf '%-16s %s\n' "$$name" "$$what"; done

lab: ## the notebooks in JupyterLab
	@.ci/setup lab,fast
	$(PYTHON) -m ksm_widgets lab $(KSM_LAB_ARGS)

app: ## course, rules, explorer and puzzles as pages without code; KSM_APP_ARGS=--share for the tablet
	@.ci/setup lab,fast
	$(PYTHON) -m ksm_widgets app $(KSM_APP_ARGS)

# In an environment of its own: JupyterLab would take the page's kernel for one of its own.
site: ## all of it as plain files in build/site, for a host without Python; KSM_SITE_ARGS=--alone
	@KSM_VENV=.venv-site .ci/setup lite
	.venv-site/bin/python -m ksm_widgets site $(KSM_SITE_ARGS) build/site
	@echo "Serve it: python3 -m http.server --directory build/site, then open http://localhost:8000"

lint: ## ruff and mypy
	@.ci/setup dev
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy

# Three runs: neither the browser's event loop nor the notebooks' kernels go with the other tests.
# As many run at once as there are cores, those of a file that share a server together; notebooks one
# by one, for two kernels that begin at once may take the same port, and one of them dies.
test: lint ## every check that is quick: lint, tests, notebooks, browser
	$(PYTHON) -m pytest -n auto
	$(PYTHON) -m pytest --nbval --nbval-current-env notebooks
	$(PYTHON) -m pytest -n auto --dist loadfile $(PATIENTLY) -m "browser and not slow" \
		--screenshot only-on-failure tests/browser

test-slow: ## the checks that take longer: wheel, sdist, pages, Binder, long runs
	@.ci/setup dev,bench
	$(PYTHON) -m pytest $(PATIENTLY) -m "slow and not browser"
	$(PYTHON) -m pytest $(PATIENTLY) -m "slow and browser" \
		--screenshot only-on-failure tests/browser

docs: ## the pages about all of it, in build/docs; a broken link is an error
	@.ci/setup docs
	$(PYTHON) -m sphinx --fail-on-warning --keep-going --quiet -c docs . build/docs
	@echo "Open build/docs/index.html"

bench: ## the benchmarks' tables
	@.ci/setup bench,test
	$(PYTHON) -m benchmarks

oracle: ## the solver against brute force, in full
	@.ci/setup dev
	$(PYTHON) -m tests.oracle

clean: ## remove all that the others made, .venv included
	rm -rf .venv .venv-site .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
