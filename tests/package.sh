#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the Debian package as a user would (no tests, no ccache) and tries it on a fresh Debian 12 in a chroot: it
# installs with its dependencies, runs, draws a figure and leaves no files. Needs root and a Debian mirror.
#   tests/package.sh [PACKAGE.deb]        with a package: only the chroot
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"
source "$root/tests/fresh.sh"

install_packages "${build_packages[@]}" debootstrap dpkg-dev desktop-file-utils appstream lintian
cd "$root"
desktop-file-validate resources/desktop/io.github.phasor.Phasor.desktop
appstreamcli validate --no-net resources/desktop/io.github.phasor.Phasor.metainfo.xml

package=${1:-}
if [ -z "$package" ]; then
    cmake -S . -B build/package -G Ninja -DBUILD_TESTING=OFF -DCMAKE_INSTALL_PREFIX=/usr >&2
    ninja -C build/package >&2
    (cd build/package && rm -f -- *.deb && cpack -G DEB >&2)
    package=$(ls build/package/*.deb)
fi
dpkg-deb --info "$package"
dpkg-deb --contents "$package"
lintian --fail-on error "$package"

fresh bookworm
cp "$package" "$fresh/root/phasor.deb"
inside apt-get update -q >&2
inside apt-get install -q -y --no-install-recommends /root/phasor.deb >&2
inside phasor list schemes
inside phasor figure --view heatmap --out /root/heatmap.png
[ -s "$fresh/root/heatmap.png" ]
for file in applications/io.github.phasor.Phasor.desktop metainfo/io.github.phasor.Phasor.metainfo.xml \
    icons/hicolor/scalable/apps/io.github.phasor.Phasor.svg mime/packages/io.github.phasor.Phasor.xml \
    bash-completion/completions/phasor zsh/vendor-completions/_phasor fish/vendor_completions.d/phasor.fish \
    man/man1/phasor.1.gz doc/phasor/copyright; do
    inside dpkg-query -S "/usr/share/$file"
done
inside apt-get purge -q -y phasor >&2
left=$(find "$fresh/usr" -iname '*phasor*')
[ -z "$left" ] || { say "left behind: $left"; exit 1; }
say "$package installs, runs and leaves nothing behind"
