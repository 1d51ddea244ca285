#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes every text that a user reads into .ts files for Qt Linguist; translations that a file has already are kept.
#   resources/translations/update.sh FILE.ts…
# Needs lupdate of Qt 6 (Debian: qt6-l10n-tools); LUPDATE names another one.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
lupdate=${LUPDATE:-/usr/lib/qt6/bin/lupdate}
[ $# -gt 0 ] || { echo "usage: $0 FILE.ts…" >&2; exit 2; }
[ -x "$lupdate" ] || { echo "no lupdate at $lupdate; install qt6-l10n-tools" >&2; exit 3; }

# lupdate wants a context beside each text. The core's WORDS have none, so that they are read from a copy in which it
# is written in.
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r "$root/src" "$root/ui" "$copy"
cp "$root/app/window.cpp" "$copy/ui"
find "$copy" -name '*.cpp' -o -name '*.h' -o -name '*.def' | xargs sed -i 's/\bWORDS(/QT_TRANSLATE_NOOP("Core", /g'
# The titles and sentences of the presets; JSON and C++ escape a text alike.
cat "$root"/resources/presets/*.json \
    | sed -En 's/^ *"(title|says|source)": ("([^"\\]|\\.)*").*/const char* t = QT_TRANSLATE_NOOP("Presets", \2);/p' \
    > "$copy/ui/presets.cpp"

find "$copy" -name '*.cpp' -o -name '*.h' -o -name '*.def' | sort > "$copy/files"
targets=()
for file in "$@"; do targets+=("$(realpath -m "$file")"); done
# The include paths are those of the build: contexts are the full names of classes.
"$lupdate" -locations none -silent -I "$copy" -I "$copy/src" -I "$copy/ui" "@$copy/files" -ts "${targets[@]}"
