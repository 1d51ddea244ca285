# SPDX-License-Identifier: GPL-3.0-or-later
# Parts of scripts that `phasor code` writes (src/encodings/notebookcode.h says what LIB, ARRAY, JOIN and CAST are).
# %% bias
# Sandwich: bias [heads, n, n].
n = len(ids)
width = d_model // heads
distance = LIB.arange(n).CAST(LIB.float64)
omega = 10000.0 ** (-2 * LIB.arange(1, width // 2 + 1).CAST(LIB.float64) / width)
fall = -2 * (LIB.sin(distance[:, None] * omega / 2) ** 2).sum(1)  # the sum of cosines less width / 2
places = abs(LIB.arange(n)[:, None] - LIB.arange(n)[None, :])
bias = LIB.stack([(0 + fall / (8 * (h + 1) / heads)).CAST(LIB.float32)[places] for h in range(heads)])
