#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# one-library.sh PREFIX KERNELS NN_KERNELS: a process that loads several installed libraries has one libstet.
#  1. libstet.so defines every kernel of the list KERNELS, libstet_nn.so every one of NN_KERNELS, and
#     libstet_mpi the range kernels. No other installed ELF file defines a kernel. libstet.a is for static linking and is left out.
#  2. Every library that calls private functions of libstet.so loads from PREFIX. The loader refuses it
#     beside a libstet.so of another build, and names the version that it has not found.
#  3. libstet.so has at most 14 MB, and all installed files together at most 41 MB.
set -eu
LC_ALL=C
export LC_ALL
prefix=$1 kernels=$2 kernels_nn=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fail() {
    echo "one-library: $1"
    failed=1
}

find "$prefix" -type f | sort >"$work/files"
while read -r file; do
    if [ "$(head -c 4 "$file" | tail -c 3)" = ELF ]; then echo "$file"; fi
done <"$work/files" >"$work/elf"
library=$(grep '/libstet\.so\.' "$work/elf")
soname=$(readelf -d "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')

sort -u "$kernels" >"$work/kernels"
sort -u "$kernels_nn" >"$work/kernels-nn"
while read -r file; do
    nm --defined-only "$file" 2>/dev/null | awk '{ print $3 }' | sort -u >"$work/defined"
    case $file in
    "$library")
        comm -23 "$work/kernels" "$work/defined" >"$work/wrong"
        [ ! -s "$work/wrong" ] || fail "$file does not define $(paste -sd ' ' "$work/wrong")"
        ranges='^stet_[a-z0-9]*_range' ;;
    */libstet_mpi-*)
        grep -q '^stet_soft_range64$' "$work/defined" || fail "$file does not define stet_soft_range64"
        comm -12 "$work/kernels" "$work/defined" >"$work/wrong"
        [ ! -s "$work/wrong" ] || fail "$file defines $(paste -sd ' ' "$work/wrong")"
        ranges='^$' ;;
    *)
        comm -12 "$work/kernels" "$work/defined" >"$work/wrong"
        [ ! -s "$work/wrong" ] || fail "$file defines $(paste -sd ' ' "$work/wrong")"
        ranges='^stet_[a-z0-9]*_range' ;;
    esac
    case $file in
    */libstet_nn.so.*) comm -23 "$work/kernels-nn" "$work/defined" >"$work/wrong" ;;
    *) comm -12 "$work/kernels-nn" "$work/defined" >"$work/wrong" ;;
    esac
    [ ! -s "$work/wrong" ] || fail "$file lacks, or defines in place of libstet_nn.so: $(paste -sd ' ' "$work/wrong")"
    ! grep "$ranges\(32\|64\|dd\)$" "$work/defined" || fail "$file defines the range kernels above"
done <"$work/elf"

# A libstet.so whose private version has another digest.
mkdir "$work/other"
sed 's/\(STET_PRIVATE_[0-9.]*_\)[0-9a-f]\{8\}/\1########/g' "$library" >"$work/other/$soname"
siblings=0
while read -r file; do
    case $file in "$prefix"/bin/*) continue ;; esac # programs load in gate_install
    # A file that needs the version has it after the heading of its needs.
    readelf -V "$file" | sed -n '/Version needs/,$p' | grep -q STET_PRIVATE_ || continue
    siblings=$((siblings + 1))
    said=$(env -u LD_LIBRARY_PATH LD_PRELOAD="$file" /bin/true 2>&1 || echo "it does not load")
    [ -z "$said" ] || fail "$file: $said"
    if said=$(LD_LIBRARY_PATH="$work/other" LD_PRELOAD="$file" /bin/true 2>&1); then
        fail "$file was loaded with a libstet.so of another build: $said"
    fi
    echo "$said" | grep -q 'STET_PRIVATE_.*not found' || fail "$file: the loader says something else: $said"
done <"$work/elf"
[ $siblings -gt 0 ] || fail "no file needs the private version"

tr '\n' '\0' <"$work/files" | xargs -0 stat -c '%s %n' | awk -v prefix="$prefix/" '
    { sum += $1; sub(prefix, "", $2) }
    $1 >= 1e5 { printf "%7.2f MB %s\n", $1 / 1e6, $2 }
    $2 ~ /\/libstet\.so\./ && $1 > 14e6 { print "one-library: libstet.so has more than 14 MB"; bad = 1 }
    END {
        printf "%7.2f MB in %d files\n", sum / 1e6, NR
        if (sum > 41e6) { print "one-library: the installed files have more than 41 MB"; bad = 1 }
        exit bad
    }' || failed=1
echo "$(wc -l <"$work/kernels") kernels, $siblings libraries of this build"
exit $failed
