# SPDX-License-Identifier: GPL-3.0-or-later
# Parts of scripts that `phasor code` writes (src/encodings/notebookcode.h says what LIB, ARRAY, JOIN and CAST are).
# SINES is part `sines` of sinusoidal.py.
# %% table
# The table of DETR: PE [max_len, WIDTH], the row of the grid first, then its column; both count from 1.
getcontext().prec = 70
cells = LIB.arange(max_len)

def axis(length):
    turns = [Decimal(10000) ** (Decimal(-4 * i) / WIDTH) / (length + Decimal("1e-6")) for i in range(WIDTH // 4)]
    SINES
    return LIB.stack([sine(whole), sine(whole + 0.25)], AXIS=2).reshape(length, -1).CAST(LIB.float32)

pe = JOIN([axis(rows)[cells // columns], axis(columns)[cells % columns]], 1)
