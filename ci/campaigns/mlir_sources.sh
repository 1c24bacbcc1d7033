#!/usr/bin/env bash
# Unpacks the tests and the C++ of MLIR 22.1.8 from the source package of the distribution into a folder: `mlir_sources.sh DIR`.
# The machine's own list of package servers is used, asked for sources of the suite that has this version.
set -euo pipefail
out=${1:?usage: mlir_sources.sh DIR}
version=22.1.8
[ -d "$out/mlir/test" ] && [ -d "$out/mlir/lib" ] && exit 0
mkdir -p "$out"
state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT
mkdir -p "$state/lists/partial"
# The first server in deb822 or one-line form, without options.
server=$(cat /etc/apt/sources.list.d/*.sources 2>/dev/null | sed -n 's/^URIs: *\([^ ]*\).*/\1/p' | head -1)
[ -n "$server" ] || server=$(sed -n 's/^deb  *\(\[[^]]*\] *\)\{0,1\}\([^ ]*\).*/\2/p' /etc/apt/sources.list | head -1)
key=$(cat /etc/apt/sources.list.d/*.sources 2>/dev/null | sed -n 's/^Signed-By: *\(.*\)/\1/p' | head -1)
echo "deb-src ${key:+[signed-by=$key] }$server sid main" > "$state/sources.list"
options=(-o Dir::Etc::sourcelist="$state/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$state/lists"
  -o APT::Get::List-Cleanup=0 -o APT::Sandbox::User=root)
apt-get "${options[@]}" update -qq
full=$(apt-cache "${options[@]}" showsrc llvm-toolchain-22 | sed -n "s/^Version: \(.*$version.*\)/\1/p" | tail -1)
[ -n "$full" ] || { echo "the source package has no version $version" >&2; exit 2; }
(cd "$state" && apt-get "${options[@]}" source --download-only --tar-only "llvm-toolchain-22=$full")
tar -C "$out" --strip-components=1 --wildcards -xf "$state"/llvm-toolchain-22_*.orig.tar.* '*/mlir/test/*' '*/mlir/lib/*'
echo "$out/mlir/test"
