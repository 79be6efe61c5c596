# Pizza Table. `make` alone lists the targets.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
comma := ,
OPENCV_LIBS := libxcb1 libgl1 libglib2.0-0
TEST_PACKAGES := chromium fonts-noto-color-emoji qemu-system-x86 xz-utils binutils
# A Pi takes the camera and the GPIO library from Debian.
PI := $(shell grep -ls '^Raspberry Pi' /proc/device-tree/model)
PI_PACKAGES := python3-picamera2 python3-lgpio

.PHONY: help run test lint types contracts unit bench clean

help:  ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# As in the systemd unit: the eyes multiply small matrices, which more threads do not speed up.
run bench: export OPENBLAS_NUM_THREADS := 1

run: $(VENV)/installed  ## Start the table (simulated where there is no Pi) on http://localhost:8000
	@$(BIN)/pizza-table run

test: $(VENV)/installed-test $(VENV)/system-test lint types contracts unit  ## Run every check and test

lint: $(VENV)/installed-test  ## Check format and style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/installed-test  ## Check types
	$(BIN)/mypy

contracts: $(VENV)/installed-test  ## Check who imports whom
	$(BIN)/lint-imports

unit: $(VENV)/installed-test  ## Run the tests
	$(BIN)/python -m pytest --durations=10

bench: $(VENV)/installed-bench  ## Measure, and print the tables
	$(BIN)/python -m tests.bench

clean:  ## Remove the environment and everything built
	rm -rf $(VENV) build dist var server/static/vendor .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Pizza Table needs Python 3.11 or newer; run: make PYTHON=python3.11 (or newer)"; exit 1; }
	@$(PYTHON) -m venv $(if $(PI),--system-site-packages) $(VENV) \
	  || { echo "Python cannot make an environment here; run: sudo apt-get install python3-venv"; rm -rf $(VENV); exit 1; }

$(VENV)/installed: $(VENV)/bin/python pyproject.toml server/package-lock.json server/build_vendor.py
	$(if $(PI),@hardware/apt.sh $(PI_PACKAGES))
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.$(if $(PI),[pi])'
	@$(BIN)/python -c 'import cv2' 2>/dev/null || hardware/apt.sh $(OPENCV_LIBS)
	@touch $@

$(VENV)/installed-test: $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[$(if $(PI),pi$(comma))test]'
	@touch $@

$(VENV)/installed-bench: $(VENV)/installed-test
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[$(if $(PI),pi$(comma))test,bench]'
	@touch $@

$(VENV)/system-test: $(VENV)/installed-test Makefile
	@hardware/apt.sh $(TEST_PACKAGES)
	@touch $@
