#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a release of HEAD in build/releases: source archive and Debian package. Checks both on a fresh Debian 12, the
# archive also on a fresh Debian 13; then sets the tag v<version>. CMakeLists.txt has the version.
#   tests/release.sh [--no-tag]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"
cd "$root"

version=$(sed -n 's/^project(phasor VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
wrong() { say "release $version: $*"; exit 1; }
[ -z "$(git status --porcelain)" ] || wrong "commit what has changed first"
grep -q "^## $version" CHANGELOG.md || wrong "CHANGELOG.md has no section \"## $version\""
grep -q "<release version=\"$version\"" resources/desktop/*.metainfo.xml || wrong "the metainfo does not name it"
! git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null || wrong "the tag v$version is there already"

mkdir -p build/releases
archive=$root/build/releases/phasor-$version.tar.gz
git archive --format=tar --prefix="phasor-$version/" HEAD | gzip -9n > "$archive"
say "$archive"

# The archive for its users: the program is built, draws, is installed and runs.
try_archive() (
    source tests/fresh.sh
    fresh "$1"
    tar -C "$fresh/root" -xzf "$archive"
    inside bash -c "cd /root/phasor-$version && app/run.sh figure --view heatmap --out heatmap.png && [ -s heatmap.png ] &&
        cmake --install build/release --prefix /usr/local && /usr/local/bin/phasor --version" | grep -F "$version"
    say "$archive builds, draws and installs on $1"
)
install_packages debootstrap
for suite in bookworm trixie; do try_archive "$suite"; done

# The package, made from the archive, not from this folder.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -C "$work" -xzf "$archive"
"$work/phasor-$version/tests/package.sh"
cp "$work/phasor-$version"/build/package/*.deb build/releases/

[ "${1:-}" = --no-tag ] || git tag -a "v$version" -m "Phasor $version"
say "release $version: $(ls build/releases | tr '\n' ' ')"
