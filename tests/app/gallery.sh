#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Draws every view of every scheme with its sentence below it, for looking at; prints why a view does not apply.
#   tests/app/gallery.sh PROGRAM FOLDER [THEME]        PROGRAM: build/release/app/phasor
set -euo pipefail
program=$1 folder=$2 theme=${3:-light}
mkdir -p "$folder"

ids() { "$program" list "$1" --json | sed -n 's/^    "id": "\([^"]*\)".*/\1/p'; }

views=$(ids views)
for scheme in $(ids schemes); do
    length=(--max-len 196)
    case $scheme in grid-*) length=() ;; esac # as many positions as cells
    for view in $views; do
        said=$("$program" figure --scheme "$scheme" --view "$view" "${length[@]}" --d-model 64 --size 800x600px --caption \
            --text 'the cat sat on the mat' --theme "$theme" --out "$folder/$scheme-$view.png" 2>&1) ||
            printf '%s, %s: %s\n' "$scheme" "$view" "${said#phasor: error: --scheme: }"
    done
done
