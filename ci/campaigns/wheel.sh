#!/usr/bin/env bash
# The wheel and the static binary that `ci/dist.sh` made, as a user gets them: the wheel is installed into a fresh virtual
# environment, and both check the corpus with the Z3 that came with the wheel. Exit code 1 when one byte of the reports differs.
# The checksums are compared first. pip takes z3-solver by its name.
#
# usage: ci/campaigns/wheel.sh [DIST]      (default: target/dist)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
dist=$(cd "${1:-$root/target/dist}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$dist" && sha256sum --check --quiet SHA256SUMS)
mkdir "$work/archive"
tar xzf "$dist"/assay-*.tar.gz -C "$work/archive"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --progress-bar off "$dist"/assay_cli-*.whl
installed=$work/venv/bin/assay
built=$(echo "$work"/archive/*/assay)

cd "$root"
report() {
  local status=0
  "$1" check corpus/patterns --isolated --solver "$work/venv/bin/z3" --format json >"$2" 2>"$2.said" || status=$?
  echo "exit code $status" >>"$2.said"
}
report "$installed" "$work/installed"
report "$built" "$work/built"
cmp "$work/installed" "$work/built"
cmp "$work/installed.said" "$work/built.said"
echo "$(basename "$(echo "$dist"/*.whl)"): $(tail -n 1 "$work/installed.said"), $(stat -c %s "$work/installed") bytes, the same as of the built binary"
