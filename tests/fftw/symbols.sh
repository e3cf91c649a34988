#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# symbols.sh OURS SYMBOLS HEADER LETTERS: what the libraries in the folder OURS export is what the list SYMBOLS says, all
# that FFTW's HEADER declares is on it, all that the headers for Fortran 2003 beside it bind is there, and beside Debian's
# libraries, where they are installed: no name that these lack, no Fortran name of theirs that is missing, strings of
# the same size, the same sonames, and no symbol versions. LETTERS: of the precisions, "- f".
set -eu
LC_ALL=C
export LC_ALL
ours=$1 symbols=$2 header=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

complain() { # complain MESSAGE: standard input lists the offenders
    cat >"$work/found"
    if [ -s "$work/found" ]; then
        echo "symbols: $1"
        sed 's/^/    /' "$work/found"
        : >"$work/failed" # a file: pipelines run in shells of their own
    fi
}

rows() { grep '^[a-z]' "$symbols" | sed 's/ *| */|/g'; }

# listed LIBRARY LETTER FORTRAN: the names that it is to export.
listed() {
    rows | awk -F'|' -v library="$1" -v letter="$2" -v fortran="$3" '$2 == library || ($2 == "simd" && library == "main" && letter != "l") {
        print "fftw" letter "_" $1
        if ($4 == "f") { print fortran "fftw_" $1 "_"; print fortran "fftw_" $1 "__" } }' | sort
}

exported() { nm -D --defined-only "$1" | awk '{ print $3 }' | sort; }

# What the header's macro declares.
tr '()\n' '   ' <"$header" | sed 's/FFTW_EXTERN/\n/g' | sed -n 's/.*FFTW_CDECL X \([a-z0-9_]*\) .*/\1/p; s/^ const char X \([a-z_]*\) .*/\1/p' |
    sort -u >"$work/declared"
[ "$(wc -l <"$work/declared")" -gt 60 ] || echo "$header" | complain "declares hardly anything: has its form changed?"
rows | cut -d'|' -f1 | sort >"$work/names"
comm -23 "$work/declared" "$work/names" | complain "declared by $header, and not on the list"

# What the headers for Fortran 2003 beside it bind: of long double in one of their own.
bound() { # bound LETTER
    file=${header%.h}$(echo "$1" | tr -d f).f03
    [ -e "$file" ] || echo "symbols: no $file: not compared" >&2
    [ ! -e "$file" ] || sed -n "s/.*bind(C, name='\(fftw$1_[a-z0-9_]*\)').*/\1/p" "$file" | sort -u
}

system=$(${CC:-cc} -print-file-name=libfftw3.so.3)
case $system in
/*) system=$(dirname "$system") ;;
*) system= && echo "symbols: FFTW's own libraries are not here: not compared" ;;
esac

compare() { # compare NAME LIBRARY LETTER FORTRAN
    file=$ours/$1.so.3
    exported "$file" >"$work/ours"
    listed "$2" "$3" "$4" >"$work/listed"
    diff "$work/listed" "$work/ours" | complain "$1 does not export what the list says"
    readelf -d "$file" | grep -q "SONAME.*\[$1.so.3\]" || echo "$1.so.3" | complain "has another soname"
    readelf -V "$file" | grep "version_d" | complain "$1 has versions of its own"
    [ -n "$system" ] && [ -e "$system/$1.so.3" ] || return 0
    exported "$system/$1.so.3" >"$work/theirs"
    comm -23 "$work/ours" "$work/theirs" | grep -vE "^fftw$3_stet_(threads|planner)$" | complain "$1 exports what FFTW's does not"
    grep "^$4fftw_.*_$" "$work/theirs" | comm -23 - "$work/ours" | complain "Fortran names that $1 lacks"
    for string in version cc codelet_optim; do
        [ "$2" = main ] || continue
        size() { readelf -sW "$1" | awk -v name="fftw$2_$string" '$8 == name && $7 != "UND" { print $3; exit }'; }
        [ "$(size "$file" "$3")" = "$(size "$system/$1.so.3" "$3")" ] || echo "$string" | complain "$1: another size than FFTW's"
    done
    if command -v abidiff >/dev/null; then
        # Internals of FFTW, which are most of what it exports, are not ours to have.
        grep -vxFf "$work/ours" "$work/theirs" | tr '\n' '|' | sed 's/|$//' >"$work/internals"
        printf '[suppress_function]\n  symbol_name_regexp = ^(%s)$\n[suppress_variable]\n  symbol_name_regexp = ^(%s)$\n' \
            "$(cat "$work/internals")" "$(cat "$work/internals")" >"$work/suppressions"
        abidiff --no-added-syms --suppressions "$work/suppressions" "$system/$1.so.3" "$file" >"$work/abidiff" ||
            complain "abidiff of $1" <"$work/abidiff"
    fi
}

command -v abidiff >/dev/null || echo "symbols: skipped: no abidiff (Debian: abigail-tools)"
for letter in "$@"; do
    case $letter in f) fortran=s ;; l) fortran=l ;; *) fortran=d letter= ;; esac
    for library in "" _threads; do exported "$ours/libfftw3$letter$library.so.3"; done | sort >"$work/both"
    bound "$letter" | comm -23 - "$work/both" | complain "bound by fftw3.f03, and not exported"
    compare "libfftw3$letter" main "$letter" $fortran
    compare "libfftw3${letter}_threads" threads "$letter" $fortran
    compare "libfftw3${letter}_omp" threads "$letter" $fortran
done
[ ! -e "$work/failed" ]
