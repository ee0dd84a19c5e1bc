#!/usr/bin/env bash
# Counts the instructions of one repetition of each contender with valgrind: on a busy machine these hold still where times
# don't. The difference of two runs leaves out what starting costs.
#
#   make bench && Tests/Benchmarks/instructions.sh chain "six empty links" "default links"
#   Tests/Benchmarks/instructions.sh calls "AsyncHTTPClient + JSONDecoder(.iso8601)" "the whole stack"
set -euo pipefail
cd "$(dirname "$0")/../.."
measure=$1
shift

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Older versions of valgrind can't read the debug information that Swift writes.
strip --strip-debug -o "$folder/benchmarks" .build-bench/release/benchmarks

# Valgrind does not let the program start its server; this one ends with the pipe that feeds it.
coproc ANSWERER { .build-bench/release/answerer; }
read -r port <&"${ANSWERER[0]}"

instructions() { # contender, repetitions
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$folder/benchmarks" \
        --only "$measure" --port "$port" --solo "$1" --repetitions "$2" 2>&1 >/dev/null | awk '/Collected/ { print $4 }'
}

for contender in "$@"; do
    few=$(instructions "$contender" 300)
    many=$(instructions "$contender" 1300)
    echo "$contender: $(((many - few) / 1000)) instructions a repetition"
done
