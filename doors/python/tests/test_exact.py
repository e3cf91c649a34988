# SPDX-License-Identifier: Apache-2.0
"""Level correct and exact sums: every door with every type of numbers. If the door's format does not hold a number, the
door refuses it and never rounds it; the result is the exact one, rounded once.
"""
from __future__ import annotations

import decimal
import fractions
import os
import struct
import subprocess
import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stet

BIG = 2**53 + 1
EXTRA = np.longdouble(2) ** -60


def bfloat16() -> Any:
    return pytest.importorskip("ml_dtypes", reason="skipped: no ml_dtypes").bfloat16


# Four numbers of each type. No double (or float, or 16-bit number) equals the sum of those that are served.
INPUTS: dict[str, Any] = {
    "bool": lambda: np.array([True, False, True, True]),
    "int8": lambda: np.int8([127, -128, 3, 1]),
    "int32": lambda: np.int32([2**31 - 1, -(2**31), 77, 2**24 + 1]),
    "uint64, held": lambda: np.uint64([2**63, 2**10, 1, 3]),
    "int64, held": lambda: np.int64([-(2**63), 2**54, 2**53 - 1, 1]),
    "int64": lambda: np.int64([BIG, 1, 0, 0]),
    "uint64": lambda: np.uint64([2**63 + 1, 2**10, 0, 0]),
    ">i8": lambda: np.array([1, -BIG, 0, 0], ">i8"),
    "ints": lambda: [BIG, 1, 0, 0],
    "ints and floats": lambda: [0.5, BIG, 1.0, 0.0],
    "signed and unsigned": lambda: [np.uint64(2**63 + 1), np.int64(-1), 0, 0],
    "arrays in a list": lambda: list(map(np.asarray, (np.int64(BIG), 0.5, 1.0, 0.0))),
    "long ints": lambda: [2**70 + 1, 1, 0, 0],
    "floats": lambda: [0.1, 0.2, 0.3, 1e16],
    "float16": lambda: np.float16([0.1, 2e-7, 3, 1]),
    "bfloat16": lambda: np.array([0.1, 1e-30, 3, 1], bfloat16()),
    "float32": lambda: np.float32([0.1, 1e-9, 3, 1]),
    "float64": lambda: np.float64([0.1, 1e-17, 3, 1]),
    ">f8": lambda: np.array([0.1, 1e-17, 3, 1], ">f8"),
    "long double": lambda: np.longdouble([1, 2, 3, 0]) + EXTRA,
    "Decimal": lambda: [decimal.Decimal("0.1"), decimal.Decimal(1), 0, 0],
    "Fraction": lambda: [fractions.Fraction(1, 3), 1, 0, 0],
    "complex64": lambda: np.complex64([0.1, 1e-9 + 1j, 3, 1]),
    "complex128": lambda: np.complex128([0.1, 1e-17 + 1j, 3, 1]),
    "complex32": lambda: np.array([(0.1, 0), (2e-7, 1), (3, 0), (1, 0)], stet.fft.complex32),
}

# = the exact result, rounded once    ! refused    - the door has no such argument, or takes no complex numbers
# n left to NumPy or SciPy, which serves it at its own accuracy or refuses it; `stet.fft.counts` counts these
# torch converts integers to float32, its default type
TABLE = """
                     fft rfft dct Plan numpy scipy conv filter certificate sum dot torch jax command
bool                 =   =    =   =    =     =     =    =      =           =   =   =     =   =
int8                 =   =    =   =    =     =     =    =      =           =   =   =     =   =
int32                =   =    =   =    =     =     =    =      =           =   =   !     =   =
uint64, held         =   =    =   =    =     =     =    =      =           =   =   =     =   =
int64, held          =   =    =   =    =     =     =    =      =           =   =   !     =   =
int64                !   !    !   !    !     !     !    !      !           !   !   !     !   !
uint64               !   !    !   !    !     !     !    !      !           !   !   !     !   !
>i8                  !   !    !   !    !     !     !    !      !           !   !   -     !   !
ints                 !   !    !   !    !     !     !    !      !           !   !   -     !   -
ints and floats      !   !    !   !    !     !     !    !      !           !   !   -     !   -
signed and unsigned  !   !    !   !    !     !     !    !      !           !   !   -     !   -
arrays in a list     !   !    !   !    !     !     !    !      !           !   !   -     !   -
long ints            !   !    !   !    n     n     !    !      !           !   !   -     !   -
floats               =   =    =   =    =     =     =    =      =           =   =   -     =   -
float16              =   =    =   =    =     =     =    =      =           =   =   =     =   =
bfloat16             =   =    =   =    =     =     -    -      =           =   =   -     =   -
float32              =   =    =   =    =     =     =    =      =           =   =   =     =   =
float64              =   =    =   =    =     =     =    =      =           =   =   =     =   =
>f8                  =   =    =   =    =     =     =    =      =           =   =   -     !   =
long double          !   !    !   !    n     n     !    !      !           !   !   -     !   !
Decimal              !   !    !   !    n     n     !    !      !           !   !   -     !   -
Fraction             !   !    !   !    n     n     !    !      !           !   !   -     !   -
complex64            =   -    =   =    =     =     -    -      =           =   =   =     =   =
complex128           =   -    =   =    =     =     -    -      =           =   =   =     =   =
complex32            =   -    -   =    =     =     -    -      -           -   -   -     -   -
"""


