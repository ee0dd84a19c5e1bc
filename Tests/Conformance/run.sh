#!/usr/bin/env bash
# Runs ConformanceTests against httpbin and a GraphQL server on free loopback ports, and stops them afterwards in every
# case.
#
#   Tests/Conformance/run.sh COMMAND...    the command that runs the tests, as `make conformance` passes it
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."

"$here/httpbin/start.sh" --install
"$here/graphql/start.sh" --install

logs=$(mktemp -d "${TMPDIR:-/var/tmp}/strata-conformance-log.XXXXXX")
servers=() tests=

# Whether any process of the group with leader $1 is alive.
lives() { kill -0 -- "-$1" 2>/dev/null; }

# Ends that group only: SIGTERM first, SIGKILL after two seconds.
end() {
    [ -n "$1" ] && lives "$1" || return 0
    kill -TERM -- "-$1" 2>/dev/null || true
    for _ in {1..20}; do lives "$1" || return 0; sleep 0.1; done
    kill -KILL -- "-$1" 2>/dev/null || true
}

leave() {
    status=$?
    trap '' HUP INT TERM
    end "$tests"
    for server in ${servers[@]+"${servers[@]}"}; do end "$server"; done
    rm -rf "$logs"
    exit "$status"
}
trap leave EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Starts the server in folder $1 and sets `address` when it responds to GET $2.
start() {
    local log=$logs/$1
    "$here/$1/start.sh" 0 </dev/null >"$log" 2>&1 &
    servers+=($!)
    # The server listens before it can respond, so the request below waits in its backlog.
    address=
    for _ in {1..300}; do
        address=$(sed -n 's|.* \(http://127\.0\.0\.1:[0-9]*\).*|\1|p' "$log" | head -n 1)
        [ -z "$address" ] || break
        lives "$!" || break
        sleep 0.1
    done
    if [ -z "$address" ] || ! python3 - "$address$2" <<'P'
import sys, urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
sys.exit(opener.open(sys.argv[1], timeout=30).status // 100 != 2)
P
    then
        printf 'conformance: %s did not respond within 30 seconds. Its output:\n' "$1" >&2
        cat "$log" >&2
        exit 1
    fi
    echo "conformance: $1 is ready at $address"
}

# With job control, each server and the tests get their own process group, whose number is that of its leader.
set -m
start httpbin /status/204
httpbin=$address
start graphql /schema.graphql
graphql=$address

# In the background, so that this script handles signals at once and not after the tests.
STRATA_HTTPBIN=$httpbin STRATA_GRAPHQL=$graphql "$@" </dev/null &
tests=$!
set +m
status=0
wait "$tests" || status=$?
exit "$status"
