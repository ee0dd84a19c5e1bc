#!/usr/bin/env bash
# Runs app.py, a small schema on strawberry, under uvicorn on loopback, in the foreground, from its own venv outside the
# checkout. The endpoint's path is /graphql/; /schema.graphql is the schema.
#
#   start.sh --install    installs strawberry if necessary: the only step that needs PyPI
#   start.sh PORT         serves until it is stopped; with port 0 it uses a free port, which uvicorn prints
set -euo pipefail
cd "$(dirname "$0")"

port=${1:?usage: start.sh --install | PORT}
name=strawberry oldest=3.11
. ../venv.sh
[ "$port" != --install ] || exit 0

export PYTHONDONTWRITEBYTECODE=1
exec "$venv/bin/python" -m uvicorn app:app --host 127.0.0.1 --port "$port" --no-access-log --timeout-keep-alive 30 \
    --timeout-graceful-shutdown 1
