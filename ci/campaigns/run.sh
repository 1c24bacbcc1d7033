#!/usr/bin/env bash
# Runs a campaign: `run.sh NAME ARGUMENTS` is `assay fuzz ARGUMENTS` with its records in target/campaigns/NAME, where it
# goes on when it was stopped. The other scripts of this folder are the campaigns that figures come from.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
name=$1
shift
cargo build --release --locked --quiet -p assay-cli
exec target/release/assay fuzz --out "target/campaigns/$name" "$@"
