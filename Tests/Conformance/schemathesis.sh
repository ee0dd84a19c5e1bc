#!/usr/bin/env bash
# Tests the backend against its own description: schemathesis generates valid and invalid requests from /openapi.json,
# and checks that the document allows every response.
#
#   Tests/Conformance/schemathesis.sh PATH-TO-strata-backend            the same requests each time, for CI
#   Tests/Conformance/schemathesis.sh PATH-TO-strata-backend SECONDS    different requests each time, to find more
#
# It requires python3 and curl, and PyPI for the first run. All its files are in ${TMPDIR:-/var/tmp}/strata-conformance.
set -euo pipefail

backend=${1:?the path of the strata-backend binary}
seconds=${2:-}
place=${TMPDIR:-/var/tmp}/strata-conformance/schemathesis
here=$(cd "$(dirname "$0")" && pwd)

if ! cmp -s "$here/requirements-schemathesis.txt" "$place/requirements.txt"; then
    rm -rf "$place"
    mkdir -p "$place"
    python3 -m venv "$place/venv"
    "$place/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements-schemathesis.txt"
    cp "$here/requirements-schemathesis.txt" "$place/requirements.txt"
fi

run=$(mktemp -d "$place/run.XXXXXX")
"$backend" --json --quick-passwords --data-dir "$run/data" >"$run/ready" 2>"$run/errors" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$run"' EXIT

url=
for _ in $(seq 300); do
    url=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' "$run/ready")
    [ -n "$url" ] && break
    kill -0 "$server" 2>/dev/null || { cat "$run/errors" >&2; exit 1; }
    sleep 0.1
done
[ -n "$url" ] || { echo "the backend did not start" >&2; exit 1; }

# The token is passed in the environment, because other users of this machine can list arguments. The demo account's
# password and the demo client's secret are in the source anyway.
login='{"email":"ada@example.com","password":"analytical-engine"}'
STRATA_TOKEN=$(curl -fsS "$url/v2/auth/login" -H 'Content-Type: application/json' -d "$login" |
    sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p')
STRATA_CLIENT=$(printf 'strata-demo:punched-cards' | base64)
export STRATA_TOKEN STRATA_CLIENT

cp "$here/schemathesis.toml" "$run"
cd "$run"
if [ -n "$seconds" ]; then
    amount=(--max-time "$seconds")
else
    amount=(--max-examples 50 --generation-deterministic --seed 1)
fi
timeout --signal=INT $((${seconds:-200} * 3)) "$place/venv/bin/schemathesis" run "$url/openapi.json" \
    "${amount[@]}" --warnings off

# If the session had ended during the run, the remaining requests would only have tested the 401 response.
curl -fsS -o /dev/null "$url/v2/users/me" -H @- <<<"Authorization: Bearer $STRATA_TOKEN" ||
    { echo "the session ended during the run" >&2; exit 1; }
