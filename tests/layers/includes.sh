#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles one include with the flags of a layer's target. Includes that includes.txt allows must build; those that it
# refuses must fail, because the header isn't found.
#   includes.sh COMPILER FLAGS_FOLDER LAYER…
set -euo pipefail
compiler=$1 flags=$2; shift 2
here=$(dirname "${BASH_SOURCE[0]}")
rules=$here/includes.txt house=$here/../..
failures=0 tried=0

wrong() { printf '%s\n' "$*" >&2; failures=$((failures + 1)); }

while read -r layer allowed header; do
    [[ $layer == \#* || " $* " != *" $layer "* ]] && continue
    tried=$((tried + 1))
    for part in "$house/src" "$house/ui"; do # a missing header would be refused by every layer
        if [ -d "$part/${header%%/*}" ] && ! [ -e "$part/$header" ]; then wrong "$layer: there is no $header"; fi
    done
    if errors=$("$compiler" -std=c++20 -fPIC -fsyntax-only -w @"$flags/$layer.flags" -x c++ - 2>&1 <<<"#include <$header>")
    then
        [ "$allowed" = yes ] || wrong "$layer includes $header, which its row of the architecture forbids"
    elif [ "$allowed" = yes ]; then
        wrong "$layer can't include $header: $errors"
    elif ! grep -qE "$header.*No such file|'$header' file not found|does not link" <<<"$errors"; then
        wrong "$layer: $header fails for another reason: $errors"
    fi
done < "$rules"
printf '%d includes tried, %d wrong\n' "$tried" "$failures"
[ "$failures" -eq 0 ] && [ "$tried" -gt 0 ]
