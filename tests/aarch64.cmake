# SPDX-License-Identifier: GPL-3.0-or-later
# Cross compilation with Debian's compiler. PHASOR_AARCH64_ROOT has Debian's packages for arm64; programs run under
# QEMU. tests/aarch64.sh makes that folder and uses this file.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(PHASOR_AARCH64_ROOT "${CMAKE_CURRENT_LIST_DIR}/../build/aarch64-root" CACHE PATH "Root of a Debian for arm64")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PHASOR_AARCH64_ROOT)
file(REAL_PATH "${PHASOR_AARCH64_ROOT}" CMAKE_SYSROOT)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L ${CMAKE_SYSROOT})

set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(QT_HOST_PATH /usr CACHE PATH "moc and its like must run here")
set(QT_HOST_PATH_CMAKE_DIR /usr/lib/${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu/cmake CACHE PATH "")
