#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares what PROGRAM puts out with what the committed hashes say; see corpus.py for the rest of the options.
#   tests/corpus/run.sh PROGRAM [OPTIONS]        PROGRAM: build/release/app/phasor
set -euo pipefail
exec python3 "$(dirname "$0")/corpus.py" "$@"
