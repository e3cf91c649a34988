#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# namespace.sh INCLUDE_DIR LIBSTET.A LIBSTET.SO ALLOWED LAB.H LAB.A LAB.SO: four rules about
# names.
#  1. every global symbol that the archive defines begins with stet_
#  2. the shared library exports the STET_API functions of the headers in the version STET_0, no more, no
#     less; every other name that it exports is in the version STET_PRIVATE_ of its build
#  3. what the archive takes from outside is on the allowed list
#  4. libstet_lab stays outside: its archive defines what its header declares, all of its names
#     begin with stet_, and libstet.a and the other headers have none of them; its shared library
#     exports what the header declares in the version STET_LAB_0, no more, no less
set -eu
LC_ALL=C
export LC_ALL
include=$1 archive=$2 shared=$3 allowed=$4 lab_header=$5 lab=$6 lab_shared=$7
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

complain() { # complain MESSAGE FILE: a non-empty file is a list of offenders
    if [ -s "$2" ]; then
        echo "$1"
        sed 's/^/    /' "$2"
        failed=1
    fi
}

defines() { # "name type ..." lines; an archive's member headings have no second field
    nm -P -g --defined-only "$1" | awk 'NF > 1 { print $1 }' | sort -u
}

declares() { # a header's declarations: STET_API ... name( , over line ends, comments removed
    tr '\n' ' ' <"$1" | sed 's:/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/: :g' | tr ';' '\n' |
        sed -n 's/.*STET_API[^(]*[ *]\(stet_[a-z0-9_]*\) *(.*/\1/p' | sort -u
}

defines "$archive" >"$work/defined"
grep -v '^stet_' "$work/defined" >"$work/foreign" || true
complain "$archive defines names outside stet_:" "$work/foreign"

for header in "$include"/*.h; do
    case $header in "$lab_header" | */stet_mpi.h | */stet_nn.h) ;; *) declares "$header" ;; esac # libraries of their own
done | sort -u >"$work/declared"
nm -P -D --with-symbol-versions --defined-only "$shared" | awk '$2 != "A" { print $1 }' >"$work/versions"
sed -n 's/@@*STET_0$//p' "$work/versions" | sort -u >"$work/exported"
grep -v '@STET_0$\|@STET_PRIVATE_[0-9.]*_[0-9a-f]\{8\}$' "$work/versions" >"$work/unversioned" || true
complain "$shared exports names without a version of its own:" "$work/unversioned"
comm -23 "$work/declared" "$work/exported" >"$work/missing"
comm -13 "$work/declared" "$work/exported" >"$work/surplus"
complain "$include declares what $shared does not export:" "$work/missing"
complain "$shared exports what $include does not declare:" "$work/surplus"
[ -s "$work/declared" ] || { echo "no STET_API function found in $include" && failed=1; }

nm -P -u "$archive" | awk 'NF > 1 { print $1 }' | sort -u >"$work/used"
grep -v '^#' "$allowed" | sort -u - "$work/defined" >"$work/known"
comm -23 "$work/used" "$work/known" >"$work/outside"
complain "$archive uses names that are not in $allowed:" "$work/outside"

defines "$lab" >"$work/lab"
declares "$lab_header" >"$work/lab.declared"
grep -v '^stet_' "$work/lab" >"$work/foreign" || true
complain "$lab defines names outside stet_:" "$work/foreign"
comm -23 "$work/lab.declared" "$work/lab" >"$work/missing"
complain "$lab_header declares what $lab does not define:" "$work/missing"
sort -u "$work/defined" "$work/used" "$work/declared" |
    comm -12 - "$work/lab" >"$work/inside"
complain "$archive or $include has names of $lab:" "$work/inside"
nm -P -D --with-symbol-versions --defined-only "$lab_shared" | awk '$2 != "A" { print $1 }' |
    sed 's/@@STET_LAB_0$//' | sort -u >"$work/lab.exported"
comm -3 "$work/lab.declared" "$work/lab.exported" >"$work/differ"
complain "$lab_header declares (left) and $lab_shared exports (right) different names:" "$work/differ"
[ -s "$work/lab.declared" ] ||
    { echo "no STET_API function found in $lab_header" && failed=1; }

echo "$(wc -l <"$work/defined") names defined, $(wc -l <"$work/exported") exported," \
    "$(wc -l <"$work/declared") declared, $(comm -23 "$work/used" "$work/defined" | wc -l) from outside"
exit $failed
