#!/usr/bin/env bash
# Builds FOLDER/lane-opt, and FOLDER/lane-opt-wrong with a mistake in each operation.
#
# usage: ci/tests/lane/build.sh FOLDER        (needs libmlir-22-dev, llvm-22-dev, mlir-22-tools and g++)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
llvm=/usr/lib/llvm-22
mkdir -p "${1:?a folder}"
cd "$1"
generate() { mlir-tblgen-22 -I "$llvm/include" "$here/Lane.td" "$@"; }
generate -gen-op-decls >Lane.h.inc
generate -gen-op-defs >Lane.cpp.inc
generate -gen-dialect-decls -dialect=lane >LaneDialect.h.inc
generate -gen-dialect-defs -dialect=lane >LaneDialect.cpp.inc
generate -gen-enum-decls >LaneEnums.h.inc
generate -gen-enum-defs >LaneEnums.cpp.inc
compile() {
  g++ -std=c++17 -fno-rtti -O0 -I. -I "$llvm/include" "$@" "$here/lane-opt.cpp" -L "$llvm/lib" -Wl,-rpath,"$llvm/lib" \
    -l:libMLIROptLib.a -lMLIR -lLLVM
}
compile -o lane-opt
compile -DMISTAKES -o lane-opt-wrong
