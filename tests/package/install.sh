#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.sh CMAKE BUILD PREFIX: a fresh install into PREFIX has every file, the same tree
# comes out below DESTDIR and is gone after uninstalling, the manual page has every subcommand and no
# mistake that groff finds, and the installed command runs without help from the build.
set -eu
cmake=$1 build=$2 prefix=$3

scripts=$(dirname "$0")/../../scripts
rm -rf "$prefix" "$prefix.staged"
"$cmake" --install "$build" --prefix "$prefix" >/dev/null
DESTDIR=$prefix.staged "$cmake" --install "$build" --prefix /opt/stet >/dev/null

for file in include/stet.h include/stet_conv.h include/stet_nn.h include/stet_lab.h share/stet/profiles/extended.json lib*/libstet.a lib*/libstet.so lib*/libstet_lab.so lib*/libstet_nn.a lib*/libstet_nn.so \
    lib*/pkgconfig/stet.pc lib*/pkgconfig/stet-lab.pc lib*/pkgconfig/stet-nn.pc lib*/cmake/stet/stet-config.cmake share/doc/stet/README.md share/doc/stet/LICENSE \
    share/doc/stet/docs/cli.md share/doc/stet/lab/docs/stet-lab.md; do
    # shellcheck disable=SC2086 # lib* is a pattern: lib, lib64
    set -- "$prefix"/$file
    [ -f "$1" ] || { echo "not installed: $file" && exit 1; }
done

(cd "$prefix" && find . ! -type d | sort) >"$prefix.list"
(cd "$prefix.staged/opt/stet" && find . ! -type d | sort) >"$prefix.staged.list"
diff "$prefix.list" "$prefix.staged.list"
cat "$prefix.list"

# Debian's packages take files that are there: their folder of libraries, lib/*, is lib here.
sed 's|^usr/||; s|^lib/[*]/|lib*/|' "$scripts"/../packaging/debian/*.install >"$prefix.debian"
while read -r line; do
    find "$prefix" -path "$prefix/$line" | grep -q . || { echo "packaging/debian/*.install: not installed: $line" && exit 1; }
done <"$prefix.debian"

# The libraries do not remember where they were built or which machine built them.
if grep -rlF "$build" "$prefix" | grep .; then
    echo "these files name the build folder"
    exit 1
fi
if [ -e "$build/stet" ]; then
    env -u LD_LIBRARY_PATH "$prefix/bin/stet" info

    pages=$prefix/share/man/man1
    for page in "$pages"/*.1; do
        (cd "$prefix/share/man" && groff -s -man -Tutf8 -ww -P-cbou "$page") >"$page.text" 2>"$prefix.man.err"
        if [ -s "$prefix.man.err" ]; then
            echo "$page:" && cat "$prefix.man.err"
            exit 1
        fi
    done
    # The words of a page or of a help, on one line. Headings differ, and entries have lines of their own.
    words() { grep -vE '^(Options|Example|Environment):$' | sed 's/^usage: //; s/^Exit status: //; s/[;,.]/ /g' | tr -s ' \n' ' '; }
    # has_help PAGE COMMAND...: the page has all that the command says in its help, line by line.
    has_help() {
        page=$pages/$1.1.text
        shift
        words <"$page" >"$prefix.man"
        "$@" | sed 1d | grep . | while read -r line; do
            text=$(echo "$line" | words)
            grep -qF -- "${text% }" "$prefix.man" || { echo "$page: not there: $line" && exit 1; }
        done
    }
    has_section() { # has_section PAGE HEADING...
        page=$pages/$1.1.text
        shift
        for heading in "$@"; do
            grep -qx " *$heading" "$page" || { echo "$page: no section $heading" && exit 1; }
        done
    }
    has_help stet "$prefix/bin/stet" help
    has_section stet SYNOPSIS DESCRIPTION SUBCOMMANDS 'EXIT STATUS' ENVIRONMENT 'SEE ALSO'
    "$prefix/bin/stet" help | sed -n 's/^  \([a-z]*\)  *.*/\1/p' >"$prefix.names"
    while read -r name; do
        has_help "stet-$name" "$prefix/bin/stet" help "$name"
        has_section "stet-$name" SYNOPSIS OPTIONS EXAMPLES ENVIRONMENT 'SEE ALSO'
    done <"$prefix.names"
    for name in drift profile tables; do
        has_help stet-lab "$prefix/bin/stet-lab" help $name
    done
    env -u LD_LIBRARY_PATH "$prefix/bin/stet-lab" profile extended
    for program in "$prefix"/bin/*; do
        [ -f "$pages/$(basename "$program").1" ] || { echo "no manual page of $program" && exit 1; }
    done
    rm "$pages"/*.text
fi

# What was installed last, below DESTDIR, goes again and leaves no folder of ours.
mkdir -p "$prefix.staged/opt/stet/share/doc/other"
DESTDIR=$prefix.staged "$scripts/uninstall" "$build/install_manifest.txt"
left=$(cd "$prefix.staged/opt/stet" && find . ! -type d -o -path '*/stet/*' -o -name stet)
[ -z "$left" ] || { echo "left behind by uninstalling: $left" && exit 1; }
if DESTDIR=$prefix.staged "$scripts/uninstall" "$build/install_manifest.txt"; then
    echo "uninstalling what is gone is no error"
    exit 1
fi
[ -d "$prefix.staged/opt/stet/share/doc/other" ] || { echo "uninstalling took somebody's folder" && exit 1; }
if "$scripts/uninstall" "$prefix/no-manifest" 2>/dev/null; then
    echo "uninstalling what was never installed is no error"
    exit 1
fi
