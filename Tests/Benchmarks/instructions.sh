#!/usr/bin/env bash
# Counts the instructions of one repetition of each contender with valgrind. They are stable on a busy machine, and times are
# not. The difference of two runs excludes the cost of the start: instructions.sh MEASURE CONTENDER...
set -euo pipefail
cd "$(dirname "$0")/../.."
measure=$1
shift

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Older versions of valgrind can't read the debug information that Swift writes.
strip --strip-debug -o "$folder/benchmarks" .build-bench/release/benchmarks

# Under valgrind the program can't start its server. This one ends when its input pipe closes.
coproc RESPONSE_SERVER { .build-bench/release/response-server; }
read -r port <&"${RESPONSE_SERVER[0]}"

instructions() { # contender, repetitions
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$folder/benchmarks" \
        --only "$measure" --port "$port" --solo "$1" --repetitions "$2" 2>&1 >/dev/null | awk '/Collected/ { print $4 }'
}

for contender in "$@"; do
    few=$(instructions "$contender" 300)
    many=$(instructions "$contender" 1300)
    echo "$contender: $(((many - few) / 1000)) instructions a repetition"
done
