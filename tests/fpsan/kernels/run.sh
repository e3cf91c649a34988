#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh PROGRAM ISA: all lengths on one instance, two primes each; then every planted bug must be
# found. Exit 77 (skipped) where the CPU has not got the instruction set.
set -eu
program=$1 STET_ISA=$2 failed=0 long=
export STET_ISA

case $("$program" 4 2>/dev/null || true) in
*", $STET_ISA,"*) ;;
*) echo "this CPU does not run $STET_ISA" && exit 77 ;;
esac

# Powers of two up to the sizes of every schedule; every odd radix and mixtures; Bluestein for a
# prime above 13 alone, with a power of two, and with an odd radix.
for prime in 1 0; do
    [ $prime -gt 0 ] || long="320 512 1024 2048"
    for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 20 22 24 26 28 30 31 32 34 35 39 40 45 48 51 64 \
        77 80 96 100 128 143 160 192 256 $long; do
        FPSAN_PRIME=$prime "$program" "$n" >"$program.$STET_ISA.log" 2>&1 || failed=1
        if grep 'stayed native' "$program.$STET_ISA.log"; then failed=1; fi
        grep -E 'EQUAL|DIFFERENT' "$program.$STET_ISA.log" || { cat "$program.$STET_ISA.log" && failed=1; }
    done
done
for bug in neighbour sign tail clamp; do
    for n in 16 64 256; do
        "$program" $n $bug 2>/dev/null || { echo "NOT FOUND: $bug, n $n" && failed=1; }
    done
done
rm -f "$program.$STET_ISA.log"
exit $failed
