#!/usr/bin/env bash
# Measures the first debug build of the products of `make demo` in a copy of the last commit, and a rebuild after a change of
# one line in a service. Passes its arguments to the builds: --disable-index-store.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git archive HEAD | tar -x -C "$folder"
cd "$folder"
swift package resolve >/dev/null 2>&1
uptime
for what in "first build" rebuild; do
    start=$SECONDS
    for product in strata-backend strata; do swift build --product "$product" "$@" >log 2>&1 || { tail -n 20 log; exit 1; }; done
    echo "$what: $((SECONDS - start)) s"
    echo "private func changed() {}" >>Modules/RemoteServices/TimeEntries/RemoteTimeEntryService.swift
done
