#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Lists C++ files, new ones included, that clang-format 14 (Debian 12's) would change, and lines of src, ui and app in
# .def and .py files that are longer than 120 columns; fails if there are any.
#   tests/format.sh [--fix]        --fix rewrites them
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"

cd "$root"
long=$(git ls-files --cached --others --exclude-standard -- 'src/*.def' 'src/*.py' 'ui/*.def' 'ui/*.py' 'app/*.py' |
    LC_ALL=C.UTF-8 xargs awk 'length($0) > 120 { print FILENAME ":" FNR }')
[ -z "$long" ] || { say "longer than 120 columns:"; echo "$long" >&2; exit 1; }

install_packages clang-format-14 || { say "there is no clang-format 14 here: C++ is not checked"; exit 0; }
cxx_files() { git ls-files -z --cached --others --exclude-standard -- '*.cpp' '*.h'; }
if [ "${1:-}" = --fix ]; then
    cxx_files | xargs -0 clang-format-14 -i
    exit 0
fi
if ! report=$(cxx_files | xargs -0 clang-format-14 --dry-run -Werror 2>&1); then
    say "not formatted; tests/format.sh --fix rewrites these:"
    sed -n 's/^\(.*\):[0-9]*:[0-9]*: error: .*/\1/p' <<<"$report" | sort -u >&2
    exit 1
fi
