#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes tests/golden/configs: config.json files of model families, with the published keys that matter before the
first scores, and table.tsv, what each of them means: file, key, value, source. A key is one of `stats` (`slopes.3`: an
element), an option (`--heads`), `warning` (a part of one) or `error` (a part of the message; exit 3).

Sources: "default" is the default of transformers' configuration class of the family, "code" its modeling class,
"config" the published config.json, "litgpt" Lightning AI's litgpt/config.py, "tree" a printed module tree. Frequencies
are computed here from transformers' modeling_rope_utils.py in float64.
"""
import json
import math
import os

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "configs")
ROWS = []


def config(path, keys, *expected):
    file = os.path.join(HERE, path + ".json")
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "w") as out:
        out.write(json.dumps(keys, indent=1) + "\n")
    for key, value, source in expected:
        ROWS.append((path + ".json", key, repr(value) if isinstance(value, float) else str(value), source))


def sizes(width, heads, positions, source):
    return (("d_model", width, source), ("--heads", heads, source), ("max_len", positions, source))


def learned(sigma=0.02):
    return (("--scheme", "learned", "code"), ("--table-seed", 1, "another seed than the embedding's"),
            ("--table-std", sigma, "default"), ("sigma", sigma, "default"))


def dropout(p, source="default"):
    return (("expected_dropped_fraction", p, source),)


def rope(base, width, source, change=lambda f: f, **values):
    frequencies = [base ** (-2 * i / width) for i in range(width // 2)]
    changed = [change(f) for f in frequencies]
    return (("--scheme", "rope", "code"), ("pairs", width // 2, source),
            *((f"inverse_frequencies.{i}", changed[i], source) for i in sorted({1, width // 4, width // 2 - 1})),
            *((key.replace("_", "-"), value, source) for key, value in values.items()))


def llama3(factor, low, high, original):
    def change(f):
        turns = original * f / (2 * math.pi)
        if turns <= low and turns < high:
            return f / factor
        if turns >= high:
            return f
        t = (turns - low) / (high - low)
        return (1 - t) * f / factor + t * f
    return change


def yarn(base, width, factor, original, fast=32, slow=1, truncate=True):
    def dim(turns):
        return width * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base))
    low, high = dim(fast), dim(slow)
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    low, high = max(low, 0), min(high, width - 1)

    def change(f):
        i = -math.log(f) * width / (2 * math.log(base))
        ramp = min(max((i - low) / (high - low), 0), 1)
        return f / factor * ramp + f * (1 - ramp)
    return change


def slopes(heads):
    lower = 2 ** int(math.log2(heads))
    every = [2 ** (-8 * t / lower) for t in range(1, lower + 1)]
    every += [2 ** (-4 * t / lower) for t in range(1, 2 * (heads - lower), 2)]
    return (("--scheme", "alibi", "code"),
            *((f"slopes.{i}", every[i], "code") for i in sorted({0, lower - 1, heads - 1})))


NONE = (("scale", 1.0, "code: no factor"),)
CAUSAL, BOTH = (("--causal", "on", "code"),), (("--causal", "off", "code: an encoder"),)
NORM = (("warning", "norm before dropout", "code"),)
OFFSET = (("warning", "an offset of 2", "code"),)
TYPES = (("warning", "type_vocab_size", "code"),)


def root(width):
    return (("scale", math.sqrt(width), "code: times the root of hidden_size"),)


def window(key):
    return (("warning", key, "code"),)


# Decoders with tables, biases, rotations: GPT to Phi-3.
config("gpt/gpt2", {"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024,
                    "vocab_size": 50257, "layer_norm_epsilon": 1e-5, "initializer_range": 0.02, "embd_pdrop": 0.1,
                    "attn_pdrop": 0.1, "resid_pdrop": 0.1},
       *sizes(768, 12, 1024, "config"), *learned(), *NONE, *dropout(0.1, "config"), *CAUSAL)
config("gpt/gpt2-defaults", {"model_type": "gpt2"}, *sizes(768, 12, 1024, "default"), *learned(), *NONE, *dropout(0.1))
config("gpt/gpt2-xl", {"model_type": "gpt2", "n_embd": 1600, "n_head": 25, "n_layer": 48, "vocab_size": 50257},
       *sizes(1600, 25, 1024, "config"), *learned(), *NONE, *dropout(0.1))
config("gpt/openai-gpt", {"model_type": "openai-gpt"}, *sizes(768, 12, 512, "default"), *learned(), *NONE,
       *dropout(0.1))
config("gpt/gpt-neo-1.3b", {"model_type": "gpt_neo", "hidden_size": 2048, "num_heads": 16,
                            "max_position_embeddings": 2048, "embed_dropout": 0},
       *sizes(2048, 16, 2048, "default"), *learned(), *NONE, *dropout(0.0),
       ("warning", "does not divide q · k", "code"), *window("window_size"))
config("gpt/pythia-70m", {"model_type": "gpt_neox", "hidden_size": 512, "num_attention_heads": 8, "rotary_pct": 0.25,
                          "rotary_emb_base": 10000, "max_position_embeddings": 2048, "vocab_size": 50304},
       *sizes(512, 8, 2048, "litgpt"), *rope(10000, 16, "litgpt"), *NONE, *dropout(0.0))
config("gpt/gpt-neox-20b", {"model_type": "gpt_neox"}, *sizes(6144, 64, 2048, "default"),
       *rope(10000, 24, "default", __layout="halves", __rope_original=2048), *NONE, *dropout(0.0))
config("gpt/gpt-j-6b", {"model_type": "gptj", "n_embd": 4096, "n_head": 16, "n_positions": 2048, "rotary_dim": 64,
                        "embd_pdrop": 0.0},
       *sizes(4096, 16, 2048, "config"), *rope(10000, 64, "config", __layout="interleaved", __rope_original=2048),
       *NONE, *dropout(0.0, "config"))
config("gpt/codegen", {"model_type": "codegen"}, *sizes(4096, 16, 2048, "default"),
       *rope(10000, 64, "default", __layout="interleaved"), *NONE, *dropout(0.0))
config("gpt/opt-125m", {"model_type": "opt", "hidden_size": 768, "num_attention_heads": 12, "dropout": 0.1,
                        "max_position_embeddings": 2048, "word_embed_proj_dim": 768, "init_std": 0.02},
       *sizes(768, 12, 2048, "config"), *learned(), *NONE, *dropout(0.0, "code: none on the embedding"), *OFFSET)
config("gpt/opt-350m", {"model_type": "opt", "hidden_size": 1024, "num_attention_heads": 16,
                        "max_position_embeddings": 2048, "word_embed_proj_dim": 512, "do_layer_norm_before": False},
       *sizes(1024, 16, 2048, "tree"), *learned(), *OFFSET, ("warning", "word_embed_proj_dim", "code"))
config("gpt/bloom-560m", {"model_type": "bloom", "n_embed": 1024, "num_attention_heads": 16, "n_layer": 24,
                          "hidden_dropout": 0.0},
       *sizes(1024, 16, 2048, "config; seq_length of BLOOM"), *slopes(16), *NONE, *dropout(0.0), *NORM)
config("gpt/bloom-112-heads", {"model_type": "bloom", "n_embed": 896, "num_attention_heads": 112, "seq_length": 512},
       *sizes(896, 112, 512, "BLOOM's heads on a smaller width"), *slopes(112), *NONE)
config("gpt/mpt-7b", {"model_type": "mpt", "d_model": 4096, "n_heads": 32, "max_seq_len": 2048, "emb_pdrop": 0,
                      "learned_pos_emb": True,
                      "attn_config": {"alibi": True, "alibi_bias_max": 8, "clip_qkv": None, "attn_pdrop": 0}},
       *sizes(4096, 32, 2048, "config"), *slopes(32), *NONE, *dropout(0.0))
config("gpt/mpt-30b-chat", {"model_type": "mpt", "d_model": 7168, "n_heads": 64, "max_seq_len": 8192,
                            "attn_config": {"alibi": True, "clip_qkv": 6}},
       *sizes(7168, 64, 8192, "config"), ("warning", "clip_qkv", "config"))
config("gpt/falcon-7b", {"model_type": "RefinedWebModel", "hidden_size": 4544, "n_head": 71, "multi_query": True},
       *sizes(4544, 71, 2048, "litgpt"), *rope(10000, 64, "litgpt", __layout="halves"), *NONE, *dropout(0.0))
config("gpt/falcon-alibi", {"model_type": "falcon", "alibi": True, "num_attention_heads": 71, "hidden_size": 4544},
       *sizes(4544, 71, 2048, "default"), *slopes(71), ("warning", "divides its biases", "code"))
config("gpt/xglm-564m", {"model_type": "xglm"}, *sizes(1024, 16, 2048, "default"), *root(1024), *dropout(0.1),
       ("--scheme", "sinusoidal", "code"), ("--first-position", 2, "code"), ("--layout", "tensor2tensor", "code"))
config("gpt/biogpt", {"model_type": "biogpt"}, *sizes(1024, 16, 1024, "default"), *learned(), *root(1024),
       *dropout(0.1), *OFFSET)
config("gpt/starcoder2-3b", {"model_type": "starcoder2", "hidden_size": 3072, "num_attention_heads": 24,
                             "num_key_value_heads": 2, "max_position_embeddings": 16384,
                             "rope_theta": 999999.4420358813, "sliding_window": 4096},
       *sizes(3072, 24, 16384, "config"), *rope(999999.4420358813, 128, "config"), ("sigma", 0.018042, "default"),
       *NONE, *window("sliding_window 4096"))
config("gpt/stablelm-3b-4e1t", {"model_type": "stablelm"}, *sizes(2560, 32, 4096, "default"),
       *rope(10000, 20, "default"), *NONE, *dropout(0.0))
config("gpt/phi-2", {"model_type": "phi", "hidden_size": 2560, "num_attention_heads": 32, "embd_pdrop": 0.0,
                     "max_position_embeddings": 2048, "partial_rotary_factor": 0.4, "rope_theta": 10000.0,
                     "resid_pdrop": 0.1},
       *sizes(2560, 32, 2048, "config"), *rope(10000, 32, "config"), *NONE, *dropout(0.0, "config"))
config("gpt/phi-3-mini-4k", {"model_type": "phi3", "sliding_window": 2047, "embd_pdrop": 0.5},
       *sizes(3072, 32, 4096, "default"), *rope(10000, 96, "default"), *dropout(0.0, "code: embd_pdrop is not applied"),
       *window("sliding_window 2047"))
config("gpt/persimmon-8b", {"model_type": "persimmon"}, *sizes(4096, 64, 16384, "default"),
       *rope(25000, 32, "default"), ("warning", "qk_layernorm", "code"))

# Llama and its kin.
LLAMA31 = {"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "num_key_value_heads": 8,
           "max_position_embeddings": 131072, "rope_theta": 500000.0, "rms_norm_eps": 1e-5, "vocab_size": 128256,
           "rope_scaling": {"factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "rope_type": "llama3",
                            "original_max_position_embeddings": 8192}}
config("llama/llama-3.1-8b", LLAMA31, *sizes(4096, 32, 131072, "config"),
       *rope(500000, 128, "config", llama3(8, 1, 4, 8192), __rope_original=8192), *NONE, *dropout(0.0),
       ("sigma", 0.02, "default"))
config("llama/llama-3.2-1b", {**LLAMA31, "hidden_size": 2048,
                              "rope_scaling": {**LLAMA31["rope_scaling"], "factor": 32.0}},
       *sizes(2048, 32, 131072, "litgpt"), *rope(500000, 64, "litgpt", llama3(32, 1, 4, 8192)))
config("llama/llama-1", {"model_type": "llama"}, *sizes(4096, 32, 2048, "default"), *rope(10000, 128, "default"))
config("llama/llama-4-scout", {"model_type": "llama4", "text_config": {
    "model_type": "llama4_text", "hidden_size": 5120, "num_attention_heads": 40, "num_key_value_heads": 8,
    "head_dim": 128, "max_position_embeddings": 10485760, "rope_theta": 500000.0, "no_rope_layers": [],
    "rope_scaling": {"factor": 16.0, "low_freq_factor": 1.0, "high_freq_factor": 1.0, "rope_type": "llama3",
                     "original_max_position_embeddings": 8192}}},
       *sizes(5120, 40, 10485760, "config of the Instruct model"),
       *rope(500000, 128, "config", llama3(16, 1, 1, 8192), __layout="interleaved"), *NONE,
       ("warning", "no_rope_layer_interval", "code"), ("warning", "use_qk_norm", "code"),
       *window("attention_chunk_size"))
config("llama/mistral-7b-v0.1", {"model_type": "mistral", "hidden_size": 4096, "num_attention_heads": 32,
                                 "max_position_embeddings": 32768, "rope_theta": 10000.0},
       *sizes(4096, 32, 32768, "config"), *rope(10000, 128, "config"), *window("sliding_window 4096"))
config("llama/mistral-7b-v0.3", {"model_type": "mistral", "hidden_size": 4096, "num_attention_heads": 32,
                                 "max_position_embeddings": 32768, "rope_theta": 1e6, "sliding_window": None},
       *sizes(4096, 32, 32768, "config"), *rope(1e6, 128, "config"), ("warning", "", "none"))
config("llama/mistral-nemo", {"model_type": "mistral", "hidden_size": 5120, "num_attention_heads": 32, "head_dim": 128,
                              "max_position_embeddings": 131072, "rope_theta": 1e6, "sliding_window": None},
       *sizes(4096, 32, 131072, "config; d_model is heads times head_dim"), *rope(1e6, 128, "config"),
       ("warning", "hidden_size 5120", "config"))
config("llama/qwen2.5-0.5b", {"model_type": "qwen2", "hidden_size": 896, "num_attention_heads": 14,
                              "max_position_embeddings": 32768, "rope_theta": 1e6, "rms_norm_eps": 1e-6},
       *sizes(896, 14, 32768, "litgpt"), *rope(1e6, 64, "litgpt"), ("warning", "", "code: use_sliding_window is false"))
config("llama/qwen3-8b", {"model_type": "qwen3", "hidden_size": 4096, "num_attention_heads": 32, "head_dim": 128,
                          "max_position_embeddings": 40960, "rope_theta": 1000000, "rope_scaling": None},
       *sizes(4096, 32, 40960, "config"), *rope(1e6, 128, "config"), ("attention_factor", 1.0, "config"),
       ("warning", "use_qk_norm", "code"))
config("llama/qwen3-8b-yarn", {"model_type": "qwen3", "hidden_size": 4096, "num_attention_heads": 32, "head_dim": 128,
                               "max_position_embeddings": 131072, "rope_theta": 1000000, "rope_scaling": {
                                   "rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}},
       *sizes(4096, 32, 131072, "model card"), *rope(1e6, 128, "model card", yarn(1e6, 128, 4, 32768)),
       ("attention_factor", 0.1 * math.log(4) + 1, "model card"))
config("llama/smollm3-3b", {"model_type": "smollm3", "hidden_size": 2048, "num_attention_heads": 16,
                            "max_position_embeddings": 65536, "rope_theta": 5000000.0},
       *sizes(2048, 16, 65536, "config"), *rope(5e6, 128, "config", __rope_original=65536),
       ("warning", "no_rope_layer_interval", "code"))
config("llama/gemma-7b", {"model_type": "gemma", "hidden_size": 3072, "num_attention_heads": 16, "head_dim": 256,
                          "max_position_embeddings": 8192},
       *sizes(4096, 16, 8192, "config; d_model is heads times head_dim"), *rope(10000, 256, "config"), *root(3072))
config("llama/gemma-2-27b", {"model_type": "gemma2", "hidden_size": 4608, "num_attention_heads": 32, "head_dim": 128,
                             "query_pre_attn_scalar": 144, "sliding_window": 4096, "max_position_embeddings": 8192},
       *sizes(4096, 32, 8192, "litgpt"), *rope(10000, 128, "litgpt"), *root(4608),
       ("warning", "query_pre_attn_scalar", "code"), ("warning", "attn_logit_softcapping", "default"),
       *window("sliding_window 4096"))
config("llama/gemma-3-27b", {"model_type": "gemma3", "text_config": {
    "hidden_size": 5376, "num_attention_heads": 32, "head_dim": 128, "query_pre_attn_scalar": 168,
    "sliding_window": 1024, "rope_scaling": {"factor": 8.0, "rope_type": "linear"}}},
       *sizes(4096, 32, 131072, "config; max_position_embeddings is the default"),
       *rope(1e6, 128, "default", lambda f: f / 8), *root(5376), ("warning", "rope_local_base_freq", "default"),
       ("warning", "divides q · k by √168", "config"), ("warning", "use_qk_norm", "code"))
config("llama/olmo-2-7b", {"model_type": "olmo2", "hidden_size": 4096, "num_attention_heads": 32,
                           "max_position_embeddings": 4096, "rope_theta": 500000},
       *sizes(4096, 32, 4096, "config"), *rope(500000, 128, "config"), ("warning", "use_qk_norm", "code"))
config("llama/command-r", {"model_type": "cohere", "hidden_size": 8192, "num_attention_heads": 64,
                           "max_position_embeddings": 8192, "rope_theta": 8000000.0},
       *sizes(8192, 64, 8192, "config"), *rope(8e6, 128, "config", __layout="interleaved"), ("warning", "", "none"))
config("llama/command-a", {"model_type": "cohere2", "hidden_size": 12288, "num_attention_heads": 96,
                           "num_key_value_heads": 8, "max_position_embeddings": 131072, "rope_theta": 50000,
                           "sliding_window": 4096, "sliding_window_pattern": 4},
       *sizes(12288, 96, 131072, "quotation of the config"), *rope(50000, 128, "config", __layout="interleaved"),
       ("warning", "no_rope_layer_interval", "code"), *window("sliding_window 4096"))
config("llama/deepseek-v3", {"model_type": "deepseek_v3", "hidden_size": 7168, "num_attention_heads": 128,
                             "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "max_position_embeddings": 163840,
                             "rope_theta": 10000, "rope_scaling": {
                                 "type": "yarn", "factor": 40, "original_max_position_embeddings": 4096,
                                 "beta_fast": 32, "beta_slow": 1, "mscale": 1.0, "mscale_all_dim": 1.0}},
       *sizes(8192, 128, 163840, "config; d_model is heads times qk_rope_head_dim"),
       *rope(10000, 64, "config", yarn(10000, 64, 40, 4096), __layout="interleaved"),
       ("attention_factor", 1.0, "config"), ("warning", "mscale_all_dim", "code"),
       ("warning", "qk_nope_head_dim", "code"))
config("llama/gpt-oss-120b", {"model_type": "gpt_oss"}, *sizes(4096, 64, 131072, "default"),
       *rope(150000, 64, "default", yarn(150000, 64, 32, 4096, truncate=False)),
       ("attention_factor", 1.346574, "code: 0.1 ln 32 + 1"), ("warning", "a sink", "code"),
       *window("sliding_window 128"))
config("llama/mamba-130m", {"model_type": "mamba", "hidden_size": 768}, ("d_model", 768, "default"),
       ("--scheme", "nope", "code"), ("scale", 1.0, "code"),
       ("warning", "has no positional encoding and no attention", "code"))
config("llama/rwkv-4-169m", {"model_type": "rwkv", "hidden_size": 768, "context_length": 1024},
       ("max_len", 1024, "config"), ("--scheme", "nope", "code"),
       ("warning", "has no positional encoding and no attention", "code"))

# Encoders, encoders with decoders, images.
config("encoders/bert-base-uncased", {"model_type": "bert", "hidden_size": 768, "num_attention_heads": 12,
                                      "max_position_embeddings": 512, "type_vocab_size": 2, "initializer_range": 0.02,
                                      "hidden_dropout_prob": 0.1, "layer_norm_eps": 1e-12},
       *sizes(768, 12, 512, "config"), *learned(), *NONE, *dropout(0.1, "config"), *BOTH, *NORM, *TYPES)
config("encoders/bert-relative-key", {"model_type": "bert", "position_embedding_type": "relative_key"},
       ("error", "position_embedding_type", "code: the absolute table is not used"))
config("encoders/roberta", {"model_type": "roberta", "max_position_embeddings": 514, "type_vocab_size": 1},
       *sizes(768, 12, 514, "config"), *learned(), *NONE, *dropout(0.1), *BOTH, *NORM, *OFFSET, *TYPES)
config("encoders/albert-xxlarge", {"model_type": "albert"}, *sizes(128, 64, 512, "default: embedding_size"),
       *learned(), *NONE, *dropout(0.0), *BOTH, *NORM, ("warning", "embedding_size", "code"))
config("encoders/distilbert", {"model_type": "distilbert"}, *sizes(768, 12, 512, "default"), *learned(), *NONE,
       *dropout(0.1), *BOTH, *NORM)
config("encoders/electra-base", {"model_type": "electra", "embedding_size": 768, "hidden_size": 768,
                                 "num_attention_heads": 12},
       *sizes(768, 12, 512, "config"), *learned(), *NONE, *dropout(0.1), *NORM)
config("encoders/deberta-v3", {"model_type": "deberta-v2", "relative_attention": True, "position_biased_input": False,
                               "position_buckets": 256},
       ("error", "relative_attention", "code"))
config("encoders/modernbert", {"model_type": "modernbert"}, *sizes(768, 12, 8192, "default"),
       *rope(160000, 64, "default: the global layers"), *NONE, *dropout(0.0), *BOTH, *NORM,
       ("warning", "local_rope_theta", "code"), *window("local_attention 128"))
config("encoders/t5-base", {"model_type": "t5", "d_model": 768, "d_kv": 64, "num_heads": 12, "n_positions": 512,
                            "relative_attention_num_buckets": 32, "dropout_rate": 0.1, "initializer_factor": 1.0},
       *sizes(768, 12, 512, "config"), ("--scheme", "t5", "code"), ("--t5-buckets", 32, "config"),
       ("--t5-max-distance", 128, "default"), ("--t5-bidirectional", "on", "code: the encoder"),
       ("--table-seed", 1, "another seed than the embedding's"), *NONE, ("sigma", 1.0, "code: initializer_factor"),
       *dropout(0.1, "config"), *BOTH)
config("encoders/mt5-small", {"model_type": "mt5"}, *sizes(384, 6, 512, "default; d_model is heads times d_kv"),
       ("--scheme", "t5", "code"), *NONE, ("warning", "hidden_size 512", "default"))
config("encoders/bart-large", {"model_type": "bart", "scale_embedding": False}, *sizes(1024, 16, 1024, "default"),
       *learned(), *NONE, *dropout(0.1), *BOTH, *NORM, *OFFSET)
config("encoders/mbart", {"model_type": "mbart", "scale_embedding": True}, *sizes(1024, 16, 1024, "default"),
       *learned(), *root(1024), *dropout(0.1), *OFFSET)
config("encoders/pegasus", {"model_type": "pegasus", "scale_embedding": True}, *sizes(1024, 16, 1024, "default"),
       ("--scheme", "sinusoidal", "code"), ("--layout", "halves", "code"), ("--first-position", 0, "code"), *root(1024),
       *dropout(0.1), *BOTH)
config("encoders/whisper-tiny", {"model_type": "whisper", "max_source_positions": 1500},
       *sizes(384, 6, 1500, "default"), ("--scheme", "sinusoidal", "code"), ("--layout", "tensor2tensor", "code"),
       *NONE, ("warning", "images or sound", "code"))
config("encoders/vit-base-16", {"model_type": "vit", "hidden_size": 768, "num_attention_heads": 12, "image_size": 224,
                                "patch_size": 16},
       *sizes(768, 12, 197, "code: 14 · 14 patches and a class token"), *learned(), *NONE, *dropout(0.0), *BOTH)
config("encoders/clip-text", {"model_type": "clip", "text_config": {"model_type": "clip_text_model"}},
       *sizes(512, 8, 77, "code"), *learned(), *NONE, *CAUSAL)
config("encoders/esm2", {"model_type": "esm", "position_embedding_type": "rotary", "token_dropout": True,
                         "hidden_size": 320, "num_attention_heads": 20},
       *rope(10000, 16, "code"), ("scale", 0.88, "code: 1 − 0.15 · 0.8 without masks"),
       *dropout(0.0, "code"), *BOTH)
config("encoders/xlnet", {"model_type": "xlnet"}, ("error", "relative keys", "code"))
config("encoders/dinov3", {"model_type": "dinov3_vit", "rope_theta": 100.0}, ("error", "two axes", "code"))
config("encoders/pixtral", {"model_type": "pixtral", "rope_theta": 10000.0}, ("error", "two axes", "code"))
config("encoders/llava-pixtral", {"model_type": "llava", "vision_config": {"model_type": "pixtral"}, "text_config": {
    "model_type": "mistral", "hidden_size": 5120, "num_attention_heads": 32, "head_dim": 128, "rope_theta": 1e6,
    "max_position_embeddings": 131072, "sliding_window": None}},
       *sizes(4096, 32, 131072, "config of the text model"), ("warning", "vision_config rotates along two axes", "code"))
config("encoders/wav2vec2", {"model_type": "wav2vec2"}, ("error", "a convolution", "code"))

with open(os.path.join(HERE, "table.tsv"), "w") as table:
    for row in ROWS:
        table.write("\t".join(row) + "\n")
