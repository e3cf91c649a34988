#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# only-llvm.sh VERSION FOLDER: fill FOLDER with links to the programs of this machine but for those of other versions
# of LLVM, so that PATH=FOLDER is a machine that has that one alone.
set -eu
version=$1 folder=$2
rm -rf "$folder" && mkdir -p "$folder"
echo "$PATH:/usr/sbin" | tr ':' '\n' | while read -r place; do
    for tool in "$place"/*; do
        case ${tool##*/} in
        *llvm-config* | *clang*) ;;
        *) [ ! -x "$tool" ] || [ -d "$tool" ] || [ -e "$folder/${tool##*/}" ] || ln -s "$tool" "$folder/" ;;
        esac
    done
done
for tool in llvm-config clang; do
    ln -s "$(command -v "$tool-$version")" "$folder/"
done
