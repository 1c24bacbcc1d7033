#!/usr/bin/env bash
# Runs `assay` with the given arguments; builds it first, and installs z3 when it is missing.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/ci/setup.sh"
cargo build --quiet --release --locked --manifest-path "$root/Cargo.toml" -p assay-cli
exec "${CARGO_TARGET_DIR:-$root/target}/release/assay" "$@"
