#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""arithmetic.py ROOT: arithmetic on data is in the rooms that decide bits, and nowhere else.

Those rooms are arith, trig, vec, graph, func, half, extended, correct, conv and nn. In base, lines, native and api, in doors/ and in tools/
a source in C may not contain, outside of comments and strings,
 1. an operation of a vector type (vec/README.md): FMA, FNMA, ADD, SUB, MUL, NEGATE, SQRT, BUTTERFLY, of SCALAR_ and PAIR_ too
 2. a call of an operation of arith/: stet_fma_*, stet_soft_fma_*, stet_dd_*, stet_ff_*, stet_dw_*, stet_round16_*; but
    stet_dd_from() and stet_dd_neg() move a number and its sign
 3. but for tools/, where percentages and pictures have them: a constant of a floating type other than 0, 1 and 2
A file that computes something else than a transform's numbers, or is a graph by itself, is an exception: EXCEPTIONS has the
reason of each. An exception that is not needed any more is an offender too.
"""
import pathlib
import re
import sys

CHECKED = ["src/base", "src/lines", "src/native", "src/api", "doors", "tools"]

# Regular expressions of whole names.
EXCEPTIONS = {
    r"src/lines/measure\.c": "seconds of schedules, and random data to time them with",
    r"src/base/precision\.h": "the unit roundoffs of the formats",
    r"doors/gpu/(kernels|leetgpu)/.*": "the graph in the language of devices, which tests compare bit by bit with that of the CPU",
    r"doors/gpu/plan/correct\.c": "bounds of errors; level correct rounds exact results",
    r"doors/mpi/(level_correct/.*|(certify|correct|few|some)\.c)": "bounds, and sums in double-double; level correct rounds exact results",
    r"doors/fftw3/long\.c": "long double, which is split into two doubles and back",
    r"doors/fftw3/describe\.c": "the operations of a plan, counted as FFTW reports them",
    r"doors/python/src/_stet/fft\.c": "the factor sqrt 2 of scipy's orthonormal real transforms",
}

OPERATION = re.compile(r"\b(?:(?:SCALAR_|PAIR_)?(?:FMA|FNMA|ADD|SUB|MUL)|NEGATE|SQRT|BUTTERFLY(?:_TURNED)?)\s*\(|"
                       r"\bstet_(?:fma|soft_fma|dd|ff|dw|round16)_(?!(?:from|neg|fft|axes|size|words|ok)\b)\w+\s*\(")
CONSTANT = re.compile(r"(?<![\w.])(0[xX][0-9a-fA-F]*\.?[0-9a-fA-F]*[pP][-+]?\d+|\d+\.\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+)[fFlL]?")


def code(text):
    """The text without comments, strings and characters, its lines kept."""
    pattern = r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
    return re.sub(pattern, lambda found: " " + "\n" * found.group(0).count("\n"), text, flags=re.S)


def is_plain(constant):
    try:
        value = float.fromhex(constant) if constant[:2] in ("0x", "0X") else float(constant)
    except (OverflowError, ValueError):
        return False
    return value in (0, 1, 2)


def offenders(text, constants):
    for number, line in enumerate(code(text).split("\n"), 1):
        if re.match(r"\s*#\s*(?:define|undef|if)", line) and not OPERATION.search(re.sub(r"^\s*#\s*\w+\s+\w+(?:\([^)]*\))?", "", line)):
            continue
        for found in OPERATION.finditer(line):
            yield number, found.group(0).rstrip("( ")
        for found in CONSTANT.finditer(line) if constants else ():
            if not is_plain(found.group(1)):
                yield number, found.group(0)


def exception(name):
    return next((entry for entry in EXCEPTIONS if re.fullmatch(entry, name)), None)


def main():
    root = pathlib.Path(sys.argv[1])
    files = sorted(path for folder in CHECKED for path in (root / folder).rglob("*.[ch]"))
    needed, bad = set(), []
    for path in files:
        name = path.relative_to(root).as_posix()
        for number, what in offenders(path.read_text(encoding="utf-8"), not name.startswith("tools/")):
            entry = exception(name)
            if entry:
                needed.add(entry)
                continue
            bad.append(f"{name}:{number}: {what}")
    bad += [f"{entry}: has no arithmetic, take it out of EXCEPTIONS" for entry in sorted(EXCEPTIONS.keys() - needed)]
    if len(files) < 100:
        bad.append(f"only {len(files)} files seen")
    if bad:
        print("Arithmetic outside of the rooms that decide bits (tests/package/arithmetic.py says which):")
        print("\n".join("    " + line for line in bad))
        return 1
    print(f"{len(files)} files without arithmetic on data, but for {len(EXCEPTIONS)} exceptions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
