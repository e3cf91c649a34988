#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_oclgrind.sh GPU_COMPARE: short transforms on Oclgrind, which interprets kernels: no data race, no access outside of
# an array, nothing read that nobody wrote, the bits of the CPU; and with the barriers taken out it reports races and such reads.
# Exit status 77: there is no Oclgrind. It knows nothing of an intrinsic that `restrict` becomes.
#
# The kernels are those that no pass of LLVM has been at (-disable-llvm-passes). Of others Oclgrind 21.10 itself makes of a store
# of a vector one of no value at all and one of each part (Program::scalarizeAggregateStore), and reports the first; and its check
# for what nobody wrote ends a kernel where a division has become a `freeze`. One transform in a process: in the next one memory
# that the first had counts as not written.
set -eu
library=
for place in /usr/lib /usr/local/lib /usr/lib64; do
    [ -n "$library" ] || library=$(find "$place" -name liboclgrind-rt-icd.so 2>/dev/null | head -n 1)
done
[ -n "$library" ] || { echo "skipped: no Oclgrind (scripts/deps gpu installs it)" && exit 77; }
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
echo "$library" >"$here/oclgrind.icd"
export OCL_ICD_VENDORS="$here" STET_GPU_CACHE=off OCLGRIND_DATA_RACES=1 OCLGRIND_UNINITIALIZED=1 OCLGRIND_CHECK_API=1
options="-Drestrict= -disable-llvm-passes"
gpu_compare=$1
# Each a transform of lines up to 24: c2c, r2c and c2r, all precisions and levels, two dimensions, convolutions; 12: level correct,
# with all its kernels.
for seed in 1 2 3 4 5 6 10 11 12; do
    OCLGRIND_BUILD_OPTIONS="$options" "$gpu_compare" opencl 1 $seed 24 >"$here/out" 2>&1 || echo "error: status $?" >>"$here/out"
    if grep -iqE "race|invalid|uninitialized|unsupported|error" "$here/out"; then
        cat "$here/out"
        exit 1
    fi
    grep -E "^b?f[0-9]" "$here/out"
done
OCLGRIND_BUILD_OPTIONS="$options -Dbarrier(x)=" "$gpu_compare" opencl 1 5 24 >"$here/out" 2>&1 || :
for what in "data race" "ninitialized value"; do
    grep -q "$what" "$here/out" || { cat "$here/out" && echo "kernels without barriers show no $what" && exit 1; }
    echo "none; without barriers $(grep -c "$what" "$here/out") times: $what"
done
