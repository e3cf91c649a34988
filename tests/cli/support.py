# SPDX-License-Identifier: Apache-2.0
"""What the tests of the stet command share: running it, making and reading files, a naive DFT.

Nothing but the standard library. STET is the command under test: in tests/lab it is stet-lab.
"""
import cmath
import hashlib
import itertools
import json
import math
import os
import pathlib
import pty
import re
import resource
import select
import shlex
import struct
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
STET = shlex.split(os.environ.get("STET", "build/stet"))
STET_LAB = shlex.split(os.environ.get("STET_LAB", "build/stet-lab"))
SANITIZED = os.environ.get("STET_SANITIZED", "0") == "1"
TIMEOUT = 3000  # of one run: for hangs alone, below that of ctest
SANITIZER_DIED = 99  # the exit status that no error of ours has
ENVIRONMENT = dict(os.environ, ASAN_OPTIONS=f"exitcode={SANITIZER_DIED}",
                   UBSAN_OPTIONS=f"exitcode={SANITIZER_DIED}")

# name -> (.npy name without byte order, struct code, numbers in one element, unit roundoff)
DTYPES = {
    "bool": ("b1", "?", 1, 2.0**-53),
    "int8": ("i1", "b", 1, 2.0**-53),
    "uint8": ("u1", "B", 1, 2.0**-53),
    "int16": ("i2", "h", 1, 2.0**-53),
    "uint16": ("u2", "H", 1, 2.0**-53),
    "int32": ("i4", "i", 1, 2.0**-53),
    "uint32": ("u4", "I", 1, 2.0**-53),
    "int64": ("i8", "q", 1, 2.0**-53),
    "uint64": ("u8", "Q", 1, 2.0**-53),
    "float32": ("f4", "f", 1, 2.0**-24),
    "float64": ("f8", "d", 1, 2.0**-53),
    "complex64": ("c8", "f", 2, 2.0**-24),
    "complex128": ("c16", "d", 2, 2.0**-53),
}


# The largest and smallest value of each integer type, the code of struct being the key.
INTEGERS = {"?": (0, 1), **{code: (-(1 << b - 1), (1 << b - 1) - 1) for code, b in
                            zip("bhiq", (8, 16, 32, 64))},
            **{code: (0, (1 << b) - 1) for code, b in zip("BHIQ", (8, 16, 32, 64))}}


def f32(x):
    """x rounded to float."""
    return struct.unpack("<f", struct.pack("<f", x))[0]


# ------------------------------------------------------------------- files --


def npy_header(text, version=1):
    """A .npy header around a dict given as text, padded as numpy pads it."""
    prefix = 10 if version == 1 else 12
    raw = text.encode("utf-8")
    raw += b" " * (-(prefix + len(raw) + 1) % 64) + b"\n"
    length = struct.pack("<H" if version == 1 else "<I", len(raw))
    return b"\x93NUMPY" + bytes([version, 0]) + length + raw


def describe(descr, fortran, shape):
    return f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}"


def indices(shape):
    """All indices in C order."""
    return itertools.product(*(range(n) for n in shape))


def memory_order(shape, fortran):
    """All indices in the order in which their elements lie in a file."""
    if not fortran:
        return indices(shape)
    return (i[::-1] for i in indices(shape[::-1]))


def npy(dtype, shape, values, order="<", fortran=False, version=1):
    """A .npy file. values: index -> number."""
    name, code, parts, _ = DTYPES[dtype]
    numbers = []
    for i in memory_order(shape, fortran):
        v = values[i]
        numbers += [v.real, v.imag] if parts == 2 else [v]
    mark = "|" if name.endswith("1") else order  # as numpy: one byte has no order
    return (npy_header(describe(mark + name, fortran, shape), version)
            + struct.pack(f"{order}{len(numbers)}{code}", *numbers))


def read_npy(path):
    """(dtype, shape, fortran, index -> number, SHA-256 of the little-endian bytes in C order)"""
    raw = pathlib.Path(path).read_bytes()
    assert raw[:8] == b"\x93NUMPY\x01\x00", raw[:8]
    (length,) = struct.unpack("<H", raw[8:10])
    assert (10 + length) % 64 == 0 and raw[9 + length:10 + length] == b"\n"
    header = eval(raw[10:10 + length].decode(), {"__builtins__": {}})  # the format's own way
    dtype = next(d for d in DTYPES if header["descr"] == "<" + DTYPES[d][0])
    shape, fortran = header["shape"], header["fortran_order"]
    _, code, parts, _ = DTYPES[dtype]
    payload = raw[10 + length:]
    numbers = struct.unpack(f"<{len(payload) // struct.calcsize(code)}{code}", payload)
    if parts == 2:
        numbers = [complex(a, b) for a, b in zip(numbers[::2], numbers[1::2])]
    values = dict(zip(memory_order(shape, fortran), numbers))
    assert len(values) == math.prod(shape) == len(numbers)
    return dtype, shape, fortran, values, sha256(dtype, shape, values)


def sha256(dtype, shape, values):
    """The hash that stet bits promises (for arrays without NaN)."""
    _, code, parts, _ = DTYPES[dtype]
    h = hashlib.sha256()
    for i in indices(shape):
        v = values[i]
        h.update(struct.pack(f"<{parts}{code}", *([v.real, v.imag] if parts == 2 else [v])))
    return h.hexdigest()


def riff_chunk(name, data, order="<"):
    return name + struct.pack(order + "I", len(data)) + data + b"\0" * (len(data) % 2)


