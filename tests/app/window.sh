#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# End to end, as a user: a window on a display, a sentence typed with keys, quit, and what the next start remembers.
#   window.sh PROGRAM
set -uo pipefail
program=$1
for tool in Xvfb openbox xdotool xprop; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done

work=$(mktemp -d)
export HOME=$work XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config XDG_RUNTIME_DIR=$work
# No message bus: nothing of the desktop that happens to run here takes part.
export DBUS_SESSION_BUS_ADDRESS=disabled:
export QT_QPA_PLATFORM=xcb LC_ALL=C.UTF-8
settings=$work/state/phasor/window.json
pids=()
cleanup() { kill "${pids[@]}" 2>/dev/null; wait 2>/dev/null; rm -rf "$work"; }
trap cleanup EXIT
fail() { echo "FAIL: $*"; cat "$work/stderr" 2>/dev/null; exit 1; }

# A display number that is free is found by Xvfb itself.
mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 3>"$work/display" >/dev/null 2>&1 &
pids+=($!)
read -r -t 20 number <"$work/display" || fail "Xvfb did not start"
export DISPLAY=:$number
openbox >/dev/null 2>&1 &
pids+=($!)

# Waits up to a minute until the command succeeds: other tests and a sanitizer may run beside this one.
await() {
    local i
    for i in $(seq 600); do
        "$@" >/dev/null 2>&1 && return 0
        sleep 0.1
    done
    return 1
}
active() { [ "$(timeout 5 xdotool getactivewindow getwindowname 2>/dev/null)" = Phasor ]; }
start() {
    "$program" "$@" 2>"$work/stderr" &
    app=$!
    pids+=("$app")
    await active || fail "no window appeared (windows: $(timeout 5 xdotool search --name . getwindowname %@ 2>&1))"
    await sleep 0.3
}
ended() { ! kill -0 "$app" 2>/dev/null; }
quit() {
    xdotool key ctrl+q
    await ended || fail "the program still runs a minute after Ctrl+Q"
    wait "$app"
    local status=$?
    [ "$status" -eq 0 ] || fail "exit code $status after quit"
}

managed() { xprop -root _NET_SUPPORTING_WM_CHECK | grep -q 'window id'; }
await managed || fail "the window manager did not start"

start
# The sentence has the focus at the start.
xdotool type --delay 30 'the cat sat'
remembered() { grep -q '"text": *"the cat sat"' "$settings"; }
await remembered || fail "the typed sentence was not remembered: $(cat "$settings")"
quit
remembered || fail "the typed sentence was lost on quitting: $(cat "$settings")"

start
fullscreen() { xprop -id "$(xdotool getactivewindow)" _NET_WM_STATE | grep -q FULLSCREEN; }
windowed() { ! fullscreen; }
xdotool key F11
await fullscreen || fail "F11 did not fill the screen"
xdotool key F11
await windowed || fail "F11 did not leave the full screen"
quit
remembered || fail "the sentence was lost at the second start"

# A file that is no matrix: the window comes up, says so and keeps what was there.
printf 'not a matrix' >"$work/broken.npy"
start "$work/broken.npy"
await sleep 1
kill -0 "$app" 2>/dev/null || fail "a malformed matrix ended the program"
quit
grep -q '"embedding": *"normal"' "$settings" || fail "a malformed matrix changed the embedding"

# No display at all: one line, exit code 2.
message=$(env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM "$program" 2>&1)
[ $? -eq 2 ] || fail "without a display: not exit code 2"
[[ $message == "phasor: error: "* && $(wc -l <<<"$message") -eq 1 ]] || fail "without a display: $message"
echo "PASS"
