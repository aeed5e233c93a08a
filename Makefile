# `make demo` and `make test` set up all they need in this folder, and may be repeated or interrupted
# at any time: an environment counts as ready only when its last installation ran to its end.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

PYTHON ?= python3
JOBS ?= 2

VENV := .venv
FLOOR := .venv-floor
MIDDLE := .venv-middle
CONSTRAINTS := .ci/constraints.txt
# Tests of Spark need its package, which only the environment with the newest DuckDB has, and Java.
NO_SPARK := ROLLOUTDIFF_NO_SPARK='only the environment with the newest DuckDB has it'
NO_JAVA := $(if $(shell command -v java),,ROLLOUTDIFF_NO_SPARK='this machine has no Java')
# Statements, files and warehouses must behave alike on every supported release. Processes that are killed at
# every stage and whole catalogues compared after every act take minutes: test-matrix, which has the whole suite on
# every release, has them, and those that are marked `matrix` only it has.
FLOOR_TESTS := tests/sql tests/warehouse tests/unit/ingest
FLOOR_TESTS += --ignore-glob 'tests/warehouse/test_killed*.py'
FLOOR_TESTS += --ignore tests/warehouse/test_untouched.py

# $(call environment,FOLDER,DUCKDB CONSTRAINTS): a virtual environment with the package, editable.
# FOLDER.unfinished stands beside the folder while it changes; found at the start, the folder is of
# unknown state and made anew. Its time is the start of the installation, so a requirement edited
# meanwhile is newer than the stamp that it becomes.
define environment
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo 'Python 3.11 or newer is needed. Name one: make PYTHON=python3.12 ...' >&2; exit 1; }
	@if [ -e $(1).unfinished ] || ! $(1)/bin/python -m pip --version >/dev/null 2>&1; then \
	    echo 'Creating $(1)' >&2; touch $(1).unfinished; $(PYTHON) -m venv --clear $(1); \
	fi
	@touch $(1).unfinished; echo 'Installing into $(1), which takes a minute or two' >&2
	@$(1)/bin/python -m pip install --quiet --disable-pip-version-check \
	    -c $(CONSTRAINTS) hatchling editables
	@$(1)/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation \
	    -c $(CONSTRAINTS) -c $(2) -e '.[test]'
	@mv $(1).unfinished $(1)/.ready
endef

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20

$(VENV)/.ready: pyproject.toml $(CONSTRAINTS) .ci/duckdb-newest.txt
	$(call environment,$(VENV),.ci/duckdb-newest.txt)

$(FLOOR)/.ready: pyproject.toml $(CONSTRAINTS) .ci/duckdb-floor.txt
	$(call environment,$(FLOOR),.ci/duckdb-floor.txt)

$(MIDDLE)/.ready: pyproject.toml $(CONSTRAINTS) .ci/duckdb-middle.txt
	$(call environment,$(MIDDLE),.ci/duckdb-middle.txt)

$(VENV)/.ready-spark: $(VENV)/.ready
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check \
	    -c $(CONSTRAINTS) -c .ci/duckdb-newest.txt 'pyspark[sql]'
	@touch $@

$(VENV)/.ready-bench: $(VENV)/.ready
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation \
	    -c $(CONSTRAINTS) -c .ci/duckdb-newest.txt -e '.[bench]'
	@touch $@

.PHONY: demo
demo: $(VENV)/.ready ## analyse the bundled run into demo-out/
	@$(VENV)/bin/rolloutdiff demo

.PHONY: test
test: lint test-floor test-full ## lint, type-check, and test on the oldest and the newest DuckDB

.PHONY: lint
lint: $(VENV)/.ready ## ruff and mypy
	$(VENV)/bin/python -m ruff check .
	$(VENV)/bin/python -m ruff format --check .
	$(VENV)/bin/python -m mypy

.PHONY: format
format: $(VENV)/.ready ## let ruff format and sort
	$(VENV)/bin/python -m ruff format .
	$(VENV)/bin/python -m ruff check --fix .

.PHONY: test-floor
test-floor: $(FLOOR)/.ready ## the part of the suite that speaks to DuckDB, on its oldest supported release
	$(FLOOR)/bin/python -m pytest -n $(JOBS) -m 'not matrix' $(FLOOR_TESTS)

.PHONY: test-matrix
test-matrix: $(FLOOR)/.ready $(MIDDLE)/.ready $(VENV)/.ready-spark ## the whole suite on DuckDB 1.4, 1.5 and 2.0
	$(NO_SPARK) $(FLOOR)/bin/python -m pytest -n $(JOBS)
	$(NO_SPARK) $(MIDDLE)/bin/python -m pytest -n $(JOBS)
	$(NO_JAVA) $(VENV)/bin/python -m pytest -n $(JOBS)

.PHONY: test-full
test-full: $(VENV)/.ready-spark ## the suite, on the newest DuckDB
	$(NO_JAVA) $(VENV)/bin/python -m pytest -n $(JOBS) -m 'not matrix'

.PHONY: bench
bench: $(VENV)/.ready-bench ## speed and memory of each stage, against other implementations
	$(VENV)/bin/python -m benchmarks.speed

.PHONY: clean
clean: ## remove environments, caches and the demo's output
	rm -rf $(VENV) $(VENV).unfinished $(FLOOR) $(FLOOR).unfinished $(MIDDLE) $(MIDDLE).unfinished
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist demo-out
	find rolloutdiff tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
