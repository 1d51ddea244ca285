# SPDX-License-Identifier: GPL-3.0-or-later
# `cpack -G DEB` in the build folder makes a Debian package of everything that `cmake --install` installs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME phasor)
set(CPACK_PACKAGE_VENDOR Phasor)
set(CPACK_PACKAGE_CONTACT "Phasor maintainers <maintainers@phasor.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "interactive laboratory for positional encodings")
set(CPACK_PACKAGE_DESCRIPTION "Phasor shows what position does inside a transformer. Type a sentence, drag a slider,
and watch every stage between the token and the attention score change: embedding,
scale, positional encoding, dropout, queries and keys. It exports tables and figures
from the window and from the command line.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(PHASOR_PACKED_RELOCATIONS)
    set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= 2.36)") # required by the loader, but by no symbol of the program
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, fonts-dejavu-core")
include(CPack)
