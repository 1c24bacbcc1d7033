#!/usr/bin/env bash
# A hook before each commit: judges the patterns in the files that are named, or, without arguments (as git's own
# pre-commit hook), those in staged files. ASSAY names a binary to use instead of building one.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
assay=(${ASSAY:-"$here/assay.sh"})

files=("$@")
if [ ${#files[@]} -eq 0 ]; then
  mapfile -d '' files < <(git diff --cached --name-only --diff-filter=d -z -- '*.mlir' '*.pdll' ':!*.irdl.mlir')
fi
[ ${#files[@]} -gt 0 ] || exit 0
status=0
"${assay[@]}" check "${files[@]}" --format concise || status=$?
# Files without patterns are no reason to stop.
[ "$status" -ne 3 ] || status=0
exit "$status"
