#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# rooms.sh SRC LIST LAB TOOLS: the rooms of src/ keep to the table of its README.
#  1. a file includes of another room only the headers that this room shows, and of rooms that its
#     own may include; the files under "Element policies" of lines/README.md also the headers there
#  2. no include names a file without its room
#  3. an object uses names of its own room and of those that it may include, and of no other; but the
#     table of base/isa.c has the addresses of all kernels, stet_<isa>_<family>, whose structs it does
#     not know
#  4. lab includes of a room of src only the headers that it shows; nothing of src or tools includes a file of lab
# LIST names the objects of the libraries, a line each: .../src/ROOM/...
set -eu
LC_ALL=C
export LC_ALL
src=$1 list=$2 lab=$3 tools=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$src"

# Rows "room|may include|outside", words in backquotes; every folder needs one.
# shellcheck disable=SC2016 # the backquotes of Markdown
sed -n 's/^| \[`\([a-z0-9]*\)`\]([^)]*) |/\1|/p' README.md |
    sed 's/`//g; s/ *| */|/g; s/|$//' >"$work/rooms"
for folder in */; do
    grep -q "^${folder%/}|" "$work/rooms" || echo "README.md: no row for $folder"
done >"$work/found"

# "policy FILE" and "shown HEADER" of the element policies.
awk '/^## / { on = /^## Element policies/ }
    on && /^(Files|Headers):/, /^$/ {
        if (/^(Files|Headers):/) kind = /^Files/ ? "policy" : "shown"
        n = split($0, part, "`")
        for (i = 2; i <= n; i += 2) print kind, part[i]
    }' lines/README.md >"$work/policies"

grep -rn --include='*.[ch]' '^#include "' -- */ | sed 's/:\([0-9]*\):#include "/ \1 /; s/".*//' |
    awk -v rooms="$work/rooms" -v policies="$work/policies" '
    BEGIN {
        while ((getline line < rooms) > 0) {
            split(line, column, "|")
            n = split(column[2], may, " ")
            for (i = 1; i <= n; i++) use[column[1], may[i]] = 1
            n = split(column[3], header, " ")
            for (i = 1; i <= n; i++) outside[column[1] "/" header[i]] = 1
        }
        while ((getline line < policies) > 0) {
            split(line, word, " ")
            known[word[1], word[2]] = 1
        }
    }
    $1 == "base/isa.c" && $3 == "isa_rows.h" { next } # which the build makes, as
    $1 == "lines/shipped.c" && $3 == "shipped_tables.h" { next }
    $1 == "nn/kernels.c" && $3 == "nn_rows.h" { next }
    $3 ~ /^stet(_conv|_nn)?\.h$/ { next }
    {
        count++
        room = $1; sub(/\/.*/, "", room)
        other = $3; sub(/\/.*/, "", other)
        at = $1 ":" $2 ": includes " $3
        if (other == $3) print at ", which has no room"
        else if (other == room) next
        else if (!((room, other) in use)) print at ": " room " may not include " other
        else if (!((other "/all") in outside) && !($3 in outside) &&
                 !((("policy", $1) in known) && (("shown", $3) in known)))
            print at ", which " other " does not show"
    }
    END { if (count < 100) print "only " count + 0 " includes seen" }' >>"$work/found"

# lab: "FILE LINE HEADER" of its includes, where HEADER is of a room of src.
(cd "$lab" && grep -rn --include='*.[ch]' '^#include "' .) |
    sed 's:^\./::; s/:\([0-9]*\):#include "/ \1 /; s/".*//' |
    awk -v rooms="$work/rooms" -v lab="$lab/" '
    BEGIN {
        while ((getline line < rooms) > 0) {
            split(line, column, "|")
            known[column[1]] = 1
            n = split(column[3], header, " ")
            for (i = 1; i <= n; i++) outside[column[1] "/" header[i]] = 1
        }
    }
    {
        other = $3; sub(/\/.*/, "", other)
        if (!(other in known)) next
        count++
        if (!((other "/all") in outside) && !($3 in outside))
            print "lab/" $1 ":" $2 ": includes " $3 ", which " other " does not show"
    }
    END { if (count < 10) print "only " count + 0 " includes of src seen in lab" }' >>"$work/found"
(cd "$lab" && find . -name '*.h' | sed 's:^\./::') >"$work/headers"
sed 's:.*:#include "&":; p; s:"\(.*\)":"lab/\1":' "$work/headers" >"$work/lines"
for place in "$src" "$tools"; do
    grep -rnF --include='*.[ch]' -f "$work/lines" -- "$place" | sed "s:^$place/::; s:\$: is a file of lab:" >>"$work/found" || true
done

isas=$(sed -n 's/^ *ROW(\([a-z0-9]*\),.*/\1/p' base/isa.c | paste -sd '|')
[ -n "$isas" ] || echo "no rows seen in base/isa.c" >>"$work/found"

# Names: "room name" of what each room defines, and uses.
while IFS='|' read -r room _; do
    grep "/src/$room/[^ ]*$" "$list" >"$work/list" || continue
    xargs nm -P -g <"$work/list" |
        awk -v room="$room" -v defined="$work/defined" -v used="$work/used" '
            NF > 1 && $1 ~ /^stet_/ { print room, $1 >> ($2 == "U" ? used : defined) }'
done <"$work/rooms"
awk -v rooms="$work/rooms" -v kernels="^stet_($isas)_" '
    BEGIN {
        while ((getline line < rooms) > 0) {
            split(line, column, "|")
            n = split(column[2], may, " ")
            for (i = 1; i <= n; i++) use[column[1], may[i]] = 1
        }
    }
    FNR == NR { home[$2] = $1; next }
    { count++ }
    $1 == "base" && $2 ~ kernels { next }
    !($2 in home) || home[$2] == $1 || (($1, home[$2]) in use) || seen[$0]++ { next }
    { print $1 " uses " $2 ", which is defined in " home[$2] }
    END { if (count < 100) print "only " count + 0 " names used in " ARGV[2] }' \
    "$work/defined" "$work/used" >>"$work/found"

if [ -s "$work/found" ]; then
    echo "Rooms that do not keep to the table of $src/README.md:"
    sed 's/^/    /' "$work/found"
    exit 1
fi
echo "$(wc -l <"$work/rooms") rooms, $(wc -l <"$work/used") uses of names: all as in the table"
