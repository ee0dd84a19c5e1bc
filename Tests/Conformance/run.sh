#!/usr/bin/env bash
# Runs ConformanceTests against httpbin on a free loopback port, and stops the server afterwards in every case.
# `make conformance` calls it. It passes its arguments to `swift test`, for example --skip-build.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."

"$here/httpbin/start.sh" --install

log=$(mktemp "${TMPDIR:-/var/tmp}/strata-conformance-log.XXXXXX")
server= tests=

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
    end "$server"
    rm -f "$log"
    exit "$status"
}
trap leave EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# With job control, each of the two gets its own process group, whose number is that of its leader.
set -m
"$here/httpbin/start.sh" 0 </dev/null >"$log" 2>&1 &
server=$!

# The server listens before it can respond, so the request below waits in its backlog.
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
    printf 'conformance: httpbin did not respond within 30 seconds. Its output:\n' >&2
    cat "$log" >&2
    exit 1
fi
echo "conformance: httpbin is ready at $address"

# In the background, so that this script handles signals at once and not after the tests.
STRATA_HTTPBIN=$address "${SWIFT:-swift}" test --filter ConformanceTests "$@" </dev/null &
tests=$!
set +m
status=0
wait "$tests" || status=$?
exit "$status"
