#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_oclgrind.sh GPU_COMPARE: short transforms on Oclgrind, which interprets kernels: no data race, no access outside of
# an array, nothing read that nobody wrote, the bits of the CPU; and with the barriers taken out it reports races and such reads.
# Exit status 77: there is no Oclgrind. It knows nothing of an intrinsic that `restrict` becomes.
#
# What nobody wrote is looked for in kernels that no pass of LLVM has been at (-disable-llvm-passes). In others Oclgrind 21.10
# itself makes of a store of a vector one of no value at all and one of each part (Program::scalarizeAggregateStore), and reports
# the first; and that check ends a kernel where a division has become a `freeze`. One transform in a process: in the next one
# memory of the first counts as not written.
set -eu
library=
for place in /usr/lib /usr/local/lib /usr/lib64; do
    [ -n "$library" ] || library=$(find "$place" -name liboclgrind-rt-icd.so 2>/dev/null | head -n 1)
done
[ -n "$library" ] || { echo "skipped: no Oclgrind (scripts/deps gpu installs it)" && exit 77; }
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
echo "$library" >"$here/oclgrind.icd"
export OCL_ICD_VENDORS="$here" STET_GPU_CACHE=off OCLGRIND_DATA_RACES=1 OCLGRIND_CHECK_API=1
check() { # check NUMBERS SEED MOST
    OCLGRIND_BUILD_OPTIONS=-Drestrict= "$gpu_compare" opencl "$@" >"$here/out" 2>&1 || { cat "$here/out" && exit 1; }
    if grep -E "race|Invalid|ERROR|error detected" "$here/out"; then
        cat "$here/out"
        exit 1
    fi
    grep -E "^b?f[0-9]" "$here/out"
}
gpu_compare=$1
check 300 5 32
check 1500 9 40
unset OCLGRIND_DATA_RACES
passes="-Drestrict= -disable-llvm-passes"
for seed in 1 2 3 4 5 6 10 11; do
    OCLGRIND_UNINITIALIZED=1 OCLGRIND_BUILD_OPTIONS="$passes" "$gpu_compare" opencl 1 $seed 24 >"$here/out" 2>&1 ||
        echo "error: status $?" >>"$here/out"
    ! grep -iqE "uninitialized|unsupported|error" "$here/out" || { cat "$here/out" && exit 1; }
done
OCLGRIND_UNINITIALIZED=1 OCLGRIND_BUILD_OPTIONS="$passes -Dbarrier(x)=" "$gpu_compare" opencl 1 5 24 >"$here/out" 2>&1 || :
grep -q "ninitialized value" "$here/out" || { cat "$here/out" && echo "kernels without barriers read what was written" && exit 1; }
echo "nothing read that nobody wrote; without barriers $(grep -c 'ninitialized value' "$here/out") times"
export OCLGRIND_DATA_RACES=1
if OCLGRIND_BUILD_OPTIONS="-Drestrict= -Dbarrier(x)=" "$gpu_compare" opencl 100 9 40 >"$here/out" 2>&1; then :; fi
grep -q "data race" "$here/out" || { cat "$here/out" && echo "kernels without barriers show no race" && exit 1; }
echo "no race; without barriers $(grep -c 'data race' "$here/out") are seen"
