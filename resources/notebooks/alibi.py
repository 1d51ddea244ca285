# SPDX-License-Identifier: GPL-3.0-or-later
# Parts of scripts that `phasor code` writes (src/encodings/notebookcode.h says what LIB, ARRAY, JOIN and CAST are).
# %% bias
# ALiBi: bias [heads, n, n], -slope * distance, every number the correctly rounded one.
getcontext().prec = 40

def slopes(n):
    return [Decimal(2) ** (Decimal(-8 * h) / n) for h in range(1, n + 1)]

def rounded(x):  # to float32: 24 binary digits
    exponent = math.frexp(x)[1]
    return math.ldexp(int((x * Decimal(2) ** (24 - exponent)).to_integral_value()), exponent - 24)

lower = 1 << heads.bit_length() - 1
n = len(ids)
numbers = [[rounded(-slope * k) for k in range(n)]
           for slope in slopes(lower) + slopes(2 * lower)[::2][: heads - lower]]
distance = abs(LIB.arange(n)[:, None] - LIB.arange(n)[None, :])
bias = ARRAY(numbers, dtype=LIB.float32)[:, distance]
