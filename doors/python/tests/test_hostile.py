# SPDX-License-Identifier: Apache-2.0
"""Hostile arguments: integers that change the arrays, endless sequences, strange dtypes, refused memory requests, threads,
forks. Each call raises an exception or gives the right result, and never crashes.
"""
from __future__ import annotations

import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import warnings
from typing import Any, Callable

import numpy as np
import pytest

from stet import _dtypes, _stet, fft as f

HERE = pathlib.Path(__file__).parent
NAMES = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "dct", "idst"]
REFUSED = (TypeError, ValueError, IndexError, OverflowError, MemoryError)


class Turning:
    """An integer that runs a function when it is converted."""

    def __init__(self, value: int, act: Callable[[], Any]) -> None:
        self.value, self.act = value, act

    def __index__(self) -> int:
        self.act()
        return self.value


def test_integers_that_change_the_array() -> None:
    """The transform uses the array in its state after all integers were converted."""

    def flat(x: np.ndarray) -> Any:
        return lambda: x.resize(4, refcheck=False)

    def narrow(x: np.ndarray) -> Any:
        def act() -> None:
            with warnings.catch_warnings():  # NumPy 2.5: deprecated
                warnings.simplefilter("ignore")
                x.dtype = np.dtype(np.complex64)

        return act

    wanted = f.fft(np.zeros(4, complex), 8).tobytes()
    for change, shape in ((flat, (8,)), (narrow, (4, 8))):
        x = np.zeros((4, 8), complex)
        assert f.fft(x, Turning(8, change(x))).shape == shape  # type: ignore[arg-type]
        x = np.zeros((4, 8), complex)
        assert f.fftn(x, (Turning(8, change(x)),), (-1,)).shape == shape  # type: ignore[arg-type]
        x = np.zeros((4, 8), complex)
        assert f.fft(x, 8, workers=Turning(1, change(x))).shape == shape  # type: ignore[arg-type]
    for axis in (1, (1, 0)):
        x = np.zeros((4, 8), complex)
        with pytest.raises(np.exceptions.AxisError):
            if isinstance(axis, int):
                f.fft(x, Turning(8, flat(x)), axis)  # type: ignore[arg-type]
            else:
                f.fftn(x, (Turning(8, flat(x)), 4), axis)  # type: ignore[arg-type]
    x = np.zeros(8, complex)
    out = np.empty(8, complex)
    with pytest.raises(ValueError, match="wrong shape"):
        f.fft(x, Turning(8, lambda: out.resize(2, refcheck=False)), out=out)  # type: ignore[arg-type]
    x = np.zeros((4, 8), complex)
    assert f.fft(x, Turning(8, flat(x))).tobytes() == wanted  # type: ignore[arg-type]


def test_warnings_that_change_the_array(monkeypatch: pytest.MonkeyPatch) -> None:
    """A warning may run Python code of the caller, so it comes after the output is complete."""
    x = np.zeros((4, 64), f.complex32)
    x["re"][0, 0] = 60000
    x["re"][1:, 1] = 60000
    with pytest.warns(RuntimeWarning, match="overflow"):
        wanted = f.hfftn(x, axes=(0, 1))
    out = np.empty((4, 126), np.float16)
    told: list[bytes] = []

    def show(*args: Any, **kwargs: Any) -> None:
        told.append(out.tobytes())
        out.resize(3, refcheck=False)

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        monkeypatch.setattr(warnings, "showwarning", show)
        assert f.hfftn(x, axes=(0, 1), out=out).shape == (3,)
    assert told == [wanted.tobytes()]
    strict = np.empty((4, 126), np.float16)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(RuntimeWarning):
            f.hfftn(x, axes=(0, 1), out=strict)
    assert strict.tobytes() == wanted.tobytes()


def test_an_array_that_its_own_conversion_changes() -> None:
    class Odd:
        def __init__(self, result: Any) -> None:
            self.result = result

        def __array__(self, *args: Any, **kwargs: Any) -> Any:
            if isinstance(self.result, Exception):
                raise self.result
            return self.result

    for wrong, error in ((RuntimeError("no"), RuntimeError), (3, (TypeError, ValueError)), ("x", (TypeError, ValueError))):
        with pytest.raises(error):  # type: ignore[arg-type]
            f.fft(Odd(wrong))
    assert f.fft(Odd(np.ones(4))).tobytes() == f.fft(np.ones(4)).tobytes()
    nested: list[Any] = []
    nested.append(nested)
    with pytest.raises((TypeError, ValueError, RecursionError)):
        f.fft(nested)


