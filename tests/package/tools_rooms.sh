#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tools_rooms.sh ROOT ARCHIVE...: the folders of tools/ keep to the table of tools/README.md.
#  1. a file includes headers of include/, of its own folder, and of the folders that its row names; beside them
#     only the headers of doors that the row names
#  2. the archives, which are libraries of tools/, call no function of libstet that include/ does not declare
set -eu
LC_ALL=C
export LC_ALL
root=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root/tools"

# Rows "folder|may include", words in backquotes; every folder needs one.
# shellcheck disable=SC2016 # the backquotes of Markdown
sed -n 's/^| \[`\([a-z]*\)`\]([^)]*) |/\1|/p' README.md | sed 's/`//g; s/ *| */|/g; s/|$//' >"$work/rooms"
for folder in */; do
    grep -q "^${folder%/}|" "$work/rooms" || echo "tools/README.md: no row for $folder"
done >"$work/found"

grep -rn --include='*.[ch]' '^#include "' -- */ | sed 's/:\([0-9]*\):#include "/ \1 /; s/".*//' >"$work/includes"
find ./*/ ../include ../src ../doors ../lab ../tests -name '*.h' -o -name '*.c' -o -name '*.def' 2>/dev/null >"$work/files" || true # lab may not be there
awk -v rooms="$work/rooms" -v files="$work/files" '
    # a/b/../c is a/c.
    function plain(path) {
        while (match(path, /[^\/.]+\/\.\.\//)) path = substr(path, 1, RSTART - 1) substr(path, RSTART + RLENGTH)
        return path
    }
    BEGIN {
        while ((getline line < rooms) > 0) {
            split(line, column, "|")
            n = split(column[2], may, " ")
            for (i = 1; i <= n; i++) use[column[1], may[i]] = 1
        }
        # By every end of its path a file is in `in_room` of its folder of tools, or `elsewhere`.
        while ((getline path < files) > 0) {
            sub(/^\.\//, "", path)
            exists[path] = 1
            room = path; sub(/\/.*/, "", room)
            for (end = path; sub(/^[^\/]*\//, "", end);)
                if (room == "..") elsewhere[end] = 1
                else in_room[room, end] = 1
        }
    }
    {
        room = $1; sub(/\/.*/, "", room)
        folder = $1; sub(/\/[^\/]*$/, "", folder)
        beside = plain(folder "/" $3)
        path = beside in exists ? beside : $3 in exists ? $3 : ""
        if (("../include/" $3) in exists && path == "") next
        if (path == "" && (room, $3) in in_room) next
        if (path == "" && !($3 in elsewhere)) next # a header of another library
        sub(/^(\.\.\/)+/, "", path)
        other = path; sub(/\/.*/, "", other)
        if (other == room || (room, other) in use || (room, path == "" ? $3 : path) in use) next
        print "tools/" $1 ":" $2 ": " room " may not include " $3
    }
    END { if (NR < 300) print "only " NR " includes seen" }' "$work/includes" >>"$work/found"

cat ../include/*.h >"$work/headers"
for archive; do
    nm -P -g "$archive" >"$work/names"
    awk 'NF > 2 && $2 != "U" { print $1 }' "$work/names" | sort -u >"$work/defined"
    awk '$2 == "U" && $1 ~ /^stet_/ { print $1 }' "$work/names" | sort -u | comm -23 - "$work/defined" |
        while read -r name; do
            grep -qw "$name" "$work/headers" || echo "${archive##*/}: calls $name, which include/ does not declare"
        done
done >>"$work/found"

cat "$work/found"
[ ! -s "$work/found" ]
