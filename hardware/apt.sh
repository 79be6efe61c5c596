#!/bin/sh
# Install the named Debian packages that are missing, or say which command would.
set -eu
missing=
for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null; then
    echo "Missing:$missing. This machine has no apt-get; install them by its own means, then run make again." >&2
    exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "Missing:$missing. Run: sudo apt-get install --no-install-recommends$missing" >&2
    exit 1
fi
apt-get -qq update
# shellcheck disable=SC2086 # one word a package
DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends $missing >/dev/null
