#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# symbols.sh OURS SYMBOLS HEADER: libfftw3_mpi and libfftw3f_mpi in the folder OURS export what the list SYMBOLS says, all
# that FFTW's HEADER declares is on it, and what Debian's libraries have for Fortran.
set -eu
LC_ALL=C
export LC_ALL
ours=$1 symbols=$2 header=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

complain() { # complain MESSAGE: standard input lists the offenders
    cat >"$work/found"
    [ -s "$work/found" ] || return 0
    echo "symbols: $1"
    sed 's/^/    /' "$work/found"
    : >"$work/failed"
}

grep '^[a-z]' "$symbols" | sort >"$work/names"
sed -n 's/.*XM(\([a-z0-9_]*\)).*/\1/p' "$header" | grep -v '^ddim$' | sort -u >"$work/declared"
[ "$(wc -l <"$work/declared")" -eq 37 ] || wc -l <"$work/declared" | complain "$header declares another number of functions than 37"
comm -23 "$work/declared" "$work/names" | complain "declared by $header, and not on the list"
for letter in '' f; do
    library=libfftw3${letter}_mpi.so.3
    nm -D --defined-only "$ours/$library" | awk '{ print $3 }' | sort >"$work/exported"
    sed "s/^/fftw${letter}_mpi_/" "$work/names" | sort | diff - "$work/exported" | complain "$library does not export what the list says"
    readelf -d "$ours/$library" | grep -q "SONAME.*\[$library\]" || echo "$library" | complain "has another soname"
    theirs=$(${CC:-cc} -print-file-name="$library")
    case $theirs in
    /*) nm -D --defined-only "$theirs" | awk '{ print $3 }' | grep '_f03$' | grep -v _guru_ | sort | comm -23 - "$work/exported" |
        complain "names for Fortran that $library lacks" ;;
    *) echo "symbols: FFTW's own $library is not here: not compared" ;;
    esac
done
[ ! -e "$work/failed" ]
