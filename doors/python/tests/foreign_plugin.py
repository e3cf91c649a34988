# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin that lets other projects' tests run on stet: `-p foreign_plugin`, in a process of its own.

STET_FOREIGN says how: "scipy" sets the backend of scipy.fft globally, "engine" puts functions that ask the
backend first in place of those of SciPy's engine, PocketFFT or DUCC, "numpy" patches numpy.fft. What was served and declined
goes to the file that STET_FOREIGN_COUNTS names.
"""

import functools
import importlib
import json
import multiprocessing
import os
from contextlib import ExitStack

import numpy as np
import stet

HOW = os.environ["STET_FOREIGN"]
on = ExitStack()


def swapped(backend, public, original):
    @functools.wraps(original)
    def call(*args, **kwargs):
        result = backend.__ua_function__(public, args, kwargs)
        return original(*args, **kwargs) if result is NotImplemented else result

    return call


def engine():
    """The package inside scipy.fft that computes: PocketFFT until SciPy 1.17, then DUCC."""
    for name in ("_duccfft", "_pocketfft"):
        try:
            return importlib.import_module(f"scipy.fft.{name}")
        except ImportError:
            pass
    raise ImportError("scipy.fft has neither _duccfft nor _pocketfft")


def swap_engine(scipy_fft):
    package = engine()
    for part in ("basic", "realtransforms"):
        module = importlib.import_module(f"{package.__name__}.{part}")
        for name in stet.scipy_backend._functions.keys() & vars(module).keys():
            function = swapped(stet.scipy_backend, getattr(scipy_fft, name), getattr(module, name))
            setattr(module, name, function)
            setattr(package, name, function)


def start():
    if HOW == "numpy":
        on.enter_context(stet.numpy_patch())
        return
    import scipy.fft

    if HOW == "scipy":
        scipy.fft.set_global_backend(stet.scipy_backend)
    else:
        swap_engine(scipy.fft)


def pytest_configure(config):
    start()
    # SciPy's tests compare with the noise of other processes, which have to run on stet too.
    multiprocessing.set_forkserver_preload(["foreign_child"])


def pytest_sessionfinish(session):
    counts = stet.fft.counts()
    on.close()
    with open(os.environ["STET_FOREIGN_COUNTS"], "w") as f:
        json.dump(
            {
                "served": counts.served,
                "declined": [[name, why, n] for (name, why), n in counts.declined.items()],
            },
            f,
        )


def pytest_runtest_setup():
    """SciPy's tests draw without a seed and compare relatively: in one run of some hundred a number is near 0."""
    np.random.seed(1)
