#!/usr/bin/env bash
# httpbin under gunicorn on loopback, in the foreground, from a venv of its own outside the checkout.
#
#   start.sh --install    installs it, if it is not there yet: the one step that needs PyPI
#   start.sh PORT         serves until it is ended; port 0 takes a free one, which gunicorn prints
set -euo pipefail
cd "$(dirname "$0")"

fail() { printf 'httpbin: %s\n' "$1" >&2; exit 1; }

port=${1:?usage: start.sh --install | PORT}

command -v python3 >/dev/null 2>&1 \
    || fail "python3 is missing. Type: apt-get install python3-venv (Debian, Ubuntu) or brew install python (macOS)."
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
    || fail "$(python3 --version) is too old: Python 3.10 or newer is needed. On macOS, type: brew install python"

# Named after the pins and the Python, so that a change of either installs anew beside what other checkouts use.
root=${TMPDIR:-/var/tmp}/strata-conformance-$(id -u)
venv=$root/httpbin-$(python3 - requirements.txt <<'P'
import hashlib, sys, sysconfig
pins = open(sys.argv[1], "rb").read()
print(hashlib.sha256(pins + sysconfig.get_config_var("EXT_SUFFIX").encode()).hexdigest()[:12])
P
)

# What lies there is run, so nobody else may have put it there.
(umask 077 && mkdir -p "$root")
[ -O "$root" ] && [ ! -L "$root" ] || fail "$root is somebody else's. Remove it, or set TMPDIR to a folder of yours."

if [ ! -x "$venv/bin/python" ]; then
    python3 -c 'import ensurepip, venv' 2>/dev/null \
        || fail "python3 has no venv module. Type: apt-get install python3-venv"
    echo "httpbin: installing it into $venv (once, from PyPI)"
    # Under another name until it is whole: an install that was cut off is never taken for one. Of two at the same time,
    # the first stays.
    partial=$(mktemp -d "$root/partial.XXXXXX")
    trap 'rm -rf "$partial"' EXIT
    python3 -m venv "$partial" || fail "python3 -m venv failed (above)."
    "$partial/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
        --only-binary :all: --requirement requirements.txt \
        || fail "pip could not install it (above). Once installed, it needs no network any more."
    python3 -c 'import os, sys; os.rename(sys.argv[1], sys.argv[2])' "$partial" "$venv" 2>/dev/null \
        || [ -x "$venv/bin/python" ] || fail "$venv can't be made."
    rm -rf "$partial"
    trap - EXIT
fi
[ "$port" != --install ] || exit 0

# One worker, so that there is one process to end; gthread keeps connections alive and serves slow answers side by side.
exec "$venv/bin/python" -m gunicorn --bind "127.0.0.1:$port" --worker-class gthread --workers 1 --threads 64 \
    --keep-alive 30 --timeout 120 --graceful-timeout 1 --chdir "$root" httpbin:app
