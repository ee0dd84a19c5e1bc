#!/usr/bin/env bash
# Runs a server of the conformance tests on loopback, in the foreground: Tests/Conformance/serve.sh httpbin|graphql [PORT]
# It prints its address, and uses a free port unless you name one. The first time, it is installed from PyPI into a venv.
set -euo pipefail
cd "$(dirname "$0")/$1"

fail() { printf 'conformance: %s\n' "$1" >&2; exit 1; }

python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
    fail "Python 3.11 or newer with venv is missing. Type: apt-get install python3-venv (Debian, Ubuntu) or brew install python (macOS)."
# The venv's programs are run, so its folder must belong to this user. Its name has the digest of the pins.
root=${TMPDIR:-/var/tmp}/strata-conformance-$(id -u)
(umask 077 && mkdir -p "$root")
[ -O "$root" ] && [ ! -L "$root" ] || fail "$root belongs to another user. Remove it, or set TMPDIR to a folder of your own."
venv=$root/$1-$(cat requirements.txt <(python3 --version) | cksum | tr ' ' -)
if [ ! -e "$venv/installed" ]; then
    rm -rf "$venv"
    python3 -m venv "$venv" && "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
        --no-deps --only-binary :all: --requirement requirements.txt || fail "pip could not install $1 (above)."
    touch "$venv/installed"
fi
export PYTHONDONTWRITEBYTECODE=1
case $1 in
    # One worker is one process to stop; its threads keep connections alive and serve slow responses concurrently.
    httpbin) set -- gunicorn --bind "127.0.0.1:${2:-0}" --worker-class gthread --workers 1 --threads 64 --keep-alive 30 \
        --timeout 120 --graceful-timeout 1 --chdir "$root" httpbin:app ;;
    graphql) set -- uvicorn app:app --host 127.0.0.1 --port "${2:-0}" --no-access-log --timeout-keep-alive 30 \
        --timeout-graceful-shutdown 1 ;;
esac
exec "$venv/bin/python" -m "$@"
