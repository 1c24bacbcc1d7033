#!/usr/bin/env bash
# What is proved for all widths, asked of the solver at each of the widths 1 to 16, and the verdicts of the pattern libraries over all
# their widths.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export ASSAY_WIDTHS=all
for module in widths libraries; do
    cargo test --release --locked -p assay-verifier --test tests "$module::" -- --nocapture "$@"
done
