# Everything that a user or CI runs. Needs Python 3.11 or later with venv and pip; installs everything else here.
PYTHON ?= python3
TOOLS := .tools
UV := $(TOOLS)/bin/uv
RUN := $(UV) run --no-sync
OUT ?= runs/demo
# Two cores keep three processes busy: some tests wait for servers, browsers and disks.
WORKERS ?= 3
PROJECTS := pyproject.toml $(wildcard packages/*/pyproject.toml)

# Where it is set, each start of doxa would compile every file again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo local providers plots frames studio test test-train test-wheels test-real test-r test-inspect test-long check bench mutants dist format docs examples notebooks outputs check-outputs pictures site viewer clean

demo: .venv/.demo                ## set up, hear and judge a recorded debate offline, write its report
	.venv/bin/doxa run maternity-ward --out $(OUT)
	.venv/bin/doxa report $(OUT)

providers: $(UV)                 ## install the clients of OpenAI, Anthropic, Google and compatible servers
	$(UV) sync --quiet --frozen --inexact --python $(PYTHON) --extra providers

local: $(UV) | .venv/bin/pip     ## install llama.cpp, and get a small chat model (98 MB) into models/
	$(UV) sync --quiet --frozen --inexact --python $(PYTHON) --extra local
	.venv/bin/python tools/fetch_small_model.py models

plots: $(UV)                     ## install matplotlib, which draws figures
	$(UV) sync --quiet --frozen --inexact --python $(PYTHON) --extra plots

studio: $(UV)                    ## install the studio's server
	$(UV) sync --quiet --frozen --inexact --python $(PYTHON) --extra studio

frames: $(UV)                    ## install pyarrow, which writes Parquet files
	$(UV) sync --quiet --frozen --inexact --python $(PYTHON) --extra frames

test: .venv/.dev                 ## set up, run every test but those of trainings and documents (make check has these)
	tests/install_chromium.sh
	$(RUN) pytest -n $(WORKERS) --dist worksteal --ignore=tests/docs

test-train: $(TOOLS)/train/.ready ## set up torch (2 GB), run the tests of trainings
	$(TOOLS)/train/bin/python -m pytest tests/training/learning

test-wheels: .venv/.dev          ## build wheels of doxa and of new plug-ins, install them alone, use them there
	$(RUN) pytest -n 0 -m wheels tests/distributions tests/conformance

test-real: .venv/.dev            ## get a small chat model (98 MB), let it speak, hear and judge in every system (minutes)
	$(RUN) python tools/fetch_small_model.py models
	$(RUN) pytest -n 0 -m real tests/real

test-r: .venv/.dev               ## install R where there is none (Debian, as root), let it read the tables of runs
	tests/install_r.sh
	$(RUN) pytest -n 0 -m r tests/exports

test-inspect: .venv/.dev $(TOOLS)/inspect/.ready ## install Inspect apart (100 MB), let it read and show logs of runs
	tests/install_chromium.sh
	$(RUN) pytest -n 0 -m inspect tests/exports

test-long: .venv/.dev            ## run the tests that enumerate what `make test` samples, and print found/all (hours)
	$(RUN) pytest -n 2 -m long

check: .venv/.dev                ## check style, types, room order, names, and that generated documentation is up to date
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy
	$(RUN) lint-imports
	$(RUN) python tools/check_names.py
	$(RUN) python tools/write_docs.py --check
	$(RUN) pytest -n 2 tests/docs

bench: .venv/.dev                ## measure the figures of docs/performance.md
	$(RUN) python bench/all.py

mutants: $(TOOLS)/mutants/.ready ## report which small faults in the core rooms the tests notice (an hour)
	PYTHONPATH=tools $(TOOLS)/mutants/bin/python -m mutants

dist: $(UV)                      ## build an sdist and a wheel of every distribution in dist/
	$(UV) build --all-packages --out-dir dist

format: .venv/.dev
	$(RUN) ruff check --fix .
	$(RUN) ruff format .

docs: .venv/.dev                 ## write the generated parts of docs/
	$(RUN) python tools/write_docs.py

outputs: .venv/.dev              ## print which outputs changed (tables, pages, logs), and write their hashes anew
	PYTHONPATH=tests $(RUN) python -m outputs

examples: .venv/.dev             ## put what commands print now into the examples of README and docs/
	-SHOWN=write $(RUN) pytest -n 2 tests/docs/test_examples.py

check-outputs: outputs           ## fail where an output changed whose hash is not committed
	git diff --exit-code tests/outputs

pictures: .venv/.dev             ## take the pictures of README and docs/ anew
	tests/install_chromium.sh
	rm -rf runs/pictures
	$(RUN) python tools/picture_docs.py runs/pictures

notebooks: .venv/.dev            ## run the notebooks of docs/notebooks and keep what they show
	$(RUN) python tools/write_notebooks.py

site: .venv/.site                ## build the documentation site into site/source/html (runs every scenario offline)
	tests/install_chromium.sh
	PYTHONPATH=tools:tests $(RUN) python -m website

viewer:                          ## build the report page (needs npm)
	cd viewer && npm ci && npm run build

clean:                           ## remove what was built; runs and the pictures of the site are kept
	rm -rf .venv $(TOOLS) site/source dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(UV):
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9,<1'

# uv's environments have no pip. Without it, `pip install` in the activated environment would use another one's pip,
# which does not see doxa, and plug-ins would be installed there.
.venv/bin/pip:
	$(PYTHON) -m venv .venv

.venv/.demo: $(UV) $(PROJECTS) uv.lock | .venv/bin/pip
	$(UV) sync --quiet --frozen --inexact --python $(PYTHON)
	@touch $@

.venv/.dev: $(UV) $(PROJECTS) uv.lock | .venv/bin/pip
	$(UV) sync --quiet --frozen --inexact --python $(PYTHON) --group dev
	@touch $@ .venv/.demo

.venv/.site: .venv/.dev
	$(UV) sync --quiet --frozen --inexact --python $(PYTHON) --group dev --group site
	@touch $@

$(TOOLS)/mutants/.ready: $(UV) $(PROJECTS) uv.lock
	UV_PROJECT_ENVIRONMENT=$(TOOLS)/mutants $(UV) sync --quiet --frozen --inexact --python $(PYTHON) --group dev
	$(UV) pip install --quiet --python $(TOOLS)/mutants/bin/python 'cosmic-ray==8.7.*' 'pytest-cov>=7'
	@touch $@

# Torch has an environment of its own, which pip makes: unlike uv, pip reads PIP_FIND_LINKS, which can name a wheel
# without CUDA. Otherwise, PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu saves two gigabytes.
TORCH ?= torch==2.13.*

$(TOOLS)/inspect/.ready:
	$(PYTHON) -m venv $(TOOLS)/inspect
	$(TOOLS)/inspect/bin/python -m pip install --quiet --disable-pip-version-check 'inspect-ai>=0.3.200,<0.4'
	@touch $@

$(TOOLS)/train/.ready: $(PROJECTS)
	$(PYTHON) -m venv $(TOOLS)/train
	$(TOOLS)/train/bin/python -m pip install --quiet --disable-pip-version-check '$(TORCH)' \
		-e packages/models -e . -e 'packages/train[torch]' \
		'pytest>=8.4' 'hypothesis>=6.140' 'pytest-socket>=0.7'
	@touch $@
