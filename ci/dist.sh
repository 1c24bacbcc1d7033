#!/usr/bin/env bash
# Makes what is given away, in target/dist (or DIST): one static binary, the wheel that holds it, and their checksums. The
# binary needs nothing of the machine that it runs on, which is checked by its symbols; the wheel asks for Z3.
# maturin is taken from PATH, or installed with pip into target/dist/tools.
# PROFILE=dev makes them without optimisation, to try what is packed.
# `--release` refuses to make them while the metadata of `cargo binstall` has no address.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
if [ "${1:-}" = "--release" ] && grep -q '^pkg-url = "https://RELEASES\.invalid/' ci/Cargo.toml; then
  echo "dist: pkg-url in ci/Cargo.toml is not the address of a release: https://RELEASES.invalid" >&2
  exit 1
fi
dist=${DIST:-$root/target/dist}
profile=${PROFILE:-dist}
built=$([ "$profile" = dev ] && echo debug || echo "$profile")
triple=$(rustc -vV | sed -n 's/^host: //p')
target=${CARGO_TARGET_DIR:-$root/target}/static
mkdir -p "$dist"

# `--target` keeps the flag from build scripts and macros, which have to be dynamic.
export RUSTFLAGS="-C target-feature=+crt-static -C strip=symbols" CARGO_TARGET_DIR=$target
echo "dist: building for $triple" >&2
cargo build --profile "$profile" --locked --target "$triple" -p assay-cli
binary=$target/$triple/$built/assay
version=$("$binary" --version | cut -d ' ' -f 2)

if readelf --dynamic "$binary" | grep -q NEEDED || readelf --dyn-syms --wide "$binary" | grep -q '@GLIBC'; then
  echo "dist: $binary asks for libraries of the machine that it runs on" >&2
  exit 1
fi

maturin=$(command -v maturin || true)
if [ -z "$maturin" ]; then
  echo "dist: installing maturin into $dist/tools" >&2
  python3 -m venv "$dist/tools"
  "$dist/tools/bin/pip" install --progress-bar off 'maturin>=1.7,<2'
  maturin=$dist/tools/bin/maturin
fi
rm -f "$dist"/*.whl "$dist"/*.tar.gz "$dist"/SHA256SUMS
"$maturin" build --profile "$profile" --locked --target "$triple" --manifest-path ci/Cargo.toml --out "$dist" --compatibility manylinux_2_28

archive=assay-$triple-v$version
rm -rf "${dist:?}/$archive"
mkdir "$dist/$archive"
cp "$binary" README.md LICENSE-APACHE LICENSE-MIT "$dist/$archive/"
tar czf "$dist/$archive.tar.gz" --owner=0 --group=0 --numeric-owner --sort=name -C "$dist" "$archive"
rm -rf "${dist:?}/$archive"
(cd "$dist" && sha256sum -- *.whl *.tar.gz >SHA256SUMS)
cat "$dist/SHA256SUMS"
