#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the core for aarch64 on Debian 12 for x86-64 and runs its tests under QEMU, expecting the same bits. Packages
# for arm64 go to build/aarch64-root; this machine's stay unchanged. Takes an hour or two.
#   tests/aarch64.sh [CTEST ARGUMENTS…]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"

install_packages "${build_packages[@]}" ccache g++-aarch64-linux-gnu qemu-user-static mmdebstrap librandom123-dev
foreign=$root/build/aarch64-root
if [ ! -e "$foreign/usr/include" ]; then
    say "unpacking arm64 packages"
    mkdir -p "$root/build"
    rm -rf "$foreign"
    mmdebstrap --variant=extract --architectures=arm64 \
        --include=libc6-dev,libstdc++-12-dev,libhwy-dev,libtbb-dev,libsleef-dev,libsentencepiece-dev,libutf8proc-dev,zlib1g-dev,qt6-base-dev,libeigen3-dev,libboost-dev,nlohmann-json3-dev \
        --include=libzip-dev,librandom123-dev bookworm "$foreign" >&2
fi
cd "$root"
cmake --preset aarch64 >&2
ninja -C build/aarch64
QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8 ctest --preset aarch64 -j "$(nproc)" "$@"
