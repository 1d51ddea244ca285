#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that code for the operating system is only in src/system/linux, with a twin in src/system/portable that needs
# only the standard library.
#   platform.sh SOURCE_ROOT
set -euo pipefail
cd "$1"
failures=0
wrong() { printf '%s\n' "$*" >&2; failures=$((failures + 1)); }

headers='sys/[a-z]*|linux/[a-z]*|net[a-z]*/.*|arpa/.*|unistd|fcntl|malloc|sched|pthread|poll|dirent|termios|dlfcn|signal|windows|mach/.*'
while read -r line; do
    wrong "$line: a header of the operating system outside src/system/linux"
done < <(grep -rnE "#include <($headers)\.h>" src ui app --include='*.h' --include='*.cpp' --include='*.inc' |
    grep -v '^src/system/linux/' || true)
while read -r line; do
    wrong "$line: what is only for Linux is included elsewhere"
done < <(grep -rnE '#include "system/(linux|portable)/' src ui app | grep -v '^src/system/linux/' || true)

twins=0
for portable in src/system/portable/*.cpp; do
    name=$(basename "$portable" .cpp)
    twins=$((twins + 1))
    [ -e "src/system/linux/$name.cpp" ] || wrong "$portable has no twin in linux/"
done
# A source in linux/ that implements a header of src/system includes that header first.
for linux in src/system/linux/*.cpp; do
    first=$(grep -m1 -oE '#include "[^"]*"' "$linux" || true)
    [[ $first == '#include "system/linux/'* || -e src/system/portable/$(basename "$linux") ]] ||
        wrong "$linux has no twin in portable/"
done
printf '%d twins, %d wrong\n' "$twins" "$failures"
[ "$failures" -eq 0 ] && [ "$twins" -gt 0 ]
