# SPDX-License-Identifier: GPL-3.0-or-later
# Parts of scripts that `phasor code` writes (src/encodings/notebookcode.h says what LIB, ARRAY, JOIN and CAST are).
# b is drawn before; LOG is the logarithm of the quotient.
# %% bias

def bucket(key_minus_query):  # T5Attention._relative_position_bucket of transformers
    side = t5_buckets // (2 if t5_bidirectional else 1)
    exact = side // 2
    n = abs(key_minus_query) if t5_bidirectional else LIB.maximum(-key_minus_query, 0 * key_minus_query)
    quotient = (n + (n == 0)).CAST(LIB.float32) / exact
    steps = (LOG / math.log(t5_max_distance / exact) * (side - exact)).CAST(LIB.int64)
    far = LIB.minimum(exact + steps, side - 1 + 0 * n)
    behind = (key_minus_query > 0) * side if t5_bidirectional else 0
    return LIB.where(n < exact, n, far) + behind

n = len(ids)
places = LIB.arange(n)
bias = LIB.moveaxis(b[bucket(places[None, :] - places[:, None])], 2, 0)
