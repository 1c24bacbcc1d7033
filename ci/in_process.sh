#!/usr/bin/env bash
# Z3 as a library (feature z3-inproc): builds with it and holds its answers against those of the process, on every
# question of the corpus. The library comes out of the z3-solver package of PyPI, by checksum: Debian's is too old for
# the z3 crate. Apart from `ci/test.sh`, because it builds the verifier a second time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
ci/setup.sh

version=5.4.0
wheel=z3_solver-$version.0-py3-none-manylinux_2_27_x86_64.whl
sum=0549ffad554178a59480ba41b5279cfbb27053ed5a2da269ae1a48214d5db34b
library=${CARGO_TARGET_DIR:-$PWD/target}/z3-$version

if [ ! -e "$library/libz3.so" ]; then
  command -v python3 >/dev/null || { echo "in_process: please install python3 with pip" >&2; exit 1; }
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  python3 -m pip download --quiet --no-deps --only-binary :all: --platform manylinux_2_27_x86_64 \
    --dest "$work" "z3-solver==$version.0"
  echo "$sum  $work/$wheel" | sha256sum --check --quiet
  mkdir -p "$library"
  python3 -m zipfile -e "$work/$wheel" "$work/wheel"
  cp "$work"/wheel/z3/lib/libz3.so "$work"/wheel/z3/lib/libz3.so.* "$library/"
fi

export Z3_NO_PKG_CONFIG=1 Z3_SYS_Z3_VERSION=$version Z3_LIBRARY_PATH_OVERRIDE=$library
export LD_LIBRARY_PATH=$library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
cargo clippy -p assay-verifier --features z3-inproc --lib --locked -- -D warnings
cargo test -p assay-verifier --features z3-inproc --locked --test tests in_process:: -- --nocapture