def wav_format(channels, bits, tag, rate=8000, order="<"):
    block = channels * bits // 8
    return struct.pack(order + "HHIIHH", tag, channels, rate, rate * block, block, bits)


def wav(channels, bits, tag, samples, rate=8000, form=b"RIFF"):
    """A WAV file; samples are the bytes of the data chunk. tag 1 is PCM, 3 is float."""
    order = ">" if form == b"RIFX" else "<"
    body = (b"WAVE" + riff_chunk(b"fmt ", wav_format(channels, bits, tag, rate, order), order)
            + riff_chunk(b"data", samples, order))
    return form + struct.pack(order + "I", len(body)) + body


# --------------------------------------------------------------- transform --


def dft(x, inverse=False, scale=1.0):
    """The definition. Angles are reduced exactly and sums rounded once, so that the error is
    that of one product in double: about one unit roundoff."""
    n = len(x)
    sign = 1 if inverse else -1
    root = [cmath.exp(sign * 2j * cmath.pi * k / n) for k in range(n)]
    out = []
    for k in range(n):
        terms = [x[j] * root[j * k % n] for j in range(n)]
        out.append(scale * complex(math.fsum(t.real for t in terms),
                                   math.fsum(t.imag for t in terms)))
    return out


def transform_axis(values, shape, axis, n, function):
    """Apply function to every line along axis, cut off or zero-filled to n numbers."""
    rest = shape[:axis] + shape[axis + 1:]
    out, length = {}, None
    for r in indices(rest):
        line = [values[r[:axis] + (i,) + r[axis:]] for i in range(shape[axis])]
        line = function((line + [0.0] * n)[:n])
        length = len(line)
        for i, v in enumerate(line):
            out[r[:axis] + (i,) + r[axis:]] = v
    return out, shape[:axis] + (length,) + shape[axis + 1:]


def relative_l2(values, reference):
    top = math.fsum(abs(values[i] - reference[i]) ** 2 for i in reference)
    return math.sqrt(top / math.fsum(abs(v) ** 2 for v in reference.values()))


# ------------------------------------------------------------------- tests --


class Case(unittest.TestCase):
    """A test with a folder of its own."""

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="stet-")
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def file(self, name, data):
        (self.dir / name).write_bytes(data)
        return name

    def try_stet(self, *args):
        """Run in the test's folder, whatever comes of it."""
        return subprocess.run(STET + [str(a) for a in args], cwd=self.dir, capture_output=True,
                              env=ENVIRONMENT, timeout=TIMEOUT)

    def run_stet(self, *args, status=0, memory=None, **options):
        """Run in the test's folder, so that messages hold no path of this machine."""
        def limit():
            if memory and not SANITIZED:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        done = subprocess.run(STET + [str(a) for a in args], cwd=self.dir, capture_output=True,
                              env=dict(ENVIRONMENT, **options.pop("env", {})), timeout=TIMEOUT,
                              preexec_fn=limit, **options)
        self.assertEqual(done.returncode, status, f"{args}: {done.stdout} {done.stderr}")
        return done

    def stet(self, *args, **options):
        """stdout of a run without complaints."""
        done = self.run_stet(*args, **options)
        self.assertEqual(done.stderr, b"")
        return done.stdout.decode()

    def stet_json(self, *args, **options):
        return json.loads(self.stet(*args, "--json", **options))

    def error(self, *args, **options):
        """The one line on stderr of a run that must fail, with nothing on stdout."""
        done = self.run_stet(*args, status=2, **options)
        self.assertEqual(done.stdout, b"")
        lines = done.stderr.decode().splitlines()
        self.assertEqual(len(lines), 1, lines)
        return lines[0]

    def on_terminal(self, *args, **environment):
        """stdout of a run, and what it writes to a terminal on stderr."""
        terminal, end = pty.openpty()
        with open(self.dir / ".stdout", "wb") as out:
            process = subprocess.Popen(STET + list(args), cwd=self.dir, stderr=end, stdout=out,
                                       env={**ENVIRONMENT, **environment})
        os.close(end)
        seen = b""
        while True:
            ready, _, _ = select.select([terminal], [], [], TIMEOUT)
            try:
                part = os.read(terminal, 65536) if ready else b""
            except OSError:  # Linux says so when the other end is closed
                part = b""
            if not part:
                break
            seen += part
        os.close(terminal)
        self.assertEqual(process.wait(TIMEOUT), 0)
        out = (self.dir / ".stdout").read_bytes()
        (self.dir / ".stdout").unlink()
        return out, seen

    def files(self):
        return sorted(p.name for p in self.dir.iterdir())

    def assert_expected(self, name, text):
        """text is that of the file expected/name beside the test. UPDATE=1 writes it: read the diff then."""
        path = pathlib.Path(sys.modules[type(self).__module__].__file__).resolve().parent / "expected" / name
        if os.environ.get("UPDATE"):
            path.write_text(text)
        self.assertEqual(text, path.read_text())


def documented_keys(section):
    """The keys in a section of the command's manual that ends in '(JSON)': its first paragraph lists them, or else its table."""
    manual = "lab/docs/stet-lab.md" if section.startswith("stet-lab") else "docs/cli.md"
    text = (HERE.parent.parent / manual).read_text()
    part = text.split(f"### {section} (JSON)\n")[1].split("\n#")[0]
    if part.startswith("\n`"):
        return re.findall("`([^`]*)`", part.split("\n\n")[0])
    return [line.split("`")[1] for line in part.splitlines() if line.startswith("| `")]
