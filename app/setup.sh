# SPDX-License-Identifier: GPL-3.0-or-later
# Packages, configuration and build for app/run.sh and tests/run.sh, which source this file. Reports on stderr.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

build_packages=(g++ cmake ninja-build qt6-base-dev qt6-svg-dev libqcustomplot-dev libeigen3-dev libboost-dev libhwy-dev
    libtbb-dev libcli11-dev nlohmann-json3-dev libsentencepiece-dev libsleef-dev libutf8proc-dev libmd4c-dev
    libmd4c-html0-dev libgif-dev zlib1g-dev fonts-dejavu-core)

say() { printf 'phasor: %s\n' "$*" >&2; }

# Installs the named Debian packages that are missing.
install_packages() {
    local missing=() package
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        [ -e "$root/build/release/build.ninja" ] && return 0
        say "not Debian: install what these packages of Debian 13 hold, then run this again: $*"
        # CMake itself will name the missing ones.
        command -v cmake >/dev/null && command -v ninja >/dev/null
        return
    fi
    for package in "$@"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "please install as root: apt-get install ${missing[*]}"
            return 1
        fi
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    "${as_root[@]}" apt-get update -q >&2
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}" >&2
}

# build TARGET…: configures the first time, then builds what is out of date.
build() {
    cd "$root"
    if [ ! -e build/release/build.ninja ]; then
        say "configuring"
        cmake --preset release >&2
    fi
    # Prints nothing if all is built: a second start takes well under a second.
    ninja -C build/release -n "$@" | grep -q 'no work to do' && return 0
    say "building"
    compile "$@" && return 0
    # A name used by two files of a batch is an error. Then compile each file by itself.
    grep -q '^PHASOR_UNITY:BOOL=ON' build/release/CMakeCache.txt || return 1
    local errors
    errors=$(ninja -C build/release "$@" 2>&1 || true)
    grep -qE 'error: .*(redefinition|redeclar|ambiguous|conflict)' <<<"$errors" || return 1
    say "once more, each file by itself"
    cmake -DPHASOR_UNITY=OFF build/release >&2
    compile "$@"
}

# Shows Ninja's progress on a terminal, otherwise its output after a failure.
compile() {
    local log
    if [ -t 2 ]; then
        ninja -C build/release "$@" >&2
    else
        log=$(ninja -C build/release "$@" 2>&1) || { printf '%s\n' "$log" >&2; return 1; }
    fi
}
