#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# old-cpu.sh QEMU PROBE GOLDEN GOLDEN_FILE LOWEST BEST TEST...: the library on x86-64 CPUs that lack
# what this machine has. LOWEST is the instance expected on a CPU without fma, BEST that of one with
# AVX2. First the emulator shows that it refuses what the model lacks: else a leak would go unseen.
set -eu
qemu=$1 probe=$2 golden=$3 file=$4 lowest=$5 best=$6
shift 6
failed=0
unset STET_ISA

fails() {
    echo "$*"
    failed=1
}

# runs MODEL INSTRUCTION: 132 is 128 + SIGILL.
runs() {
    status=0
    # A subshell of its own hides the message of a killed process.
    ("$qemu" -cpu "$1" "$probe" "$2") >/dev/null 2>&1 || status=$?
    [ $status -eq 0 ] || [ $status -eq 132 ] || fails "$1: probe $2 ended with $status"
    [ $status -eq 0 ]
}

model() { # model NAME INSTANCE "HAS" "LACKS"
    for i in $3; do runs "$1" "$i" || fails "$1: the emulator has no $i"; done
    for i in $4; do ! runs "$1" "$i" || fails "$1: the emulator runs $i, which that CPU lacks"; done
    "$qemu" -cpu "$1" "$golden" --quick "$file" >"$work/out" || fails "$1: the golden bits differ"
    tail -n 2 "$work/out" | sed "s/^/$1: /"
    grep -qx "instruction set: $2" "$work/out" || fails "$1: expected the instance $2"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
model qemu64 "$lowest" sse2 'ssse3 sse4 avx fma avx2 bmi2 avx512' # the first of the 64-bit ones
model SandyBridge "$lowest" 'sse4 avx' 'fma avx2 bmi2 avx512'
model Haswell "$best" 'fma avx2' avx512
for test in "$@"; do
    "$qemu" -cpu qemu64 "$test" >"$work/out" 2>&1 || { cat "$work/out" && fails "qemu64: $test failed"; }
done
exit $failed
