# SPDX-License-Identifier: GPL-3.0-or-later
# Parts of scripts that `phasor code` writes (src/encodings/notebookcode.h says what LIB, ARRAY, JOIN and CAST are).
# `sines` has a relative error of float64 also where a sine is near 0.
# %% exact
# Positional encoding PE [max_len, WIDTH], correctly rounded: the angles are kept in turns, modulo 1, in two parts.
getcontext().prec = 70
two_pi = Decimal("6.283185307179586476925286766559005768394338798750211641949889184615633")
turns = [Decimal(base) ** (EXPONENT) / two_pi % 1 for i in range(PAIRS)]
# %% sines
head = ARRAY([int(t * 2**32) for t in turns], dtype=LIB.int64)
tail = ARRAY([float(t % Decimal(0.5**32)) for t in turns], dtype=LIB.float64)
positions = LIB.arange(POSITIONS)[:, None]
whole = (positions * head % 2**32).CAST(LIB.float64) / 2**32
rest = positions * tail

def sine(turns):
    halves = (2 * turns).round()
    return LIB.sin(2 * math.pi * (turns - halves / 2 + rest)) * (1 - 2 * (halves % 2))

# %% torch
# Positional encoding PE [max_len, WIDTH], every step in TYPE.
torch.set_num_threads(1)  # more threads cut the vectors elsewhere, which changes last bits
positions = torch.arange(POSITIONS).to(torch.TYPE)[:, None]
div_term = torch.exp(torch.arange(STEPS).to(torch.TYPE) * (FACTOR))
sines, cosines = torch.sin(positions * div_term), torch.cos(positions * div_term)
# %% torch-float16
# Positional encoding PE [max_len, WIDTH], every step in float16: computed in float32 and rounded, as CPUs do.
torch.set_num_threads(1)  # more threads cut the vectors elsewhere, which changes last bits
ROUNDING
positions = torch.arange(POSITIONS).to(torch.float16)[:, None].float()
exponents = torch.arange(STEPS).to(torch.float16) * (FACTOR)
angles = rounded(positions * rounded(torch.exp(exponents.float())))
sines, cosines = rounded(torch.sin(angles)), rounded(torch.cos(angles))
# %% numpy
# Positional encoding PE [max_len, WIDTH], every step in float32.
positions = np.arange(POSITIONS).astype(np.float32)[:, None]
div_term = np.exp(np.arange(STEPS).astype(np.float32) * (FACTOR))
sines, cosines = np.sin(positions * div_term), np.cos(positions * div_term)
# %% numpy-narrow
# Positional encoding PE [max_len, WIDTH], every step computed in float32 and rounded to TYPE.
ROUNDING
positions = rounded(np.arange(POSITIONS)[:, None])
exponents = rounded(rounded(np.arange(STEPS)) * rounded(np.array([FACTOR])))
angles = rounded(positions * rounded(np.exp(exponents)))
sines, cosines = rounded(np.sin(angles)), rounded(np.cos(angles))
# %% numpy-bfloat16

def rounded(x):
    bits = x.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).view(np.float32)

