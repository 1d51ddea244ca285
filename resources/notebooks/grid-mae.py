# SPDX-License-Identifier: GPL-3.0-or-later
# Parts of scripts that `phasor code` writes (src/encodings/notebookcode.h says what LIB, ARRAY, JOIN and CAST are).
# Part `sines` of sinusoidal.py comes between these.
# %% turns
# The table of MAE: PE [max_len, WIDTH], the column of the grid first, then its row.
getcontext().prec = 70
two_pi = Decimal("6.283185307179586476925286766559005768394338798750211641949889184615633")
turns = [Decimal(10000) ** (Decimal(-4 * i) / WIDTH) / two_pi for i in range(WIDTH // 4)]
# %% table

axis = JOIN([sine(whole), sine(whole + 0.25)], 1).CAST(LIB.float32)
cells = LIB.arange(max_len)
pe = JOIN([axis[cells % columns], axis[cells // columns]], 1)
