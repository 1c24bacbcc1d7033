#!/usr/bin/env bash
# A hook before each commit: judges the patterns in the files that are named, or, without arguments (as git's own
# pre-commit hook), those in staged files as they are staged. ci/assay.sh says which `assay`; ASSAY_REQUIRE (default:
# values) what has to be shown, and a baseline counts where assay-baseline.json lies at the top of the repository.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)

files=("$@")
if [ ${#files[@]} -eq 0 ]; then
  mapfile -d '' files < <(git diff --cached --name-only --diff-filter=d -z -- '*.mlir' '*.pdll' ':!*.irdl.mlir')
  [ ${#files[@]} -gt 0 ] || exit 0
  . "$here/staged.sh"
  cd "$staged"
fi
options=(--format concise --force-exclude --require "${ASSAY_REQUIRE:-values}")
[ ! -e assay-baseline.json ] || options+=(--baseline assay-baseline.json)
# Files without patterns and those that assay.toml excludes are passed over.
"$here/assay.sh" check "${options[@]}" -- "${files[@]}"
