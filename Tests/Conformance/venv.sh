# For start.sh of each server: sets `venv` to a Python environment with the packages of requirements.txt, which it creates
# if necessary. Only that needs PyPI. `name` is the server's name, `oldest` the oldest Python version that it supports.

fail() { printf '%s: %s\n' "$name" "$1" >&2; exit 1; }

command -v python3 >/dev/null 2>&1 \
    || fail "python3 is missing. Type: apt-get install python3-venv (Debian, Ubuntu) or brew install python (macOS)."
python3 -c 'import sys; sys.exit(sys.version_info < tuple(map(int, sys.argv[1].split("."))))' "$oldest" \
    || fail "$(python3 --version) is too old: Python $oldest or newer is needed. On macOS, type: brew install python"

# Named after the pins and the Python version, so that a change of either gets its own venv beside those of other
# checkouts.
root=${TMPDIR:-/var/tmp}/strata-conformance-$(id -u)
venv=$root/$name-$(python3 - requirements.txt <<'P'
import hashlib, sys, sysconfig
pins = open(sys.argv[1], "rb").read()
print(hashlib.sha256(pins + sysconfig.get_config_var("EXT_SUFFIX").encode()).hexdigest()[:12])
P
)

# The folder contains programs that are run, so it must belong to this user.
(umask 077 && mkdir -p "$root")
[ -O "$root" ] && [ ! -L "$root" ] || fail "$root belongs to another user. Remove it, or set TMPDIR to a folder of your own."

if [ ! -x "$venv/bin/python" ]; then
    python3 -c 'import ensurepip, venv' 2>/dev/null \
        || fail "python3 has no venv module. Type: apt-get install python3-venv"
    echo "$name: installing it into $venv (once, from PyPI)"
    # Under another name until it is complete, so that an interrupted installation is never used. Of two concurrent
    # installations, the first stays.
    partial=$(mktemp -d "$root/partial.XXXXXX")
    trap 'rm -rf "$partial"' EXIT
    python3 -m venv "$partial" || fail "python3 -m venv failed (above)."
    "$partial/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
        --only-binary :all: --requirement requirements.txt \
        || fail "pip could not install it (above). After the installation it needs no network."
    python3 -c 'import os, sys; os.rename(sys.argv[1], sys.argv[2])' "$partial" "$venv" 2>/dev/null \
        || [ -x "$venv/bin/python" ] || fail "could not create $venv."
    rm -rf "$partial"
    trap - EXIT
fi
