#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models' config.json and sessions, as they should be and broken: `--config` and `--session` read them or refuse them with
one line, and what was read gives a table.

    configs.py PROGRAM [--seconds N] [--seed N] [--calls N]
"""
import copy
import json
import sys

import harness

KEYS = ["hidden_size", "num_attention_heads", "head_dim", "max_position_embeddings", "rope_theta", "partial_rotary_factor",
        "original_max_position_embeddings", "n_positions", "alibi", "relative_attention_num_buckets", "model_type", "n_embd",
        "rotary_pct", "rope_scaling", "rope_parameters", "position_embedding_type", "d_model", "num_heads", "layer_types",
        "scale_embedding", "initializer_range", "hidden_dropout_prob", "dropout", "embd_pdrop", "image_size", "patch_size",
        "embedding_size", "sliding_window", "no_rope_layers", "is_decoder", "attn_config", "query_pre_attn_scalar"]
FAMILIES = ["gpt2", "bert", "albert", "t5", "bloom", "mpt", "falcon", "xglm", "opt", "vit", "gemma3", "llama4", "smollm3", "phi3",
            "mamba", "whisper", "xlnet", "esm", "gpt_oss", ""]
SCALINGS = ["rope_type", "type", "factor", "low_freq_factor", "high_freq_factor", "original_max_position_embeddings",
            "beta_fast", "beta_slow", "mscale", "mscale_all_dim", "attention_factor", "short_factor", "long_factor", "rope_theta"]
VALUES = [0, 1, 2, 8, 64, 128, 4096, 131072, -1, 0.5, 1e4, 5e5, 1e308, 2**63, 10**40, True, False, None, "", "llama", "yarn",
          "linear", "dynamic", "llama3", "longrope", "default", "t5", "learned", "x" * 300, "\u202e", [], [1.0] * 4, [1.0] * 32,
          {}, {"a": {"b": []}}, float("nan")]


class Configs:
    def __init__(self, fuzzer):
        self.fuzzer = fuzzer
        self.random = fuzzer.random
        made = fuzzer.call(["figure", "--view", "ratio", "--max-len", "8", "--d-model", "8", "--out", "session.png"])
        harness.require(made.code == 0, f"no figure: {made.err!r}")
        self.figure = (fuzzer.folder / "session.png").read_bytes()
        self.read = 0

    def likely(self):
        model = {"hidden_size": self.random.choice([16, 64, 48]), "num_attention_heads": self.random.choice([1, 2, 4]),
                 "max_position_embeddings": self.random.choice([16, 512]), "rope_theta": self.random.choice([1e4, 5e5])}
        if self.random.random() < 0.7:
            model["rope_scaling"] = {"rope_type": self.random.choice(["linear", "dynamic", "yarn", "llama3", "longrope"]),
                                     "factor": self.random.choice([1.0, 2.0, 8.0]), "low_freq_factor": 1.0,
                                     "high_freq_factor": 4.0, "original_max_position_embeddings": 16,
                                     "short_factor": [1.0] * 8, "long_factor": [2.0] * 8}
        if self.random.random() < 0.7:
            model["model_type"] = self.random.choice(FAMILIES)
        return model

    def spoiled(self, value, depth=0):
        for _ in range(self.random.randint(0, 3)):
            key = self.random.choice(SCALINGS if depth else KEYS)
            if self.random.random() < 0.3:
                value.pop(key, None)
            elif isinstance(value.get(key), dict) and depth < 2:
                self.spoiled(value[key], depth + 1)
            else:
                value[key] = copy.deepcopy(self.random.choice(VALUES))  # which may be spoiled itself
        return value

    def config(self):
        text = json.dumps(self.spoiled(self.likely())).encode()
        if self.random.random() < 0.3:
            at = self.random.randrange(len(text))
            text = text[:at] + self.random.choice([b"", b'"', b"}", b"\xff", b"\0", b"[" * 3000, b"1e999"]) + text[at + 1:]
        (self.fuzzer.folder / "config.json").write_bytes(text)
        self.held(["--config", "config.json"])

    def session(self):
        data = bytearray(self.figure)
        for _ in range(self.random.randint(1, 6)):
            at = self.random.randrange(len(data))
            data[at] = self.random.randrange(256)
        cut = self.random.randrange(len(data)) if self.random.random() < 0.2 else len(data)
        (self.fuzzer.folder / "broken.png").write_bytes(bytes(data[:cut]))
        self.held(["--session", "broken.png"])

    def document(self):
        document = {"phasor": 1, "scene": {"a": self.spoiled({"encoding": {"d_model": 8, "max_len": 8}})}}
        document[self.random.choice(["version", "view", "views", "format", "a"])] = self.random.choice(VALUES)
        (self.fuzzer.folder / "session.json").write_text(json.dumps(document))
        self.held(["--session", "session.json"])

    def held(self, words):
        call = self.fuzzer.call(["table", *words, "--stage", "position", "--rows", "0:1", "--out", "-", "--format", "csv"])
        harness.well_behaved(call, (0, 2, 3, 5))
        self.read += call.code == 0


def run(fuzzer):
    configs = Configs(fuzzer)
    while fuzzer.goes_on():
        fuzzer.random.choice([configs.config, configs.config, configs.session, configs.document])()
    print(f"configs: {configs.read} read")


if __name__ == "__main__":
    sys.exit(harness.main("configs", run, __doc__))
