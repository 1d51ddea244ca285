# SPDX-License-Identifier: GPL-3.0-or-later
"""Phasor beside PyTorch, NumPy and matplotlib on the same work. Started by compare.sh.

Every round measures each peer and then `phasor bench`, so that whatever else this machine does hits both; the table
shows the median of all rounds. "kept": the table's memory is that of the last run. "allocated": memory is asked for
within the time, as the usual code does; the sum and dropout of torch always is, its encoding was made before, Phasor's
is made within the time. The peers may use every processor that Phasor may use. Measure on a quiet machine: threads of
torch wait for each other and take many times as long beside other programs.
"""
import argparse
import importlib.util
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time

PACKAGES = ("torch", "numpy", "matplotlib")
missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
if missing:
    sys.exit("compare: %s missing; apt-get install %s" % (", ".join(missing) + (" is" if len(missing) == 1 else " are"),
                                                         " ".join("python3-" + name for name in missing)))

import matplotlib
import numpy as np
import torch
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

TABLES = ((5000, 512), (32768, 2048))
OUTPUTS = ((5000, 512), (32768, 1024))
BASE = 10000.0
ENOUGH_SECONDS = 0.5  # of runs a round, for each peer's work
FEWEST_RUNS = 3


def times_of(work):
    """Milliseconds of runs after one that is not counted."""
    work()
    times = []
    begin = time.perf_counter()
    while len(times) < FEWEST_RUNS or time.perf_counter() - begin < ENOUGH_SECONDS:
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e3)
    return times


# The peers' tables: PyTorch's tutorial "Language Modeling with nn.Transformer", word for word but for the names.
def torch_tutorial(rows, cols):
    position = torch.arange(rows).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, cols, 2) * (-math.log(BASE) / cols))
    pe = torch.zeros(rows, 1, cols)
    pe[:, 0, 0::2] = torch.sin(position * div_term)
    pe[:, 0, 1::2] = torch.cos(position * div_term)
    return pe


def torch_tutorial_kept(rows, cols):
    """Its two lines into a table that is there; the temporaries between are torch's."""
    position = torch.arange(rows).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, cols, 2) * (-math.log(BASE) / cols))
    pe = torch.empty(rows, cols)

    def work():
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
    return work


