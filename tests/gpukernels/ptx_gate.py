#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ptx_gate.py LOWERED KERNELS_DIR FILE...: nvcc keeps the graph's operations and adds none.

For each case the PTX has exactly the fma, additions and subtractions of a thread that the graph asks for, all rounded to
nearest, none flushed; ptxas puts nothing into local memory, on every architecture. And -use_fast_math, which must show, shows.
In SASS they are counted too where nvdisasm is; of f16, of which ptxas does two at once, what is stored is the same expressions
(expressions.py). Exit 77: there is no nvcc."""
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import expressions

ARCHITECTURES = ["sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"]
# precision (1 f32, 2 f64, 3 f16), level, half mode, n, shared memory
CASES = [(1, 1, 1, 4096, 49152), (1, 1, 1, 256, 49152), (1, 1, 1, 1 << 20, 49152), (2, 1, 1, 1024, 49152),
         (1, 1, 1, 1000, 49152), (1, 1, 1, 9009, 227 << 10), (3, 1, 3, 4096, 49152), (1, 1, 1, 127, 49152),
         (2, 1, 1, 2312, 49152)]
OPTIONS = ["-fmad=false", "-ftz=false", "-prec-div=true", "-prec-sqrt=true", "-w"]


def find_nvcc():
    return shutil.which("nvcc") or (p if Path(p := "/usr/local/cuda/bin/nvcc").exists() else None)


def find_nvdisasm():
    """The toolkit's, or that of the wheel which scripts/deps cuda fetches."""
    here = Path(__file__).resolve().parents[2] / "build/cuda"
    return shutil.which("nvdisasm") or next((str(p) for p in here.glob("**/bin/nvdisasm")), None)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def expected(d):
    """fma and additions of a thread, by the definitions."""
    fma = add = 0
    radices = [d[f"R{i}"] for i in range(d["STEPS"])]
    product = 1
    for r in radices:
        product *= r
    for i, r in enumerate(radices):
        turns = not (d["FIRST"] and i == 0)
        butterflies = -(-(product // r) // d["LANES"])
        if r % 2 == 0:
            s = r.bit_length() - 1
            plain = 0 if turns else min(s, 2)
            fma += butterflies * 6 * (s - plain) * r // 2
            add += butterflies * 4 * plain * r // 2
        elif r > 13:  # sums of the four outputs of a thread are a loop after its first turn
            fma += 2 * 16 + (8 if turns else 0)
            add += 4 + 2 * 2 + 16
        elif r > 1:
            h = r // 2
            # of a row above L/2 outputs are named otherwise; the operations are these
            fma += butterflies * (h * (4 * h + 2) + (4 * (r - 1) if turns else 0))
            add += butterflies * 6 * h
    return fma, add


def counted(ptx, suffix):
    found = Counter(re.findall(r"^\s+((?:fma|add|sub|mul|mad|div|sqrt|ex2|rcp)\.[a-z0-9.]*" + suffix + r")\b", ptx, re.M))
    fma = sum(n for op, n in found.items() if op == f"fma.rn.{suffix}")
    add = sum(n for op, n in found.items() if op in (f"add.rn.{suffix}", f"sub.rn.{suffix}"))
    return fma, add, {op: n for op, n in found.items() if op.split(".")[0] not in ("fma", "add", "sub") or ".rn." not in op}


def in_sass(sass, suffix):
    """Instructions of that precision: fma, additions, and what there should be none of."""
    names = {"f32": ("FFMA", "FADD", "FMUL"), "f64": ("DFMA", "DADD", "DMUL"), "f16": ("HFMA2", "HADD2", "HMUL2")}[suffix]
    sass = re.sub(r"HADD2\.F32 ", "", sass)  # a conversion
    # -0 - x is how a double is negated.
    sass = re.sub(r"DADD R\d+, -RZ, -R\d+", "", sass)
    found = re.findall(rf"\b({'|'.join(names)})((?:\.[A-Z0-9_]+)*)\b", sass)
    count = Counter(name for name, _ in found)
    other = count[names[2]] + sum(".FTZ" in more for _, more in found)
    return {"fma": count[names[0]], "add": count[names[1]], "other": other}


def same_expressions(ptx, sass, wanted):
    """Whether what binary16 stores has so many fma and sums in PTX and in SASS, and is the same. And one fma whose addend is the
    factor, planted, shows."""
    colours = {}
    held = expressions.of_sass(sass, colours)
    planted = re.sub(r"(fma\.rn\.f16 \s*%rs\d+), (%rs\d+), (%rs\d+), (%rs\d+)", r"\1, \4, \3, \2", ptx, count=1)
    return expressions.of_ptx(ptx, colours) == held and held[:2] == wanted and expressions.of_ptx(planted, colours) != held


def main(lowered, folder, files):
    nvcc = find_nvcc()
    if not nvcc:
        print("skipped: no nvcc")
        return 77
    bad, disassembler, table = 0, find_nvdisasm(), []
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, "kernels.cu")
        source.write_text("".join(Path(folder, f).read_text() for f in files))
        ptx, cubin = str(Path(place, "k.ptx")), str(Path(place, "k.cubin"))
        programs, seen = {}, set()
        for precision, level, mode, n, shared in CASES:
            for line in run(lowered, *map(str, (precision, level, mode, n, 1000, shared))).splitlines():
                kernel, _, _, *options = line.split()
                programs[" ".join(options)] = (n, precision)
        for i, (options, (n, precision)) in enumerate(programs.items()):
            options = options.split()
            d = {k: int(v) for k, v in (o[2:].split("=") for o in options)}
            suffix = {1: "f32", 2: "f64", 3: "f16"}[precision]
            run(nvcc, "-ptx", "-arch=sm_75", *OPTIONS, *options, str(source), "-o", ptx)
            text = Path(ptx).read_text()
            fma, add, others = counted(text, suffix)
            good = (fma, add) == expected(d) and not others and ".ftz" not in text and ".local" not in text
            # every architecture of the first program of a precision, one of the others
            held, first = set(), precision not in seen
            seen.add(precision)
            for arch in ARCHITECTURES if first else ["sm_90"]:
                said = run(nvcc, "-cubin", f"-arch={arch}", "-Xptxas", "-v", *OPTIONS, *options, str(source), "-o", cubin)
                held.add((arch, re.search(r"Used (\d+) registers", said).group(1)))
                stack = int(re.search(r"(\d+) bytes stack frame", said).group(1))
                # A register array in memory would be more than a spilled number or two.
                good = good and stack <= (8 if suffix == "f16" else 0)
                if disassembler:
                    sass = run(disassembler, "-c", cubin)
                    ops = in_sass(sass, suffix)
                    if suffix == "f16":
                        good = good and same_expressions(text, sass, expected(d))
                    else:
                        good = good and (ops["fma"], ops["add"]) == (fma, add)
                    good = good and not ops["other"]
                    if first:
                        table.append((suffix, n, arch, ops))
            steps = " ".join(str(d[f"R{k}"]) for k in range(d["STEPS"]))
            print(f"{'good' if good else 'BAD '} {suffix} of {n}: steps {steps}: fma {fma}, additions {add}, expected {expected(d)}, "
                  f"others {others}; registers {', '.join(f'{a} {r}' for a, r in sorted(held))}")
            bad += not good
        for suffix, n, arch, ops in table:
            print(f"SASS {suffix} of {n} {arch}: instructions fma {ops['fma']}, additions {ops['add']}, products, .FTZ {ops['other']}")
        if not disassembler:
            print("skipped: no nvdisasm (scripts/deps cuda): SASS is not counted")
        options = next(iter(programs)).split()
        run(nvcc, "-ptx", "-arch=sm_75", "-use_fast_math", "-w", *options, str(source), "-o", ptx)
        if ".ftz" not in Path(ptx).read_text():
            print("BAD: -use_fast_math is not seen")
            bad += 1
    print(f"{len(programs)} programs, {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
