#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""spills.py OBJDUMP OBJECT...: the loops of lines/methods/fours.h keep their vectors in registers.

On Zen 3 each store of a vector takes a cycle of both fma pipes (docs/performance.md), so a spill costs as much
as two fma. LIMITS has the most accesses to vectors on the stack that a function of the AVX2 objects may
have, gcc's at -O2. A function that is inlined elsewhere is not counted; one that no object has is an error.
"""
import re
import subprocess
import sys

# Functions with the passes of radix 8 hold more than 16 registers; fours_rows_2 keeps a twiddle on the stack.
LIMITS = {
    r"fours_(some|rows_1|second_4|pairs_[0-3]|first_2)": 0,
    r"fours_(ends_plain|last_plain)": 0,
    r"fours_rows_2": 16,
    r"fours_real_first": 12,
    r"fours_first_3": 48,
    r"fours_second_8": 160,
}


def accesses(objdump, path):
    """Returns a dictionary of functions: how many of their instructions have a vector and an address on the stack."""
    found, name = {}, None
    for line in subprocess.run([objdump, "-d", path], capture_output=True, text=True, check=True).stdout.split("\n"):
        head = re.match(r"[0-9a-f]+ <(?:stet_avx2_f\d\d_)?(\w+)", line)
        if head:
            name = head.group(1)
            found.setdefault(name, 0)
        elif name and re.search(r"%ymm\d", line) and re.search(r"\(%r[sb]p", line):
            found[name] += 1
    return found


def main():
    objdump, *paths = sys.argv[1:]
    seen, failed = set(), False
    for path in paths:
        for name, count in accesses(objdump, path).items():
            for pattern, limit in LIMITS.items():
                if re.fullmatch(pattern, name):
                    seen.add(pattern)
                    if count > limit:
                        print(f"{path}: {name} has {count} accesses to vectors on the stack, at most {limit} are allowed")
                        failed = True
    for pattern in LIMITS.keys() - seen:
        print(f"{' '.join(paths)}: no function is {pattern}: correct LIMITS")
        failed = True
    return failed


sys.exit(main())
