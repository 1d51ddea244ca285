#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the tables beside this script, 0xffRRGGBB, from matplotlib's color tables (Debian 12: python3-matplotlib 3.6.3),
and prints which maps are safe for color-blind eyes (src/raster/colormaps.cpp has them as a list).

Needed only to change the list of maps:  /usr/bin/python3 resources/colormaps/make_colormaps.py
The program itself needs neither Python nor matplotlib.
"""

import pathlib

import matplotlib
import numpy

# id, matplotlib's name. Diverging ones run from negative (cold) to positive (warm).
MAPS = {"viridis": "viridis", "cividis": "cividis", "magma": "magma", "grey": "gray", "RdBu": "RdBu_r", "coolwarm": "coolwarm",
        "PuOr": "PuOr_r"}

# Colour vision deficiency of full severity, linear RGB: Machado, Oliveira, Fernandes, IEEE TVCG 15(6), 2009.
DEFICIENCIES = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


XYZ = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]  # of linear sRGB


def table(name):
    """256 x 3 bytes, rounded: matplotlib's own bytes=True cuts the fraction off."""
    return numpy.rint(matplotlib.colormaps[name].resampled(256)(numpy.arange(256))[:, :3] * 255).astype(numpy.uint8)


# Dark in the center, for a dark ground: sRGB at equal distances, between them linear in L*a*b*.
DARK = {"RdBu-dark": ["b5e0ff", "2c72ac", "26292d", "bc5338", "ffd2b0"]}


def interpolated(stops):
    """256 x 3 bytes through these colors."""
    rgb = numpy.array([[int(stop[i:i + 2], 16) for i in (0, 2, 4)] for stop in stops])
    points = lab(linear(rgb))
    at = numpy.linspace(0, len(stops) - 1, 256)
    colors = numpy.stack([numpy.interp(at, range(len(stops)), points[:, i]) for i in range(3)], axis=1)
    f = numpy.stack([(colors[:, 0] + 16) / 116 + colors[:, 1] / 500, (colors[:, 0] + 16) / 116,
                     (colors[:, 0] + 16) / 116 - colors[:, 2] / 200], axis=1)
    xyz = numpy.where(f > 6 / 29, f ** 3, 3 * (6 / 29) ** 2 * (f - 4 / 29)) * [0.95047, 1.0, 1.08883]
    plain = xyz @ numpy.linalg.inv(numpy.array(XYZ)).T
    encoded = numpy.where(plain <= 0.0031308, 12.92 * plain, 1.055 * numpy.abs(plain) ** (1 / 2.4) - 0.055)
    return numpy.rint(numpy.clip(encoded, 0, 1) * 255).astype(numpy.uint8)


def linear(rgb):
    c = rgb / 255.0
    return numpy.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(rgb_linear):
    """CIE L*a*b* (D65) of linear sRGB."""
    xyz = rgb_linear @ numpy.array(XYZ).T
    t = xyz / numpy.array([0.95047, 1.0, 1.08883])
    f = numpy.where(t > (6 / 29) ** 3, numpy.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return numpy.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1)


def color_blind_safe(rgb):
    """Any two colours a quarter of the map apart differ by more than 10 (CIE 1976) for each kind of colour blindness."""
    for matrix in DEFICIENCIES.values():
        seen = lab(numpy.clip(linear(rgb) @ numpy.array(matrix).T, 0, 1))
        for i in range(256):
            if numpy.linalg.norm(seen[i + 64:] - seen[i], axis=1).min(initial=100) <= 10:
                return False
    return True


def main():
    tables = {identifier: table(name) for identifier, name in MAPS.items()}
    tables |= {identifier: interpolated(stops) for identifier, stops in DARK.items()}
    for identifier, rgb in tables.items():
        values = [f"0xff{r:02x}{g:02x}{b:02x}" for r, g, b in rgb]
        rows = [",".join(values[i:i + 8]) for i in range(0, 256, 8)]
        pathlib.Path(__file__).with_name(identifier + ".csv").write_text(",\n".join(rows) + "\n", encoding="ascii")
        print(identifier, "safe" if color_blind_safe(rgb) else "not safe")


if __name__ == "__main__":
    main()
