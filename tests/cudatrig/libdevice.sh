#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# libdevice.sh LIBDEVICE.bc LLVM_DIS LLVM_LINK CLANG SHIM.c OUT.o: NVIDIA's own sinf, cosf, sincosf,
# sinpif, cospif and sincospif, compiled for this machine. Nothing of it is kept but in the build
# folder.
#
# The six functions are cut out of the library's text with the constants, types and declarations
# that they use; the target lines go; the intrinsics of their GPU, which no other target has,
# become calls of ordinary functions, which the shim defines as IEEE 754 does; the one piece of
# their assembly, a b + c in 64 bits, becomes shim.mad below.
set -eu
bitcode=$1 dis=$2 link=$3 clang=$4 shim=$5 out=$6
flags="-O2 -ffp-contract=off -mfma -fPIC"
"$dis" "$bitcode" -o "$out.all.ll"
awk '
    /^%struct\./ { print; next }
    /^@__cudart_i2opi_f|^@\.str/ { print; next }
    /^define .*@__nv_(sinf|cosf|sincosf|sinpif|cospif|sincospif)\(/ { inside = 1 }
    inside { print }
    /^}/ { inside = 0 }
    /^declare .*@(llvm\.nvvm\.|__nvvm_reflect)/ { print }
    /^attributes #/ { sub(/=.*/, "= { nounwind }"); print }
' "$out.all.ll" | sed -e 's/@llvm\.nvvm\.\([a-z0-9.]*\)/@"shim.\1"/g' -e 's/addrspace([0-9]*) *//g' \
    -e 's/@__nv_/@libdevice_/g' -e 's/@__nvvm_reflect/@"shim.reflect"/g' \
    -e 's/call { i32, i32 } asm "{[^"]*mad\.lo\.cc\.u32[^"]*madc\.hi\.u32[^"]*", "[^"]*"(/call { i32, i32 } @"shim.mad"(/' \
    -e 's/, !srcloc ![0-9]*//' -e 's/, !llvm.loop ![0-9]*//' >"$out.six.ll"
cat >>"$out.six.ll" <<'END'
define internal { i32, i32 } @"shim.mad"(i32 %a, i32 %b, i32 %c) {
  %wide_a = zext i32 %a to i64
  %wide_b = zext i32 %b to i64
  %wide_c = zext i32 %c to i64
  %product = mul i64 %wide_a, %wide_b
  %sum = add i64 %product, %wide_c
  %low = trunc i64 %sum to i32
  %shifted = lshr i64 %sum, 32
  %high = trunc i64 %shifted to i32
  %first = insertvalue { i32, i32 } undef, i32 %low, 0
  %pair = insertvalue { i32, i32 } %first, i32 %high, 1
  ret { i32, i32 } %pair
}
END
# shellcheck disable=SC2086 # options
"$clang" $flags -emit-llvm -c "$shim" -o "$out.shim.bc"
"$link" --suppress-warnings "$out.shim.bc" "$out.six.ll" -o "$out.bc"
# shellcheck disable=SC2086 # options
"$clang" $flags -Wno-override-module -c -x ir "$out.bc" -o "$out"
