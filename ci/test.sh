#!/usr/bin/env bash
# Everything that has to pass: formatting, lints, documentation, tests. Installs z3 and MLIR 22 when they are
# missing. Without ASSAY_ACCEPTANCE (the folder of the acceptance pack) the tests that read it are ignored; with
# ASSAY_REQUIRE_MLIR=1 an ignored test is a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
ci/setup.sh --mlir

step() { echo "== $*" >&2; "$@"; }
step cargo fmt --all --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps --locked --quiet
step cargo test --workspace --locked --quiet
