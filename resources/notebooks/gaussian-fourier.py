# SPDX-License-Identifier: GPL-3.0-or-later
# Parts of scripts that `phasor code` writes (src/encodings/notebookcode.h says what LIB, ARRAY, JOIN and CAST are).
# B is drawn before; SINES is part `sines` of sinusoidal.py.
# %% table

getcontext().prec = 70
turns = [Decimal(float(b)) / max_len % 1 for b in B[:, 0]]
SINES
pe = JOIN([sine(whole + 0.25), sine(whole), LIB.zeros((max_len, WIDTH % 2))], 1).CAST(LIB.float32)
