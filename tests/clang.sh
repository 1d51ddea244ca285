#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the program with Clang, each source by itself without precompiled headers; warnings are errors. So a source
# that does not include what it uses fails here.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"

install_packages "${build_packages[@]}" clang
cd "$root"
cmake --preset clang -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF >&2
log=$(cmake --build build/clang 2>&1) || { printf '%s\n' "$log" >&2; exit 1; }
say "built with $(clang++ --version | head -n 1)"
