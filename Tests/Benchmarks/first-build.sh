#!/usr/bin/env bash
# Measures the first debug build of the products of `make demo`, and three rebuilds after a change of one line in a service.
# Works on a copy of the last commit. Passes further arguments to the builds: --disable-index-store.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git archive HEAD | tar -x -C "$folder"
cd "$folder"

build() { # what, further arguments
    local what=$1 start=$SECONDS
    shift
    swift build --product strata-backend "$@" >build.log 2>&1 && swift build --product strata "$@" >>build.log 2>&1 ||
        { tail -n 20 build.log; exit 1; }
    echo "$what: $((SECONDS - start)) s"
}

swift package resolve >/dev/null 2>&1
echo "load average $(uptime | sed 's/.*load average: //')"
build "first build" "$@"
for number in 1 2 3; do
    echo "private func changed$number() -> Int { $number }" >>Modules/RemoteServices/TimeEntries/RemoteTimeEntryService.swift
    build "rebuild after one line" "$@"
done
