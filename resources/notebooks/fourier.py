# SPDX-License-Identifier: GPL-3.0-or-later
# Parts of scripts that `phasor code` writes (src/encodings/notebookcode.h says what LIB, ARRAY, JOIN and CAST are).
# SINES is part `sines` of sinusoidal.py.
# %% table
# NeRF's encoding of x = position / max_len: PE [max_len, WIDTH].
getcontext().prec = 70
two_pi = Decimal("6.283185307179586476925286766559005768394338798750211641949889184615633")
turns = [Decimal(2) ** k / max_len / UNIT % 1 for k in range(octaves)]
SINES
waves = LIB.stack([sine(whole), sine(whole + 0.25)], AXIS=2).reshape(max_len, -1)
waves = waves * (abs(waves) > 1e-12) + 0  # those of whole turns are 0
x = (positions / max_len)[:, :INPUTS]
pe = JOIN([x, waves, LIB.zeros((max_len, WIDTH - COLUMNS))], 1).CAST(LIB.float32)
