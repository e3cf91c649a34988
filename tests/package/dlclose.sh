#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# dlclose.sh LIBSTET.SO SOURCE INCLUDE WORK: a program loads the library, runs threads in it and unloads it, twenty
# times.
set -eu
library=$1 source=$2 include=$3 work=$4
mkdir -p "$work"
cc -std=c11 -Wall -Wextra -Werror -I "$include" -o "$work/dlclose" "$source/dlclose.c" -ldl
exec "$work/dlclose" "$library"