def torch_fft(x: Any) -> Any:
    torch = pytest.importorskip("torch", reason="skipped: no PyTorch")
    import stet.torch  # noqa: F401

    return torch.ops.stet.fft(torch.from_numpy(x), None, -1, None, "correct").numpy()


def jax_fft(x: Any) -> Any:
    jax = pytest.importorskip("jax", reason="skipped: no JAX")
    import stet.jax

    with jax.enable_x64(True):
        return np.asarray(stet.jax.fft(x, level="correct"))


def plan(x: Any) -> Any:
    return stet.Plan("fft", 4, np.asarray(x).dtype, level="correct")(x)


def patched(x: Any) -> Any:
    with stet.numpy_patch(level="correct"):
        return np.fft.fft(x)


def backend(x: Any) -> Any:
    scipy_fft = pytest.importorskip("scipy.fft", reason="skipped: no SciPy")
    with scipy_fft.set_backend(stet.scipy_backend.at("correct")):
        return scipy_fft.fft(x)


class CommandError(ValueError):
    pass


def command(*words: Any) -> None:
    if "STET_COMMAND" not in os.environ:
        pytest.skip("skipped: no command (STET_COMMAND names it)")
    done = subprocess.run([os.environ["STET_COMMAND"], *map(str, words)], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise CommandError(done.stderr)


def by_command(x: np.ndarray, folder: Path) -> Any:
    np.save(folder / "x.npy", x)
    command("fft", folder / "x.npy", "--level", "correct", "-o", folder / "y.npy")
    y = np.load(folder / "y.npy")
    return y[..., 0] if y.dtype == np.float16 else y


def ones(x: Any) -> np.ndarray:
    return np.ones(4, np.float32 if getattr(x, "dtype", None) == np.float32 else np.float64)


# Each returns the sum of its four numbers; dct returns twice that.
DOORS: dict[str, Any] = {
    "fft": lambda x: stet.fft.fft(x, level="correct")[0],
    "rfft": lambda x: stet.fft.rfft(x, level="correct")[0],
    "dct": lambda x: stet.fft.dct(x, level="correct")[0],
    "Plan": lambda x: plan(x)[0],
    "numpy": lambda x: patched(x)[0],
    "scipy": lambda x: backend(x)[0],
    "conv": lambda x: stet.conv(x, ones(x), level="correct")[3],
    "filter": lambda x: stet.conv(ones(x), x, level="correct")[3],
    "certificate": lambda x: stet.certificate(x)[0][0],
    "sum": stet.sum,
    "dot": lambda x: stet.dot(x, np.ones(4, np.bool_)),
    "torch": lambda x: torch_fft(x)[0],
    "jax": lambda x: jax_fft(x)[0],
}


def cases() -> Any:
    lines = TABLE.strip("\n").splitlines()
    doors = lines[0].split()
    assert len(lines) - 1 == len(INPUTS) and set(doors) == {*DOORS, "command"}
    for line in lines[1:]:
        name, words = line[:21].strip(), line[21:].split()
        for door, wanted in zip(doors, words, strict=True):
            if wanted != "-":
                yield pytest.param(door, name, wanted, id=f"{door} of {name}")


def parts(value: Any) -> tuple[Any, Any]:
    if isinstance(value, np.void):
        return value["re"], value["im"]
    if isinstance(value, (np.complexfloating, complex)):
        return value.real, value.imag
    return value, 0


def fraction(value: Any) -> Fraction:
    return Fraction(int(value)) if isinstance(value, (int, np.integer, np.bool_)) else Fraction(float(value))


def rounded(exact: Fraction, kind: np.dtype[Any]) -> Any:
    """Returns the number of the type nearest to a fraction, ties to even: one of three around a double."""
    near = kind.type(exact.numerator / exact.denominator)
    beside = [near, np.nextafter(near, kind.type(-np.inf)), np.nextafter(near, kind.type(np.inf))]
    bits = f"u{kind.itemsize}"
    return min(beside, key=lambda v: (abs(fraction(v) - exact), int(np.asarray(v).view(bits)) % 2))


@pytest.mark.parametrize("door, name, wanted", list(cases()))
def test_every_door_and_every_type(tmp_path: Path, door: str, name: str, wanted: str) -> None:
    x = INPUTS[name]()
    stet.fft.reset_counts()
    call = (lambda x: by_command(x, tmp_path)[0]) if door == "command" else DOORS[door]
    if wanted == "!":
        with pytest.raises((stet.fft.InexactError, TypeError, CommandError)) as refused:
            call(x)
        assert not isinstance(refused.value, CommandError) or len(str(refused.value).splitlines()) == 1
        return
    if wanted == "n":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                call(x)
            except (TypeError, ValueError):
                pass
        assert [key[0] for key in stet.fft.counts().declined] == ["fft"] and not stet.fft.counts().served
        return
    got = call(x)
    if door in ("numpy", "scipy"):
        assert stet.fft.counts().served == {"fft": 1}
    for i, value in enumerate(parts(got)):
        exact = sum((fraction(parts(v)[i]) for v in np.asarray(x)), Fraction(0)) * (2 if door == "dct" else 1)
        if i == 0 or np.asarray(x).dtype.kind in "cV" and exact:
            assert value == rounded(exact, np.asarray(value).dtype), (value, exact)


NARROW = {"fft": "c8", "rfft": "c8", "irfft": "f4", "dct": "f4", "fftn": "c8"}


@pytest.mark.parametrize("name", NARROW)
def test_out_of_a_narrower_type_rounds_a_second_time(name: str) -> None:
    """1 + 2^-24 + 2^-60 is above the middle of two floats, and the nearest double is exactly the middle."""
    x = np.array([1, 2.0**-24, 2.0**-60, 0]) / (1 if name[0] != "d" else 2)
    call = getattr(stet.fft, name)
    out = np.zeros(call(x).shape, NARROW[name])
    with pytest.raises(stet.fft.InexactError, match="again: pass out="):
        call(x, out=out, level="correct", norm="forward" if name == "irfft" else None)
    assert not out.any()
    wide = np.zeros(out.shape, np.result_type(out.dtype, np.longdouble))
    assert call(x, out=wide, level="correct") is wide and (wide == call(x, level="correct")).all()
    if name == "fft":
        assert call(x, out=out)[0] == 1  # documented; one rounding would give the next float
        with pytest.raises(stet.fft.InexactError), stet.numpy_patch(level="correct"):
            np.fft.fft(x, out=out)
        with pytest.raises(stet.fft.InexactError):
            stet.Plan(name, 4, float, level="correct")(x, out)
    if out.dtype.kind == "f":
        with pytest.raises(stet.fft.InexactError, match="again: pass out="):
            call(x.astype(np.float32), out=np.zeros(out.shape, "f2"), level="correct")


def test_what_is_not_read_may_be_anything() -> None:
    x = np.int64([3, 4, BIG])
    assert stet.fft.fft(x, 2, level="correct")[0] == 7
    out = np.full(3, 5 + 0j)
    with pytest.raises(stet.fft.InexactError, match=r"fft: element \[2\]: float64 does not hold 9007199254740993"):
        stet.fft.fft(x, out=out, level="correct")
    assert (out == 5).all()
    with pytest.raises(stet.fft.InexactError, match=r"element \[1, 0\]"):
        stet.fft.idst(np.int64([[1, 2], [-BIG, 4]]), level="correct")
    assert stet.fft.fft(x)[0] == BIG + 7  # other levels round, as NumPy


def test_an_axis_twice_is_rounded_twice() -> None:
    x = np.arange(6.0).reshape(2, 3)
    assert stet.fft.fftn(x, axes=(0, 0)).shape == (2, 3)
    with pytest.raises(stet.fft.InexactError, match="twice"):
        stet.fft.fftn(x, axes=(0, 0), level="correct")
    with pytest.raises(stet.fft.InexactError, match="does not hold"):
        stet.fft.fftn([BIG, 1], axes=(), level="correct")
    with pytest.raises(stet.fft.InexactError, match="does not hold"):
        stet.fft.fftn([0.1], axes=(), out=np.zeros(1, np.complex64), level="correct")
    assert stet.fft.fftn([BIG - 1, 1], axes=(), level="correct")[0] == BIG - 1


def test_conv_rounds_none_of_its_arguments() -> None:
    u = np.float32([1, 2, 3])
    for arguments in (
        {"filter": [0.1]}, {"filter": [1.0], "bias": 0.1}, {"filter": [1.0], "gate": [0.1, 1, 1]},
        {"filter": [1.0], "reverse": [0.1], "operator": "time"}, {"filter": np.float64([1 + 2**-30])},
    ):  # fmt: skip
        with pytest.raises(stet.fft.InexactError, match="float32 does not hold"):
            stet.conv(u, level="correct", **arguments)
        assert stet.conv(u, **arguments).dtype == np.float32
    with pytest.raises(stet.fft.InexactError, match="u: element"):
        stet.Conv([1.0], 2, level="correct", dtype="float32")([0.1, 1])
    with pytest.raises(stet.fft.InexactError, match="u: element"):
        stet.Conv([1.0], 2, level="correct").stream().push([BIG, 0.5])
    assert np.isnan(stet.conv(u, [0.5, np.nan], level="correct")).any()  # float32 has NaN


def test_a_certificate_is_of_the_numbers_that_were_given() -> None:
    x = np.int64([[2**62, 1], [3, 4]])
    y, paper = stet.certificate(x)
    assert stet.certify(paper, x, y)
    for wrong in (np.int64([[BIG, 1], [3, 4]]), [[BIG, 0.5]]):
        with pytest.raises(stet.fft.InexactError):
            stet.certificate(wrong)


def test_types_that_jax_does_not_know_the_values_of() -> None:
    jax = pytest.importorskip("jax", reason="skipped: no JAX")
    import jax.numpy as jnp
    import stet.jax

    def fft(x: Any) -> Any:
        return stet.jax.fft(x, level="correct")

    for dtype in (jnp.int32, jnp.uint32):
        with pytest.raises(TypeError, match="float32 does not hold all numbers"):
            jax.jit(fft)(jnp.arange(4, dtype=dtype))
    for dtype in (jnp.int16, jnp.uint8, jnp.bool_, jnp.bfloat16):
        assert fft(jnp.arange(4).astype(dtype)).dtype == np.complex64
    for given in ([0.1, 1], np.float64([0.1, 1]), np.int64([2**24 + 1]), np.int64([2**32 + 1])):  # in JAX without 64 bits
        with pytest.raises(stet.fft.InexactError, match="float32 does not hold"):
            fft(given)
    assert fft([0.5, 1])[0] == 1.5 and fft([jnp.float32(0.5), 1])[0] == 1.5
    with jax.enable_x64(True), pytest.raises(TypeError, match="float64 does not hold all numbers"):
        fft(jnp.arange(4))


def test_a_wav_file_is_scaled_exactly(tmp_path: Path) -> None:
    """Samples of 32 bits times 2^-31 are exact in double."""
    samples = [2**31 - 1, -(2**31), 77, 2**24 + 1]
    data = struct.pack("<4i", *samples)
    header = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1, 1, 8000, 32000, 4, 32, b"data", len(data))
    (tmp_path / "x.wav").write_bytes(header + data)
    command("fft", tmp_path / "x.wav", "--real", "--level", "correct", "-o", tmp_path / "y.npy")
    y = np.load(tmp_path / "y.npy")
    assert y.dtype == np.complex128 and y[0] == sum(samples) / 2**31
