# Two commands matter to a newcomer: `make run` and `make test`. Both set up what they need.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
ARGS ?=

.PHONY: run test e2e sdk check bench bench-quality build docs clean

$(VENV)/.ready: pyproject.toml
	$(PYTHON) scripts/venv.py $(VENV)
	touch $@

run: $(VENV)/.ready
	$(BIN)/python -m holdfast.tour $(ARGS)

test: $(VENV)/.ready
	$(BIN)/python -m pytest -n auto $(ARGS)

e2e: $(VENV)/.ready
	$(BIN)/python -m pytest -n 2 tests/e2e/hosts $(ARGS)

SDK_VENV ?= .venv-sdk
SDKS = claude-agent-sdk,copilot-sdk,google-adk,langgraph,openai-agents,pydantic-ai

$(SDK_VENV)/.ready: pyproject.toml
	$(PYTHON) scripts/venv.py $(SDK_VENV) sdk $(SDKS)
	touch $@

sdk: $(SDK_VENV)/.ready
	$(SDK_VENV)/bin/python -m pytest -p no:asyncio -W ignore tests/e2e/sdk $(ARGS)

check: $(VENV)/.ready
	$(BIN)/python scripts/check.py

bench: $(VENV)/.ready
	$(BIN)/python -m bench $(ARGS)

bench-quality: $(VENV)/.ready
	$(BIN)/python -m bench.quality --write docs/quality.md $(ARGS)

docs: $(VENV)/.ready
	$(BIN)/python scripts/docs.py

build: $(VENV)/.ready
	$(BIN)/python -m pip wheel --no-deps --wheel-dir dist .

clean:
	rm -rf $(VENV) $(SDK_VENV) dist build
