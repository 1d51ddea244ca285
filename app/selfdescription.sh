#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes completions and a manual page from the built program's --help, so that they have every option.
#   app/selfdescription.sh PROGRAM FOLDER
set -euo pipefail
program=$1 folder=$2
for shell in bash zsh fish; do
    "$program" completion "$shell" > "$folder/completion.$shell"
done
export COLUMNS=100000 # no line breaks: the reader of the page breaks lines

# Help as roff. Input: "Headings:", and lines of a name, two blanks or more, and its description.
to_roff() {
    awk '
        function roff(text) { gsub(/\\/, "\\e", text); gsub(/-/, "\\-", text); return text ~ /^[.\x27]/ ? "\\&" text : text }
        /^Usage:/ || /^       phasor/ || /^[[:space:]]*$/ { next }
        /^[^ ].*:$/ { sub(/:$/, ""); print ".SS " roff($0); next }
        /^  / {
            sub(/^ +/, "")
            name = $0; sub(/  .*/, "", name)
            text = substr($0, length(name) + 1); sub(/^ +/, "", text)
            printf ".TP\n.B %s\n%s\n", roff(name), roff(text); next
        }
        { print ".PP\n" roff($0) }'
}

manual_page() {
    local help version command
    help=$("$program" --help)
    version=$("$program" --version)
    printf '.TH PHASOR 1 "" "%s" "User Commands"\n' "$version"
    printf '.SH NAME\nphasor \\- laboratory for positional encodings\n'
    printf '.SH SYNOPSIS\n.B phasor\n.RI [ FILE ]\n.br\n.B phasor\n.I COMMAND\n.RI [ OPTIONS ]\n'
    printf '.SH DESCRIPTION\n'
    to_roff <<<"$help"
    for command in $(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' <<<"$help" | grep -vx -e help -e completion); do
        printf '.SH "PHASOR %s"\n' "${command^^}"
        "$program" "$command" --help | to_roff
    done
    printf '.SH FILES\n'
    printf '.TP\n.I %s\n%s\n' \
        '$XDG_STATE_HOME/phasor/window.json' \
        'Setup and arrangement of the window, for the next start. Of several windows the one opened first keeps it.' \
        '$XDG_STATE_HOME/phasor/window.json.corrupt\-DATE' 'Settings that could not be read, kept aside.' \
        '$XDG_STATE_HOME/phasor/window.json.crashed\-DATE' \
        'Settings with which Phasor ended twice before it showed anything, kept aside.' \
        '$XDG_STATE_HOME/phasor/autosave/' \
        'Unsaved work of each open window. After a crash the next window offers it.' \
        '$XDG_CACHE_HOME/phasor/' 'Pictures of the views, which can be deleted at any time.'
}
manual_page > "$folder/phasor.1"
gzip -9nf "$folder/phasor.1"
