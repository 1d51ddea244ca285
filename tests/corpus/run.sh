#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares PROGRAM's output with the committed hashes; for the other options see corpus.py.
#   tests/corpus/run.sh PROGRAM [OPTIONS]        PROGRAM: build/release/app/phasor
set -euo pipefail
exec python3 "$(dirname "$0")/corpus.py" "$@"
