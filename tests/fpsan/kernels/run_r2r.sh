#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_r2r.sh PROGRAM ISA [long]: all kinds and lengths on one instance; then every planted bug must
# be found. Exit 77 (skipped) where the CPU has not got the instruction set.
set -eu
program=$1 STET_ISA=$2 failed=0
export STET_ISA
log=$program.$STET_ISA.log

case $("$program" dct2 4 2>/dev/null || true) in
*", $STET_ISA,"*) ;;
*) echo "this CPU does not run $STET_ISA" && exit 77 ;;
esac

# Odd and even, primes of direct sums (17, 31, 47), lengths that vectors do not divide. DCT1 and DST1
# have 2(n-1) and 2(n+1) points inside: with 9, 18 and 46 or 48 those are such lengths too.
# Up to 256 floats are recognised as roots of order 16 n; beyond, stet_r2r.c narrows doubles.
lengths="1 2 3 4 5 6 8 9 16 17 18 46 47 48 65"
bugs="9 16"
case ${3:-} in
*long*)
    lengths="$lengths 7 10 11 12 13 14 15 20 24 26 30 31 32 33 34 45 63 64 94 100 128 143 255 256 257 512 1024"
    bugs="9 16 31 64"
    ;;
esac
for kind in r2hc hc2r dht dct1 dct2 dct3 dct4 dst1 dst2 dst3 dst4; do
    for n in $lengths; do
        [ "$kind $n" != "dct1 1" ] || continue
        "$program" $kind "$n" >"$log" 2>&1 || failed=1
        if grep -E 'stayed native|: remark: ' "$log"; then failed=1; fi
        grep -E 'EQUAL|DIFFERENT' "$log" || { cat "$log" && failed=1; }
    done
done

# find BUG KIND...: in lengths that are odd and even, and short and in vectors.
find() {
    bug=$1
    shift
    for kind in "$@"; do
        for n in $bugs; do
            status=0
            "$program" "$kind" "$n" "$bug" >"$log" 2>&1 || status=$?
            case "$status $kind-$((n % 2))" in
            "0 "* | "3 dct4-1" | "3 dst4-1") ;; # whose table is one number
            *) cat "$log" && echo "not found: $bug, $kind, n $n" && failed=1 ;;
            esac
        done
    done
}
find neighbour dct2 dct3 dct4 dst2 dst3 dst4
find sign dct2 dct3 dct4 dst2 dst3 dst4
find item r2hc hc2r dht dct1 dct2 dct3 dct4 dst1 dst2 dst3 dst4
find kind r2hc dht dct2 dct3 dct4 dst2 dst3 dst4
find tail r2hc hc2r dht dct1 dct2 dct3 dct4 dst1 dst2 dst3 dst4
rm -f "$log"
exit $failed
