# SPDX-License-Identifier: GPL-3.0-or-later
# A display with a window manager and a home of its own, for tests that use the window as a user does; they source this.
# Sets work (a folder, removed at the end), settings (the saved settings) and pids; fail() names `step` if it is set.

for tool in Xvfb openbox xdotool xprop; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done

work=$(mktemp -d)
export HOME=$work XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config XDG_RUNTIME_DIR=$work
# No message bus, so that this machine's desktop has no effect.
export DBUS_SESSION_BUS_ADDRESS=disabled:
export QT_QPA_PLATFORM=xcb LC_ALL=C.UTF-8
# Only Phasor's own fonts, not the machine's.
FONTCONFIG_FILE=${PHASOR_FONTS_CONF:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/fonts.conf}
export FONTCONFIG_FILE
settings=$work/state/phasor/window.json
pids=()
cleanup() { kill "${pids[@]}" 2>/dev/null; wait 2>/dev/null; rm -rf "$work"; }
trap cleanup EXIT
fail() { echo "FAIL${step:+ at \"$step\"}: $*"; cat "$work/stderr" 2>/dev/null; exit 1; }

# Xvfb itself finds a free display number.
mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 3>"$work/display" >/dev/null 2>&1 &
pids+=($!)
read -r -t 20 number <"$work/display" || fail "Xvfb did not start"
export DISPLAY=:$number
# A window manager without a display ends at once; start it again.
managed() { xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q 'window id'; }
for attempt in 1 2 3; do
    openbox >/dev/null 2>&1 &
    pids+=($!)
    for i in $(seq 100); do
        managed && break 2
        sleep 0.1
    done
done
managed || fail "the window manager did not start"

# Waits up to a minute until the command succeeds, since other tests and a sanitizer may run at the same time.
await() {
    local i
    for i in $(seq 600); do
        "$@" >/dev/null 2>&1 && return 0
        sleep 0.1
    done
    return 1
}
active() { [[ $(timeout 5 xdotool getactivewindow getwindowname 2>/dev/null) = *Phasor ]]; }
