#!/usr/bin/env bash
# Programs through our engine and through mlir-opt-22: PAIRS of them with one pattern, SETS with a library of several
# patterns. Goes on where it was stopped; the parts of 5,000 lie in target/campaigns/engine-pairs-SEED.
# usage: engine-pairs.sh SEED [PAIRS [SETS]]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seed=${1:?usage: engine-pairs.sh SEED [PAIRS [SETS]]}
folder=target/campaigns/engine-pairs-$seed
mkdir -p "$folder"

# parts NAME TEST COUNT: the parts of one kind; ASSAY_NAME says how many, ASSAY_NAME_SEED which.
parts() {
    for ((part = 0; part * 5000 < $3; part++)); do
        record=$folder/$1-$part.txt
        if ! grep -qs 'test result: ok' "$record"; then
            env ASSAY_REQUIRE_MLIR=1 ASSAY_PAIRS_CRASHES="${CRASHES:-40}" "ASSAY_$1=5000" "ASSAY_$1_SEED=$((seed * 100 + part))" \
                cargo test --release --locked --quiet -p assay-fuzz --test tests -- "engine_mlir::$2" --nocapture >"$record" 2>&1
        fi
        grep -hE '^[0-9]+ (pairs|libraries)' "$record"
    done
}

parts PAIRS the_engine_does_what_mlir_does "${2:-80000}"
parts SETS a_library_does_what_it_does_in_mlir "${3:-20000}"
grep -hE '^[0-9]+ (pairs|libraries)' "$folder"/*.txt |
    awk '{ compared += $1 } END { print compared " pairs compared in all; none differs" }'
