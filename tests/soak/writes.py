#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a window writes during random work, by strace: the files of README's list and what its user saves, nothing else.
It runs in a network of its own, which has no other machine, and asks for none.

    writes.py SOAK [--seconds N]

Exit 77: no strace, or the system lets no program trace another or have its own network.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# README, "What Phasor writes". %: a name that is made up.
LISTED = ["state/phasor/window.json", "state/phasor/window.json.lock", "state/phasor/window.json.opening",
          "state/phasor/autosave/%",
          "home/.cache/phasor/views-%", "home/.config/QtProject.conf%", "home/.cache/fontconfig/%"]
OWN = ["work/%"]  # what the user saves and exports
SYSTEM = ["/dev/null", "/dev/tty", "/dev/shm/%", "/memfd:%", "/proc/self/%", "/dev/dri/%"]


def allowed(path, folder):
    patterns = [p if p.startswith("/") else f"{folder}/{p}" for p in LISTED + OWN + SYSTEM]
    patterns += [re.sub(r"/[^/]*$", "", p) for p in patterns]  # its folder, of a file that has no name yet
    return any(re.fullmatch(re.escape(p).replace("%", ".*"), path) for p in patterns)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("soak")
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    try:
        can = subprocess.run(["unshare", "-rn", "strace", "-o", "/dev/null", "true"], capture_output=True).returncode == 0
    except OSError:
        can = False
    if not can:
        print("writes: strace and unshare -rn cannot be used here")
        return 77
    with tempfile.TemporaryDirectory(prefix="phasor-writes-") as folder:
        log = pathlib.Path(folder) / "log"
        (pathlib.Path(folder) / "home").mkdir()
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": f"{folder}/home",
                       "LSAN_OPTIONS": "detect_leaks=0"}  # which strace does not allow
        for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
            environment.pop(name, None)
        done = subprocess.run(["unshare", "-rn", "strace", "-f", "-y", "-qq", "-e", "signal=none", "-e",
                               "trace=open,openat,creat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,socket",
                               "-o", str(log), options.soak, "--folder", f"{folder}/work", "--state", f"{folder}/state",
                               "--minutes", str(options.seconds / 60), "--pause", "50"],
                              env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            print(f"writes: exit {done.returncode}: {done.stderr[-500:]}", file=sys.stderr)
            return 1
        wrong, written = set(), set()
        for line in log.read_text(errors="replace").splitlines():
            call = line.split(" ", 1)[-1].lstrip()
            if " = -1 " in call or "unfinished" in call and "= " not in call:
                continue
            if call.startswith("socket("):
                if not re.match(r"socket\(AF_(UNIX|NETLINK)", call):
                    wrong.add(call)
                continue
            opens = re.match(r"(?:open|openat|creat)\(", call)
            if opens and not re.search(r"O_WRONLY|O_RDWR|O_CREAT|creat\(", call):
                continue
            paths = re.findall(r"= \d+<([^>]*)>", call) if opens else re.findall(r'"(/[^"]*)"', call)[-1:]
            for path in paths:
                path = re.sub(r"/#\d+( \(deleted\))?$| \(deleted\)$", "", path)
                (written if allowed(path, folder) else wrong).add(path)
        if wrong:
            print("writes: not in README's list:", *sorted(wrong), sep="\n  ", file=sys.stderr)
            return 1
        listed = {p for p in written if p.startswith(f"{folder}/state")}
        if not listed:
            print("writes: no state was written, so this proves nothing", file=sys.stderr)
            return 1
        print(f"writes: {len(written)} files and folders, all listed; no socket but those of this machine")
    return 0


if __name__ == "__main__":
    sys.exit(main())