def torch_kept(rows, cols):
    position = torch.arange(rows, dtype=torch.float32).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, cols, 2) * (-math.log(BASE) / cols))
    angle = torch.empty(rows, cols // 2)
    pe = torch.empty(rows, cols)
    sines, cosines = pe[:, 0::2], pe[:, 1::2]

    def work():
        torch.mul(position, div_term, out=angle)
        torch.sin(angle, out=sines)
        torch.cos(angle, out=cosines)
    return work


def numpy_usual(rows, cols):
    position = np.arange(rows, dtype=np.float32)[:, None]
    div_term = np.exp(np.arange(0, cols, 2, dtype=np.float32) * np.float32(-math.log(BASE) / cols))
    pe = np.zeros((rows, cols), np.float32)
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


def numpy_kept(rows, cols):
    position = np.arange(rows, dtype=np.float32)[:, None]
    div_term = np.exp(np.arange(0, cols, 2, dtype=np.float32) * np.float32(-math.log(BASE) / cols))
    angle = np.empty((rows, cols // 2), np.float32)
    pe = np.empty((rows, cols), np.float32)

    def work():
        np.multiply(position, div_term, out=angle)
        np.sin(angle, out=pe[:, 0::2])
        np.cos(angle, out=pe[:, 1::2])
    return work


def torch_output(rows, cols):
    embedding = torch.randn(rows, cols)
    pe = torch_tutorial(rows, cols)[:, 0]
    drop = torch.nn.Dropout(0.1)
    scale = math.sqrt(cols)
    return lambda: drop(embedding * scale + pe)


def matplotlib_redraw():
    """A heatmap of 5000 x 512 on 1200 x 900 pixels; every redraw shows the other one of two tables."""
    pictures = [numpy_usual(5000, 512), -numpy_usual(5000, 512)]
    figure = Figure(figsize=(13, 10), dpi=100)
    canvas = FigureCanvasAgg(figure)
    image = figure.add_axes([0.06, 0.06, 12 / 13, 0.9]).imshow(pictures[0], aspect="auto", cmap="RdBu", vmin=-1, vmax=1)

    def work():
        pictures.reverse()
        image.set_data(pictures[0])
        canvas.draw()
    return work


FIGURE_SCRIPT = """
import sys
import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
angle = np.arange(50)[:, None] / 10000 ** (np.arange(0, 128, 2) / 128)
pe = np.zeros((50, 128))
pe[:, 0::2] = np.sin(angle)
pe[:, 1::2] = np.cos(angle)
plt.pcolormesh(pe, cmap="RdBu")
plt.xlabel("Depth")
plt.ylabel("Position")
plt.colorbar()
plt.savefig(sys.argv[1])
"""


def process_times(command, runs=5):
    """Milliseconds from start to exit; the first run, which reads the disk, is not counted."""
    times = []
    for i in range(runs + 1):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        if i > 0:
            times.append((time.perf_counter() - start) * 1e3)
    return times


class Comparison:
    """Collects times by (work, peer) and by (part, shape, key) of `phasor bench`."""

    def __init__(self, phasor):
        self.phasor = phasor
        self.peers = {}
        self.ours = {}

    def bench(self, part):
        command = [self.phasor, "bench", "--json", "--only", part]
        report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        for entry in report[part]:
            for key in ("ms", "allocated_ms"):
                if key in entry:
                    name = (part, entry["rows"], entry["cols"], entry.get("generator"), key)
                    self.ours.setdefault(name, []).append(entry[key])
        return report

    def peer(self, work, name, ours, times):
        self.peers.setdefault((work, name), (ours, []))[1].extend(times)

    def tables(self):
        for rows, cols in TABLES:
            work = "table %d x %d" % (rows, cols)
            kept = ("table", rows, cols, None, "ms")
            anew = ("table", rows, cols, None, "allocated_ms")
            self.peer(work + ", kept", "torch, out=", kept, times_of(torch_kept(rows, cols)))
            self.peer(work + ", kept", "numpy, out=", kept, times_of(numpy_kept(rows, cols)))
            self.peer(work + ", kept", "torch, tutorial's lines", kept, times_of(torch_tutorial_kept(rows, cols)))
            self.peer(work + ", allocated", "torch, tutorial", anew, times_of(lambda: torch_tutorial(rows, cols)))
            self.peer(work + ", allocated", "numpy, usual code", anew, times_of(lambda: numpy_usual(rows, cols)))
        return self.bench("table")

    def outputs(self):
        for rows, cols in OUTPUTS:
            times = times_of(torch_output(rows, cols))
            for generator, bits in (("philox", "own bits"), ("torch", "torch's bits")):
                for key, memory in (("ms", "kept by Phasor"), ("allocated_ms", "allocated")):
                    self.peer("sum and dropout %d x %d, %s, %s" % (rows, cols, bits, memory), "torch, drop(E*s + pe)",
                              ("output", rows, cols, generator, key), times)
        self.bench("output")

    def frames(self):
        self.peer("heatmap 5000 x 512 redrawn, 1200 x 900", "matplotlib, Agg", ("frame", 5000, 512, None, "ms"),
                  times_of(matplotlib_redraw()))
        self.bench("frame")

    def figures(self, folder):
        ours = ("figure", 50, 128, None, "ms")
        target = os.path.join(folder, "peer.png")
        self.peer("figure 50 x 128, start to finished PNG", "python3 + matplotlib", ours,
                  process_times([sys.executable, "-c", FIGURE_SCRIPT, target]))
        command = [self.phasor, "figure", "--view", "heatmap", "--stage", "position", "--max-len", "50", "--d-model",
                   "128", "--out", os.path.join(folder, "phasor.png")]
        self.ours.setdefault(ours, []).extend(process_times(command))

    def rows(self):
        for (work, peer), (ours, times) in self.peers.items():
            theirs, mine = statistics.median(times), statistics.median(self.ours[ours])
            yield {"work": work, "peer": peer, "peer_ms": theirs, "phasor_ms": mine, "ratio": theirs / mine}


def print_table(about, rows):
    print("%(cpu)s, %(threads)d threads of Phasor, %(peer_threads)d of torch; load %(load)s" % about)
    print("torch %(torch)s, numpy %(numpy)s, matplotlib %(matplotlib)s; medians of %(rounds)d rounds\n" % about)
    print("%-60s %-24s %12s %12s %9s" % ("work", "peer", "peer", "Phasor", "ratio"))
    for row in rows:
        print("%(work)-60s %(peer)-24s %(peer_ms)9.3f ms %(phasor_ms)9.3f ms %(ratio)8.1fx" % row)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phasor", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=3, help="rounds of peers and Phasor, 3 if not given")
    parser.add_argument("--json", action="store_true", help="as JSON")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error("--rounds: at least 1")
    load = os.getloadavg()
    comparison = Comparison(arguments.phasor)
    torch.set_grad_enabled(False)
    with tempfile.TemporaryDirectory() as folder:
        for done in range(arguments.rounds):
            print("compare: round %d of %d" % (done + 1, arguments.rounds), file=sys.stderr)
            comparison.figures(folder)
            comparison.frames()
            report = comparison.tables()
            comparison.outputs()
    about = {"cpu": report["cpu"], "target": report["target"], "threads": report["threads"],
             "peer_threads": torch.get_num_threads(), "load": "%.2f before, %.2f after" % (load[0], os.getloadavg()[0]),
             "torch": torch.__version__, "numpy": np.__version__, "matplotlib": matplotlib.__version__,
             "rounds": arguments.rounds}
    rows = list(comparison.rows())
    if arguments.json:
        print(json.dumps({**about, "works": rows}, indent=2))
    else:
        print_table(about, rows)


torch.set_num_threads(len(os.sched_getaffinity(0)))
main()
