# SPDX-License-Identifier: GPL-3.0-or-later
# Functions for scripts that try something on a fresh Debian in a chroot. Needs root, debootstrap and a Debian mirror.
#   fresh [SUITE]             makes the folder $fresh (default: bookworm); it is removed at the script's end
#   inside COMMAND…           runs the command in it
fresh() {
    local suite=${1:-bookworm} mirror
    mirror=$(awk '/^URIs:/ { print $2; exit }' /etc/apt/sources.list.d/*.sources 2>/dev/null || true)
    fresh=$(mktemp -d)
    trap 'umount "$fresh/proc" "$fresh/dev" 2>/dev/null; rm -rf --one-file-system "$fresh"' EXIT
    if [ -n "${FRESH_BASE:-}" ]; then # a tar file of a fresh Debian
        tar -C "$fresh" -xf "$FRESH_BASE"
    else
        debootstrap --variant=minbase --include=ca-certificates "$suite" "$fresh" ${mirror:+"$mirror"} >/dev/null
    fi
    chmod 755 "$fresh"
    cp /etc/resolv.conf /etc/hosts "$fresh/etc/"
    mount -t proc proc "$fresh/proc"
    mount --bind /dev "$fresh/dev"
}

inside() {
    chroot "$fresh" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
