#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# namespace-beside.sh HEADER NODE ARCHIVE SHARED LIBSTET.A ALLOWED: three rules about the names of a
# library beside libstet.
#  1. every global symbol that the archive defines begins with stet_, and libstet.a defines none of them
#  2. the shared library exports the STET_API functions of the header in the version NODE, and no more
#  3. what the archive takes from outside is of libstet.a, or on the allowed list
set -eu
LC_ALL=C
export LC_ALL
header=$1 node=$2 archive=$3 shared=$4 libstet=$5 allowed=$6
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

defines() { # an archive's member headings have no second field
    nm -P -g --defined-only "$1" | awk 'NF > 1 { print $1 }' | sort -u
}

defines "$archive" >"$work/defined"
defines "$libstet" >"$work/libstet"
grep -v '^stet_' "$work/defined" >"$work/foreign" || true
complain "$archive defines names outside stet_:" "$work/foreign"
comm -12 "$work/defined" "$work/libstet" >"$work/both"
complain "$archive defines names of $libstet:" "$work/both"

# STET_API ... name( , over line ends, comments removed
tr '\n' ' ' <"$header" | sed 's:/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/: :g' | tr ';' '\n' |
    sed -n "s/.*STET_API[^(]*[ *]\(stet_[a-z0-9_]*\) *(.*/\1@@$node/p" | sort -u >"$work/declared"
nm -P -D --with-symbol-versions --defined-only "$shared" | awk '$2 != "A" { print $1 }' | sort -u >"$work/exported"
comm -23 "$work/declared" "$work/exported" >"$work/missing"
comm -13 "$work/declared" "$work/exported" >"$work/surplus"
complain "$header declares what $shared does not export:" "$work/missing"
complain "$shared exports what $header does not declare:" "$work/surplus"
[ -s "$work/declared" ] || { echo "no STET_API function found in $header" && failed=1; }

nm -P -u "$archive" | awk 'NF > 1 { print $1 }' | sort -u >"$work/used"
grep -v '^#' "$allowed" | sort -u - "$work/defined" "$work/libstet" >"$work/known"
comm -23 "$work/used" "$work/known" >"$work/outside"
complain "$archive uses names that are neither of $libstet nor in $allowed:" "$work/outside"

echo "$(wc -l <"$work/defined") names defined, $(wc -l <"$work/exported") exported"
exit $failed
