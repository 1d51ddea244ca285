#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs missing packages, builds everything, runs every test with CTest and prints the totals.
#   tests/run.sh [CTEST ARGUMENTS…]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"

install_packages "${build_packages[@]}" ccache xvfb xauth openbox xdotool x11-utils librandom123-dev \
    libbenchmark-dev librapidcheck-dev qt6-l10n-tools
install_packages python3-torch python3-numpy || say "the scripts for notebooks are not run"
build all
export QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8
ctest --test-dir "$root/build/release" --output-on-failure --no-tests=error -j "$(nproc)" "$@"