def test_axes_without_an_end() -> None:
    x = np.ones((2, 2))
    for endless in (itertools.count(), itertools.repeat(0), iter([0]), (i for i in (0, 1)), {0, 1}, {0: 1}, "01", object()):
        with pytest.raises(TypeError):
            f.fftn(x, axes=endless)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            f.fftn(x, endless, (0, 1))  # type: ignore[arg-type]
    for many in ([0] * 65, np.zeros(10**6, int), range(10**9)):
        with pytest.raises(ValueError, match="at most 64"):
            f.fftn(x, axes=many)
    assert f.fftn(x, axes=np.array([0, 1])).tobytes() == f.fftn(x).tobytes()
    deep = np.ones((1,) * 32)
    assert f.fftn(deep).shape == deep.shape
    assert f.fft(deep, 3, 31).shape == (1,) * 31 + (3,)


STRANGE: list[Any] = [
    np.zeros(3, "V0"), np.zeros(3, np.dtype([])), np.zeros(3, [("re", "f2"), ("im", "f2"), ("x", "f2")]),
    np.zeros(3, [("re", ">f2"), ("im", ">f2")]), np.zeros(3, [("re", "f2", (2,))]), np.zeros(3, [("im", "f2"), ("re", "f2")]),
    np.zeros(3, np.dtype({"names": ["re", "im"], "formats": ["f2", "f2"], "offsets": [0, 8]})),
    np.zeros(3, np.dtype({"names": ["re", "im"], "formats": ["f2", "f2"], "offsets": [2, 0]})),
    np.zeros(3, [("re", [("re", "f2"), ("im", "f2")]), ("im", [("re", "f2"), ("im", "f2")])]),
    np.ma.masked_all(3, "O"), np.array([[1], [2, 3]], object), np.array([1j], np.clongdouble), np.zeros(3, "U1"), np.zeros(3, "S0"),
]  # fmt: skip
if hasattr(np.dtypes, "StringDType"):
    STRANGE.append(np.array(["a", "b"], np.dtypes.StringDType()))


@pytest.mark.parametrize("x", STRANGE, ids=lambda x: str(x.dtype))
@pytest.mark.parametrize("name", NAMES)
def test_strange_dtypes(name: str, x: np.ndarray) -> None:
    with pytest.raises(TypeError):
        getattr(f, name)(x)
    n = 2 * len(x) - 1 if name in ("rfft", "ihfft") else len(x)
    wanted = getattr(f, name)(np.ones(4), n=n)
    out = x.copy()
    try:  # NumPy casts numbers to objects, and to strings and void if they are long enough
        assert getattr(f, name)(np.ones(4), n=n, out=out) is out
    except (TypeError, ValueError):
        assert x.dtype != object
    if x.dtype == object:
        assert list(np.asarray(out)) == list(wanted)


def test_formats_that_ml_dtypes_lacks() -> None:
    """In NumPy 1.26 float64 == None is true; a name that ml_dtypes lacks must not match double."""
    pytest.importorskip("ml_dtypes", reason="skipped: no ml_dtypes")
    for kind in "?bhilqefdgFDGUSOMm":
        assert _dtypes.classify(np.dtype(kind)) is None


@pytest.mark.parametrize("name", NAMES)
def test_overlapping_windows(name: str, rng: np.random.Generator) -> None:
    x = rng.standard_normal(40) + (0 if name in ("rfft", "ihfft") else 1j)
    for view in (
        np.lib.stride_tricks.sliding_window_view(x, 9),
        np.lib.stride_tricks.as_strided(x[20:], (3, 5, 4), (0, -16, 16))[:, ::-1],
        np.lib.stride_tricks.as_strided(x[20:], (6, 7), (x.itemsize, -x.itemsize)),
        np.broadcast_to(x[:7, None], (5, 7, 3)),
        np.broadcast_to(x[3], (4, 5)),
    ):
        for axis in range(view.ndim):
            result = getattr(f, name)(view, axis=axis)
            assert result.tobytes() == getattr(f, name)(view.copy(), axis=axis).tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_lengths_that_no_memory_has(name: str) -> None:
    x = np.ones((2, 3))
    for n in (2**40, 2**48, 2**59, 2**60, 2**62, 2**63 - 1):
        with pytest.raises((MemoryError, ValueError)):
            getattr(f, name)(x, n=n)
        with pytest.raises((MemoryError, ValueError)):
            getattr(f, name)(np.broadcast_to(x, (2**40, 2, 3)), n=n)
    with pytest.raises((MemoryError, ValueError), match="too big|allocate"):
        getattr(f, name)(np.broadcast_to(np.int8(1), 2**63 - 1))


