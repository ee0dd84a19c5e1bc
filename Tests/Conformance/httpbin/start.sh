#!/usr/bin/env bash
# Runs httpbin under gunicorn on loopback, in the foreground, from its own venv outside the checkout.
#
#   start.sh --install    installs httpbin if necessary: the only step that needs PyPI
#   start.sh PORT         serves until it is stopped; with port 0 it uses a free port, which gunicorn prints
set -euo pipefail
cd "$(dirname "$0")"

port=${1:?usage: start.sh --install | PORT}
name=httpbin oldest=3.10
. ../venv.sh
[ "$port" != --install ] || exit 0

# One worker, so that there is one process to stop; gthread keeps connections alive and serves slow responses
# concurrently.
exec "$venv/bin/python" -m gunicorn --bind "127.0.0.1:$port" --worker-class gthread --workers 1 --threads 64 \
    --keep-alive 30 --timeout 120 --graceful-timeout 1 --chdir "$root" httpbin:app
