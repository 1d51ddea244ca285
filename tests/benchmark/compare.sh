#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares Phasor with PyTorch, NumPy and matplotlib on the same work, in one run: medians and ratios (see compare.py).
# Not a test: no time is checked. Takes a minute or two; builds the program if needed.
#   tests/benchmark/compare.sh [--json] [--rounds N]        PYTHON=/usr/bin/python3 has the peers
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../../app/setup.sh
source "$here/../../app/setup.sh"
python=${PYTHON:-/usr/bin/python3}

if ! command -v "$python" >/dev/null; then
    say "$python is missing; apt-get install python3 python3-torch python3-numpy python3-matplotlib"
    exit 1
fi
phasor=${root:?}/build/release/app/phasor
if [ ! -x "$phasor" ]; then
    (install_packages "${build_packages[@]}" && build phasor)
fi
exec "$python" "$here/compare.py" --phasor "$phasor" "$@"
