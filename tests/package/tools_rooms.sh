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

count=0
grep -rn --include='*.[ch]' '^#include "' -- */ | sed 's/:\([0-9]*\):#include "/ \1 /; s/".*//' >"$work/includes"
while read -r file line header; do
    count=$((count + 1))
    room=${file%%/*}
    folder=${file%/*}
    may=$(sed -n "s/^$room|//p" "$work/rooms" | cut -d '|' -f 1)
    # The folder of tools/ that the header is in; "" if it is in none.
    if [ -e "$folder/$header" ]; then
        path=$(realpath --relative-to=. "$folder/$header")
    elif [ -e "../include/$header" ]; then
        continue
    elif [ -e "$header" ]; then
        path=$header
    else
        path=$(find "$room" -path "*/$header" | head -n 1)
        # A header of another library is in no folder of this tree.
        [ -n "$path$(find ../src ../doors ../lab ../tests -path "*/$header" 2>/dev/null | head -n 1)" ] || continue
    fi
    case $path in
    "$room"/*) continue ;;
    ../*) header=${path#../} path= ;;
    esac
    for word in $may; do
        if [ "$word" = "${path%%/*}" ] || [ "$word" = "$header" ]; then
            continue 2
        fi
    done
    echo "tools/$file:$line: $room may not include $header"
done <"$work/includes" >>"$work/found"
[ "$(wc -l <"$work/includes")" -gt 300 ] || echo "only $(wc -l <"$work/includes") includes seen" >>"$work/found"

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
