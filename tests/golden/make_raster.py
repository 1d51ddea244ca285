#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What matplotlib says of the colour maps: /usr/bin/python3 tests/golden/make_raster.py   (Debian 12: 3.6.3)

Writes tests/golden/raster/colormaps.txt: id, then 256 colours RRGGBB rounded from matplotlib's own float table.
"""

import pathlib

import matplotlib.cm
import matplotlib.colors

NAMES = {"viridis": "viridis", "cividis": "cividis", "magma": "magma", "grey": "gray",
         "RdBu": "RdBu_r", "coolwarm": "coolwarm", "PuOr": "PuOr_r"}


def main():
    lines = []
    for identifier, name in NAMES.items():
        scale = matplotlib.cm.ScalarMappable(matplotlib.colors.Normalize(0, 255), name)
        colours = [matplotlib.colors.to_hex(scale.to_rgba(i)) for i in range(256)]
        lines.append(" ".join([identifier] + [c[1:] for c in colours]))
    out = pathlib.Path(__file__).parent / "raster" / "colormaps.txt"
    out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
