#!/usr/bin/env bash
# The VS Code extension as a .vsix file, with the last vsce that runs on Node 20.
#
# usage: ci/editors/package.sh [FOLDER]        (FOLDER: target/editors)
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-target/editors}
mkdir -p "$out/vscode"
cp ci/editors/vscode/* ci/editors/vscode/.vscodeignore "$out/vscode/"
for licence in LICENSE*; do [ -e "$licence" ] && cp "$licence" "$out/vscode/"; done
(
  cd "$out/vscode"
  npm install --omit=dev --no-audit --no-fund --silent
  npx --yes @vscode/vsce@3.9.2 package --allow-missing-repository --skip-license --out ..
)
ls "$out"/*.vsix
