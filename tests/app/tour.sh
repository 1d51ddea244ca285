#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Walks the README's tour in six steps, then more of the window, every preset and each control, with a real mouse and
# real keys. Checks that the program lives, does what the README says, and writes nothing to stderr.
#   tour.sh PROGRAM PLACES [--short] [PICTURES]
# PLACES prints where things are (places.cpp); --short: the tour, few presets and controls; PICTURES: a folder for the
# README's pictures (needs ImageMagick).
set -uo pipefail
program=$1 places=$2
shift 2
short=
[ "${1:-}" = --short ] && { short=1; shift; }
pictures=${1:-}
source "$(dirname "${BASH_SOURCE[0]}")/display.sh"
[ -z "$pictures" ] || command -v import >/dev/null || { echo "pictures need ImageMagick's import"; exit 1; }

step=start
lives() { kill -0 "$app" 2>/dev/null || fail "the program has ended"; }
start() {
    "$program" "$@" 2>>"$work/stderr" &
    app=$!
    pids+=("$app")
    await active || fail "no window appeared ($(timeout 5 xdotool search --name . getwindowname %@ 2>&1))"
    sleep 0.5
}
ended() { ! kill -0 "$app" 2>/dev/null; }
quit() {
    lives
    xdotool key ctrl+q
    await ended || fail "the program still runs a minute after Ctrl+Q"
    wait "$app" || fail "exit code $?"
}
# Matches the program's saved state: "d_model": 512
has() { grep -Eq "$1" "$settings"; }
expect() {
    lives
    await has "$1" || fail "its state never has $1: $(grep -E "${1%%:*}" "$settings")"
}
# Moves the pointer over the heatmap of a maximized window. The program saves changes a moment later.
nudge() { xdotool mousemove 560 280 sleep 0.2 mousemove 580 300 sleep 3; }
# Finds the present places of things from the last saved state.
look() {
    found() { nudge; "$places" "$settings" ${chosen:+"$chosen"} >"$work/places" 2>"$work/why"; }
    found || found || found || fail "no places: $(cat "$work/why")"
    activate() { xdotool windowactivate "$(xdotool search --onlyvisible --name '^Phasor$' | tail -1)" && active; }
    await activate || fail "the window did not come back"
}
place() { grep "^$1 " "$work/places" || fail "there is no $1 to be seen"; }
# click NAME [ACROSS DOWN], in percent of its size
click() {
    local at
    at=$(place "$1") || { echo "$at"; exit 1; }
    set -- $at "${2:-50}" "${3:-50}"
    xdotool mousemove $(($2 + $4 * $6 / 100)) $(($3 + $5 * $7 / 100)) sleep 0.1 click 1 sleep 0.2
    lives
}
# drag NAME FROM TO, in percent of its width
drag() {
    local at
    at=$(place "$1") || { echo "$at"; exit 1; }
    set -- $at "$2" "$3"
    local y=$(($3 + $5 / 2)) i x
    xdotool mousemove $(($2 + $4 * $6 / 100)) $y mousedown 1
    for i in 1 2 3 4 5 6 7 8; do
        x=$(($2 + $4 * ($6 + ($7 - $6) * i / 8) / 100))
        xdotool mousemove $x $y sleep 0.05
    done
    xdotool mouseup 1 sleep 0.2
    lives
}
typed() { # types into the field NAME
    click "$1"
    xdotool key ctrl+a type --delay 20 "$2"
    xdotool key Return sleep 0.2
}
picture() { [ -z "$pictures" ] || { mkdir -p "$pictures"; xdotool mousemove 1279 799; sleep 0.7; import -window root "$pictures/$1.png"; }; }

