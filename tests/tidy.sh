#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs clang-tidy with the checks of .clang-tidy on the sources changed since REVISION, and fails if it finds something.
# Run tests/clang.sh before.
#   tests/tidy.sh [REVISION | --all]        without one: what the last commit changed
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"

install_packages clang-tidy
cd "$root"
if [ "${1:-}" = --all ]; then
    sources=$(git ls-files 'src/*.cpp' 'ui/*.cpp' 'app/*.cpp')
else
    revision=$(git rev-parse --quiet --verify "${1:-HEAD~1}^{commit}") || { say "tidy: no revision to compare with"; exit 0; }
    sources=$(git diff --name-only --diff-filter=d "$revision" -- 'src/*.cpp' 'ui/*.cpp' 'app/*.cpp')
fi
# The build's list of commands lacks sources for other systems and processors.
known=$(sed -n 's/^  "file": ".*\/\(\(src\|ui\|app\)\/.*\.cpp\)",*$/\1/p' build/clang/compile_commands.json | sort -u)
sources=$(comm -12 <(printf '%s\n' "$sources" | sort -u) <(printf '%s\n' "$known"))
[ -n "$sources" ] || { say "tidy: no source changed"; exit 0; }
printf '%s\n' "$sources" | xargs -P "$(nproc)" -n 1 clang-tidy --quiet --warnings-as-errors='*' -p build/clang 2>/dev/null
say "tidy: nothing found in $(wc -l <<<"$sources") sources"
