#!/usr/bin/env bash
# Runs a command with httpbin and a GraphQL server on free ports, and stops them afterwards in every case:
# Tests/Conformance/run.sh COMMAND..., as `make conformance` does.
set -euo pipefail
cd "$(dirname "$0")/../.."

logs=$(mktemp -d)
# With job control, each job has a process group, which ends as a whole.
set -m
trap '{ for job in $(jobs -p); do kill -TERM -- "-$job"; done; wait; rm -rf "$logs"; } 2>/dev/null' EXIT
trap 'exit 130' HUP INT TERM

# Starts a server, and sets `address` once it listens. Requests before it can respond wait in its backlog.
start() {
    echo "conformance: starting $1 (the first time, it is installed from PyPI)"
    Tests/Conformance/serve.sh "$1" </dev/null >"$logs/$1" 2>&1 &
    until address=$(grep -m 1 -o 'http://127\.0\.0\.1:[0-9]*' "$logs/$1" 2>/dev/null); do
        kill -0 "$!" 2>/dev/null || { cat "$logs/$1" >&2; exit 1; }
        sleep 0.1
    done
}
start httpbin
export STRATA_HTTPBIN=$address
start graphql
export STRATA_GRAPHQL=$address
# In the background, so that this script handles signals at once and not after the tests.
"$@" </dev/null &
wait "$!"