# preset_sentence: Presets ▸ 1. Dropout on the sum ▸ A sentence, all the way, the first of its menu
preset_sentence() { xdotool key alt+p sleep 0.3 key 1 sleep 0.3 key Return sleep 0.5; }
# view ID: the entry of the menu View. Its views are in six groups, each in the order of views.def; the last is one view.
view() {
    local group down
    chosen=$1
    read -r group down < <(awk -F'[(, "]+' -v id="$1" '
        BEGIN { split("Table Sum Dropout Attention Precision Training", names); for (i in names) at[names[i]] = i }
        /^PHASOR_VIEW/ { if ($3 == id) print at[$4] - 1, n[$4] + 0; n[$4]++ }' "$(dirname "${BASH_SOURCE[0]}")/../../src/views/views.def")
    xdotool key alt+v sleep 0.3
    [ "$group" -eq 0 ] || xdotool key --repeat "$group" --delay 20 Down
    [ "$group" -eq 5 ] || xdotool key Right sleep 0.3
    [ "$down" -eq 0 ] || xdotool key --repeat "$down" --delay 20 Down
    xdotool key Return sleep 0.5
    lives
}
scale_none() {
    click combo-scale 92 50
    xdotool key End Return sleep 0.3
    expect '"scale": *"none"'
}
scheme() {
    click combo-scheme
    xdotool type --delay 20 "$1"
    xdotool key Return sleep 0.3
    expect "\"scheme\": *\"${1,,}\""
}

step="README 1: begin with a sentence"
start
picture readme-start
xdotool key Return sleep 0.5
preset_sentence
expect '"text": *"The cat sat on the mat because it was tired."'
expect '"d_model": *128'
look
picture readme-sentence
step="README 2: follow the pipeline"
for stage in tokens embedding scaled position sum mask output; do
    click "stage-$stage"
    expect "\"stage\": *\"$stage\""
done
step="README 3: read a number"
point_along_heatmap() {
    set -- $(place heatmap)
    local i
    for i in 20 40 60 80; do
        xdotool mousemove $(($2 + $4 * i / 100)) $(($3 + $5 * i / 100)) sleep 0.1
    done
    lives
}
point_along_heatmap
place readout-text >/dev/null
step="README 4: bring the position back"
scale_none
step="README 5: train it"
view training
expect '^ *"training",?$|"view": *"training"' # a plot, or a cell of a board
look
click training-start
trained() { has '"trainings": *\['; } # a finished run is saved with the next change
for i in $(seq 300); do # 15 minutes for a build with a sanitizer
    nudge
    trained && break
done
trained || fail "no run of the training ends"
picture readme-training
step="README 6: change the idea"
for name in RoPE ALiBi; do
    look
    scheme "$name"
done
picture readme-alibi
quit
rm -f "$settings"

step="the start page"
start
xdotool key ctrl+a type --delay 30 'the cat sat on the mat'
expect '"text": *"the cat sat on the mat"'
xdotool key Escape sleep 0.5
quit
rm -f "$settings"

step="a sentence, and the box s·E + PE"
start --scheme sinusoidal # from the defaults, without start page
xdotool type --delay 30 'the cat sat on the mat'
expect '"text": *"the cat sat on the mat"'
look
click stage-sum
expect '"stage": *"sum"'
picture window-light
step="drag d_model"
drag slider-d-model 55 30
await eval '! has "\"d_model\": *512,"' || fail "d_model is what it was"
typed field-d-model 512
expect '"d_model": *512'
step="click a box of the strip"
for stage in tokens embedding scaled position mask output sum; do
    click "stage-$stage"
    expect "\"stage\": *\"$stage\""
done
step="the mouse over the heatmap"
point_along_heatmap
step="scale none and back"
scale_none
click combo-scale 92 50
xdotool key Home Return sleep 0.3
expect '"scale": *"sqrt-d-model"'
step="drag p to 1 and back, eval, acts on"
drag slider-dropout 16 100
expect '"dropout": *1[,.]?'
typed field-dropout 0.1
expect '"dropout": *0.1'
click fold-dropout
look
for control in mode placement; do
    click "combo-$control"
    xdotool key Down Return sleep 0.3
done
expect '"mode": *"eval"'
expect '"placement": *"embedding"'
for control in mode placement; do
    click "combo-$control"
    xdotool key Home Return sleep 0.3
done
expect '"placement": *"sum"'
step="more plots in the place of others"
for key in 5 6 7 8 9; do
    xdotool key "ctrl+$key" sleep 0.4 key Escape sleep 0.2 # a full board asks which view to replace
    lives
done
xdotool key space sleep 0.5 key space
for key in 1 2 3 4; do
    xdotool key "ctrl+$key" sleep 0.3 key Escape sleep 0.2
    lives
done
step="compare with a copy"
xdotool key ctrl+b sleep 0.5
look
typed field-d-model 64
expect '"d_model": *64'
picture compare
step="ALiBi and RoPE"
for name in ALiBi RoPE; do
    look
    scheme "$name"
done
for name in alibi rope; do
    quit
    start --scheme "$name" --text 'the cat sat' --d-model 64
    nudge
    expect "\"scheme\": *\"$name\""
    picture "$name"
done
step="the plot's own menu"
look
set -- $(place heatmap)
xdotool mousemove $(($2 + $4 / 2)) $(($3 + $5 / 2)) click 3 sleep 0.5 key Escape sleep 0.2
lives
step="export"
in_front() { timeout 5 xdotool getactivewindow getwindowname 2>/dev/null | grep -q "$1"; }
xdotool key ctrl+e
await in_front 'Export plot:' || fail "no dialog of the figure"
xdotool sleep 1 key Return
await in_front 'Export plot —' || fail "no dialog of the file: $(xdotool getactivewindow getwindowname)"
xdotool key ctrl+a type --delay 10 "$work/figure.svg"
xdotool key Return
await test -s "$work/figure.svg" || fail "no figure was written"
grep -q 'the cat sat' "$work/figure.svg" || fail "the figure does not carry its sentence"
await active || fail "the window is not in front again"
lives

step="each control, by the keys"
quit
start --text 'the cat sat' --d-model 64 --max-len 100
controls=$([ -n "$short" ] && echo 12 || echo 60)
for i in $(seq "$controls"); do
    xdotool key Tab sleep 0.05 key Down sleep 0.15 key Up sleep 0.15
    lives
done
quit

step="presets"
number=0
for id in $("$program" list presets | awk '{print $1}'); do
    number=$((number + 1))
    [ -n "$short" ] && [ $((number % 10)) -ne 1 ] && continue
    step="preset $id"
    start --preset "$id"
    sleep 0.5
    picture "preset-$id"
    quit
done
[ "$number" -gt 10 ] || fail "only $number presets"

step="the themes"
for theme in dark projector; do
    rm -f "$settings"
    start --text 'the cat sat on the mat'
    quit
    sed -i "s/\"theme\": *\"[a-z]*\"/\"theme\": \"$theme\"/" "$settings"
    start
    picture "window-$theme"
    quit
    cat >"$work/rope.phasor" <<'SESSION'
{ "format": "phasor-session", "version": 2, "plots": ["phasors", "frequencies", "relative"],
  "parameters": { "scheme": "rope", "text": "The animal didn't cross the street because it was too tired" } }
SESSION
    start "$work/rope.phasor"
    [ -z "$pictures" ] || sleep 9 # until the message with the file's name is gone
    picture "window-rope-$theme"
    quit
done

[ ! -s "$work/stderr" ] || fail "something was written to stderr"
echo "PASS"
