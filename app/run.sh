#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs missing packages, builds what is out of date, then runs `phasor ARGS…` in the caller's folder.
set -euo pipefail
here=$PWD
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

install_packages "${build_packages[@]}"
build phasor
cd "$here"
phasor=$root/build/release/app/phasor

if [ $# -gt 0 ] || [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
    exec "$phasor" "$@"
fi

say "there is no display: rendering the gallery, every view at its defaults, into $root/figures"
mkdir -p "$root/figures"
declare -A scheme=([mosaic]=grid-mae [heads]=alibi) # of views that mean nothing for the sinusoid
for view in $("$phasor" list views --json | sed -n 's/.*"id": "\([^"]*\)".*/\1/p'); do
    for format in png pdf; do
        "$phasor" figure --view "$view" --scheme "${scheme[$view]:-sinusoidal}" --out "$root/figures/$view.$format"
        say "figures/$view.$format"
    done
done
