# SPDX-License-Identifier: GPL-3.0-or-later
# Libraries for the chosen options. All missing ones are named together, each with its Debian package.
set(missing)

# phasor_package(Qt6 "Qt 6.4 or later" qt6-base-dev 6.4 COMPONENTS Core): find_package, with the text if it fails.
macro(phasor_package name title debian)
    find_package(${name} ${ARGN} QUIET)
    if(NOT ${name}_FOUND)
        list(APPEND missing "${title}: Debian package ${debian}")
    endif()
endmacro()

# phasor_library(sleef sleef.h libsleef-dev): the target phasor::sleef for a library without a CMake package.
# Not by pkg-config: Debian 13's file for SentencePiece requires a library that SentencePiece does not need.
function(phasor_library name header debian)
    find_path(PHASOR_${name}_HEADERS ${header})
    find_library(PHASOR_${name}_LIBRARY ${name})
    mark_as_advanced(PHASOR_${name}_HEADERS PHASOR_${name}_LIBRARY)
    if(NOT PHASOR_${name}_HEADERS OR NOT PHASOR_${name}_LIBRARY)
        set(missing ${missing} "${name} (${header}): Debian package ${debian}" PARENT_SCOPE)
        return()
    endif()
    add_library(phasor::${name} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(phasor::${name} PROPERTIES IMPORTED_LOCATION ${PHASOR_${name}_LIBRARY}
        INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${PHASOR_${name}_HEADERS})
endfunction()

find_package(Threads REQUIRED)
phasor_package(TBB "oneTBB" libtbb-dev)
phasor_package(Eigen3 "Eigen 3.4" libeigen3-dev 3.4 NO_MODULE)
phasor_package(nlohmann_json "nlohmann-json 3.11" nlohmann-json3-dev 3.11)
phasor_package(ZLIB "zlib" zlib1g-dev)
phasor_library(hwy hwy/highway.h libhwy-dev)
phasor_library(sleef sleef.h libsleef-dev)
phasor_library(sentencepiece sentencepiece_processor.h libsentencepiece-dev)
phasor_library(utf8proc utf8proc.h libutf8proc-dev)
if(BUILD_TESTING OR NOT PHASOR_CORE_ONLY)
    phasor_package(Qt6 "Qt 6.4" qt6-base-dev 6.4 COMPONENTS Core)
endif()
if(BUILD_TESTING AND Qt6_FOUND)
    phasor_package(Qt6Test "Qt Test" qt6-base-dev)
endif()
if(NOT PHASOR_CORE_ONLY)
    if(Qt6_FOUND)
        phasor_package(Qt6Widgets "Qt Widgets and what they draw with (EGL, OpenGL)" "qt6-base-dev, libgl-dev")
        phasor_package(Qt6PrintSupport "Qt PrintSupport" qt6-base-dev)
    endif()
    phasor_package(Qt6Svg "Qt SVG" qt6-svg-dev)
    phasor_package(QCustomPlotQt6 "QCustomPlot for Qt 6" libqcustomplot-dev)
    phasor_library(md4c md4c.h libmd4c-dev)
    phasor_library(md4c-html md4c-html.h libmd4c-html0-dev)
    phasor_package(CLI11 "CLI11 2.1" libcli11-dev 2.1)
endif()

if(missing)
    list(JOIN missing "\n  " missing)
    message(FATAL_ERROR "  Missing, or too old:\n  ${missing}") # CMake breaks lines that do not begin with a blank
endif()
