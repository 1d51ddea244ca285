# SPDX-License-Identifier: GPL-3.0-or-later
# Parts of scripts that `phasor code` writes (src/encodings/notebookcode.h says what LIB, ARRAY, JOIN and CAST are).
# w1, b1, w2, b2 are drawn before.
# %% bias
w1, b1, w2, b2 = (x.CAST(LIB.float64) for x in (w1, b1, w2, b2))

def mlp(x, head):
    total = b2[head]
    for u in range(32):
        total = total + w2[head, u] * (w1[u, 0] * x + b1[u]).clip(0)
    return total

places = LIB.arange(len(ids)).CAST(LIB.float64)
distance = abs(places[:, None] - places[None, :])
share = LIB.log1p(0.1 * distance) / (LIB.log1p(0.1 * places.clip(512)) + 1e-6)[:, None]
bias = LIB.stack([mlp(share, h).CAST(LIB.float32) for h in range(heads)])