def test_the_extension_takes_no_nonsense() -> None:
    """Calls the extension's private functions: wrong counts and types raise exceptions too."""
    rng = np.random.default_rng(7)
    things: list[Any] = [
        None, 0, 1, 5, -1, 99, 2**70, 1.5, "ortho", "native", "fft", (), (1,), [0], object(), True, False,
        np.ones(3), np.ones(4, complex), np.zeros((2, 0)), np.empty(3, complex), (np.ones(3), "float64", (3,)),
        (b"12345678", "float64", (1,)), (b"1234", "float64", (1,)), (np.ones(3), "float64", (2**62, 2**62)),
    ]  # fmt: skip
    good = _stet.plan(0, np.ones(4), [-1], [0], None, None, "native", None, None, 0, False, False)
    things.append(good)
    functions = [g for name, g in vars(_stet).items() if callable(g) and not name.startswith(("_", "plan_cache"))]
    assert len(functions) >= 6
    for _ in range(3000):
        function = functions[rng.integers(len(functions))]
        count = int(rng.choice([0, 1, 2, 3, 5, 8, 11, 12]))
        try:
            function(*[things[i] for i in rng.integers(len(things), size=count)])
        except (*REFUSED, SystemError, RuntimeError) as error:
            assert not isinstance(error, SystemError), error
    right: list[Any] = [0, np.ones(4), None, -1, None, None, "native", None, None, 0, False]
    for _ in range(3000):  # a right call with one or two wrong arguments
        arguments = list(right)
        for at in rng.integers(len(right), size=rng.integers(1, 3)):
            arguments[at] = things[rng.integers(len(things))]
        try:
            _stet.fft1(*arguments)
        except REFUSED:
            pass


def test_threads_call_at_once(rng: np.random.Generator) -> None:
    """Threads share one input; each has an output, and all share another one."""
    x = rng.standard_normal((8, 1024))
    shared = np.empty((8, 513), complex)
    wanted = {
        name: getattr(f, name)(x, workers=workers).tobytes()
        for name, workers in (("fft", 1), ("rfft", 2), ("irfft", 1), ("dct", 2), ("fftn", 2), ("hfft", 1))
    }
    wrong: list[str] = []
    gate = threading.Barrier(6)

    def work(seed: int) -> None:
        order = np.random.default_rng(seed)
        gate.wait()
        for _ in range(60):
            name = str(order.choice(list(wanted)))
            if getattr(f, name)(x, workers=int(order.integers(1, 4))).tobytes() != wanted[name]:
                wrong.append(name)
            f.rfft(x, out=shared)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert shared.tobytes() == wanted["rfft"]


FORK = """
import os, signal, threading, warnings
import numpy as np
from stet import fft as f
warnings.simplefilter("ignore", DeprecationWarning)
x = np.random.default_rng(1).standard_normal((64, 500))
long = np.ones(1024, complex)  # the shortest that is transformed without the GIL: looks for its plan most often
wanted = f.fft(x, workers=4).tobytes()
stop = threading.Event()

def busy():
    while not stop.is_set():
        for _ in range(100):
            f.fft(long, out=long)

threads = [threading.Thread(target=busy) for _ in range(2)]
for t in threads:
    t.start()
for i in range(40):
    child = os.fork()
    if child == 0:
        signal.alarm(30)  # what hangs ends
        right = f.plan_cache().plans > 0 and (i % 20 or f.fft(x, workers=4).tobytes() == wanted)
        os._exit(0 if right else 1)
    assert os.waitpid(child, 0)[1] == 0
stop.set()
for t in threads:
    t.join()
print("forked")
"""


def test_forks_while_threads_transform_in_a_process_of_its_own() -> None:
    run = subprocess.run([sys.executable, "-c", FORK], capture_output=True, text=True, timeout=120)
    assert run.stdout == "forked\n", run.stderr


def test_refused_memory_in_a_process_of_its_own(tmp_path: pathlib.Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler or not sys.platform.startswith("linux"):
        pytest.skip("skipped: no C compiler with glibc")
    shim = tmp_path / "failing_malloc.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-fno-builtin", "-O1", "-o", shim, HERE / "failing_malloc.c"], check=True
    )
    run = subprocess.run(
        [sys.executable, HERE / "refused_memory.py"], capture_output=True, text=True, timeout=120,
        env={**os.environ, "LD_PRELOAD": str(shim)},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("refusals") == 18, run.stdout
