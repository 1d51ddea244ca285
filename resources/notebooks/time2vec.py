# SPDX-License-Identifier: GPL-3.0-or-later
# Parts of scripts that `phasor code` writes (src/encodings/notebookcode.h says what LIB, ARRAY, JOIN and CAST are).
# w0, b0, w, b are drawn before; SINES is part `sines` of sinusoidal.py.
# %% table

getcontext().prec = 70
two_pi = Decimal("6.283185307179586476925286766559005768394338798750211641949889184615633")
turns = [Decimal(float(x)) / two_pi % 1 for x in w[0]]
phases = ARRAY([float(Decimal(float(x)) / two_pi % 1) for x in b], dtype=LIB.float64)
SINES
linear = positions.CAST(LIB.float64) * float(w0[0, 0]) + float(b0[0])
pe = JOIN([ORDER], 1).CAST(LIB.float32)
