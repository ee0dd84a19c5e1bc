#!/usr/bin/env bash
# Runs ConformanceTests against httpbin on a free port of the loopback interface, and ends the server on every way out.
# `make conformance` calls it. What stands behind it goes to `swift test`, such as --skip-build.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."

"$here/httpbin/start.sh" --install

log=$(mktemp "${TMPDIR:-/var/tmp}/strata-conformance-log.XXXXXX")
server= tests=

# Whether any process of the group that began with process $1 is alive.
lives() { kill -0 -- "-$1" 2>/dev/null; }

# Ends that group, and only that: asks for two seconds, then insists.
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
    end "$server"
    rm -f "$log"
    exit "$status"
}
trap leave EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Job control gives each of the two a process group of its own, whose number is that of its first process.
set -m
"$here/httpbin/start.sh" 0 </dev/null >"$log" 2>&1 &
server=$!

# It listens before it can answer, so the question waits in its queue rather than here.
address=
for _ in {1..300}; do
    address=$(sed -n 's|.*Listening at: \(http://127\.0\.0\.1:[0-9]*\).*|\1|p' "$log" | head -n 1)
    [ -z "$address" ] || break
    lives "$server" || break
    sleep 0.1
done
if [ -z "$address" ] || ! python3 - "$address/status/204" <<'P'
import sys, urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
sys.exit(opener.open(sys.argv[1], timeout=30).status != 204)
P
then
    printf 'conformance: httpbin did not answer within 30 seconds. It said:\n' >&2
    cat "$log" >&2
    exit 1
fi
echo "conformance: httpbin answers at $address"

# In the background only so that a signal to this script is not kept waiting for their end.
STRATA_HTTPBIN=$address "${SWIFT:-swift}" test --filter ConformanceTests "$@" </dev/null &
tests=$!
set +m
status=0
wait "$tests" || status=$?
exit "$status"
