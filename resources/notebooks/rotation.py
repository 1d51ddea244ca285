# SPDX-License-Identifier: GPL-3.0-or-later
# Parts of scripts that `phasor code` writes (src/encodings/notebookcode.h says what LIB, ARRAY, JOIN and CAST are).
# Scalars that NumPy would take for float64 are CONST().
# %% exact
# Cosines and sines [max_len, rotary], correctly rounded: angles in turns, modulo 1.
getcontext().prec = 70
two_pi = Decimal("6.283185307179586476925286766559005768394338798750211641949889184615633")
omegas = [Decimal(base) ** (Decimal(-2 * i) / rotary) for i in range(rotary // 2)]
# %% exact-yarn

def pair(turns):
    return rotary * (original / two_pi / Decimal(turns)).ln() / (2 * Decimal(base).ln())

FIRST, LAST = PAIRS
FIRST, LAST = max(FIRST, 0), min(LAST, rotary - 1)
LAST = LAST if LAST != FIRST else FIRST + Decimal(0.001)
ramp = [min(max((i - FIRST) / Decimal(LAST - FIRST), 0), 1) for i in range(rotary // 2)]
omegas = [omega * (share / Decimal(factor) + 1 - share) for omega, share in zip(omegas, ramp)]
# %% exact-llama3

def stretched(omega):
    turns = omega * original / two_pi
    if low == high:
        return omega if turns >= low else omega / Decimal(factor)
    kept = min(max((turns - Decimal(low)) / (Decimal(high) - Decimal(low)), 0), 1)
    return omega * ((1 - kept) / Decimal(factor) + kept)

omegas = [stretched(omega) for omega in omegas]
# %% framework
# Cosines and sines [max_len, rotary] as transformers computes them, in float32.
THREADS
powers = CONST(base) ** ((LIB.arange(0, rotary, 2) / rotary).CAST(LIB.float32))
inv_freq = 1 / powers
# %% framework-yarn

def pair(turns):
    return rotary * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base))

first, last = PAIRS
first, last = max(first, 0), min(last, rotary - 1)
last = last if last != first else first + 0.001
ramp = ((LIB.arange(rotary // 2).CAST(LIB.float32) - CONST(first)) / CONST(last - first)).clip(0, 1)
kept = 1 - ramp
inv_freq = 1 / (CONST(factor) * powers) * (1 - kept) + inv_freq * kept
# %% framework-llama3
waves = 1 / inv_freq * CONST(2 * math.pi)
divided = LIB.where(waves > CONST(original / low), inv_freq / CONST(factor), inv_freq)
kept = (1 / waves * CONST(original) - CONST(low)) / CONST(high - low)
smoothed = (1 - kept) * divided / CONST(factor) + kept * divided
between = (waves >= CONST(original / high)) & (waves <= CONST(original / low))
inv_freq = LIB.where(between, smoothed, divided)
# %% xpos
growth = (LIB.arange(0, rotary, 2) + 0.4 * rotary) / (1.4 * rotary)
powers = (LIB.arange(len(ids)) + -len(ids) // 2)[:, None] / scale_base
scale = (growth.CAST(LIB.float64) ** powers).CAST(LIB.float32)
inverse = (growth.CAST(LIB.float64) ** -powers).CAST(LIB.float32)
queries, keys = rotate(queries, scale), rotate(keys, inverse)
