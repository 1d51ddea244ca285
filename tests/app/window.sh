#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# End to end, as a user: opens a window, types a sentence, quits, and checks what the next start remembers.
#   window.sh PROGRAM
set -uo pipefail
program=$1
source "$(dirname "${BASH_SOURCE[0]}")/display.sh"

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
# The sentence has the focus at the start. The first start has one on the start page.
xdotool key ctrl+a type --delay 30 'the cat sat'
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

# A file that isn't a matrix: the window opens, reports it and keeps its setup.
printf 'not a matrix' >"$work/broken.npy"
start "$work/broken.npy"
await sleep 1
kill -0 "$app" 2>/dev/null || fail "a malformed matrix ended the program"
quit
grep -q '"embedding": *"normal"' "$settings" || fail "a malformed matrix changed the embedding"

# Without a display: one line, exit code 2.
message=$(env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM "$program" 2>&1)
[ $? -eq 2 ] || fail "without a display: not exit code 2"
[[ $message == "phasor: error: "* && $(wc -l <<<"$message") -eq 1 ]] || fail "without a display: $message"
echo "PASS"
