#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_kernels.sh PROGRAM ISA: all lengths on one instance, two primes each; then every planted bug must be
# found. Exit 77 (skipped) where the CPU has not got the instruction set.
set -eu
program=$1 STET_ISA=$2 failed=0 long=
export STET_ISA

case $("$program" 4 2>/dev/null || true) in
*", $STET_ISA,"*) ;;
*) echo "this CPU does not run $STET_ISA" && exit 77 ;;
esac

# Powers of two up to the sizes of every schedule: 2^15 doubles exceed the second-level cache, 2^18
# have one step more. Every odd radix and mixtures. Primes from 17 to 127, with factors before and
# after. Above 127: Rader's method (131, 137, 1009), Bluestein's (263), also with a power of two and an
# odd radix.
for prime in 1 0; do
    [ $prime -gt 0 ] || long="320 512 1009 1024 2048 8192 32768 65536 262144"
    for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 20 22 24 26 28 30 31 32 34 35 37 39 40 45 47 48 51 59 64 \
        68 77 80 94 96 100 101 128 141 143 160 192 256 289 131 137 262 263 393 $long; do
        FPSAN_PRIME=$prime "$program" "$n" >"$program.$STET_ISA.log" 2>&1 || failed=1
        if grep -E 'stayed native|: remark: ' "$program.$STET_ISA.log"; then failed=1; fi
        grep -E 'EQUAL|DIFFERENT' "$program.$STET_ISA.log" || { cat "$program.$STET_ISA.log" && failed=1; }
    done
done
found() { # found BUG N...
    bug=$1
    shift
    for n in "$@"; do
        "$program" "$n" "$bug" 2>/dev/null || { echo "NOT FOUND: $bug, n $n" && failed=1; }
    done
}
found neighbour 16 64 256 1024 32768
found sign 16 64 256
found tail 16 64 256 32768
found clamp 16 64 256
found constant 17 34 101 289
found filter 131 262 263 526
found order 131 262
found chirp 263 526
rm -f "$program.$STET_ISA.log"
exit $failed
