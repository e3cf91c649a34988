#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""stet.mpi over ranks of mpi4py: every part has the bits that `stet fft` (STET) writes for the whole array. Started again under
MPIRUN with the ranks of RANKS. Without numpy and mpi4py it is skipped (77): Debian has them in python3-mpi4py.
STET_MPI_LIBRARY, MODULE (stet/mpi.py) come from the environment: the module is loaded from there, so that no wheel is needed."""
import importlib.util
import math
import os
import subprocess
import sys
import tempfile


def load():
    spec = importlib.util.spec_from_file_location("stet_mpi_module", os.environ["MODULE"])
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def start():
    """The parent: many ranks of itself."""
    try:
        import mpi4py  # noqa: F401
        import numpy  # noqa: F401
    except ImportError as error:
        print(f"skipped: {error} in {sys.executable} (scripts/deps mpi installs it for Debian's Python)")
        return 77
    for ranks in os.environ["RANKS"].split():
        with tempfile.TemporaryDirectory() as folder:
            result = subprocess.run([os.environ["MPIRUN"], "-n", ranks, sys.executable, "-B", __file__, folder], timeout=300)
            if result.returncode != 0:
                return 1
    return 0


def main(folder):
    import numpy as np
    from mpi4py import MPI

    mpi, comm = load(), MPI.COMM_WORLD
    rank, ranks = comm.Get_rank(), comm.Get_size()
    rng = np.random.default_rng(5)
    cases = 0

    def whole_of(array, options):
        """What one process says."""
        result = os.path.join(folder, "result.npy")
        if rank == 0:
            np.save(os.path.join(folder, "array.npy"), array)
            subprocess.run([os.environ["STET"], "fft", os.path.join(folder, "array.npy"), "--axes", "all", "-o", result, *options],
                           check=True, stdout=subprocess.DEVNULL)
        comm.Barrier()
        found = np.load(result)
        comm.Barrier()
        return found

    def index(shape, slices):
        return np.ix_(*[np.arange(n)[s] for n, s in zip(shape, slices)])

    for shape in ((12, 10, 9), (7, 16), (360,)):
        real = rng.standard_normal(shape)
        spectrum = real + 1j * rng.standard_normal(shape)
        half = np.fft.rfftn(real)
        for name, array, options in (("fft", spectrum, []), ("ifft", spectrum, ["--inverse"]), ("rfft", real, ["--real"]),
                                     ("irfft", half, ["--real", "--inverse", "--n", str(shape[-1])]),
                                     ("fft", spectrum.astype("c8"), [])):
            want = whole_of(array, options)
            for layout in ("natural", "transposed", "cyclic") if len(shape) > 2 else ("natural",):
                for exchange in ("auto", "alltoallv"):
                    with mpi.Plan(comm, shape, name, array.dtype, layout=layout, exchange=exchange) as plan:
                        assert plan.out_shape == want.shape
                        x = plan.part(array)
                        got = plan(x)
                        part = want[index(want.shape, plan.out_slices)]
                        assert got.dtype == want.dtype and got.tobytes() == part.tobytes(), (shape, name, layout, rank)
                        out = np.full(got.shape, np.nan, got.dtype)
                        assert plan(np.asfortranarray(x), out) is out and out.tobytes() == part.tobytes()
                        path = os.path.join(folder, "saved.npy")
                        plan.save(path, got)
                        if rank == 0:
                            assert np.load(path).tobytes() == want.tobytes()
                        assert plan.load(path, "out").tobytes() == part.tobytes()
                        digests = comm.allgather(plan.digest(got))
                        assert len(set(digests)) == 1 and digests[0] != plan.digest(np.zeros_like(got))
                        assert plan.exchanges >= 0 and plan.bytes >= 0 and "algorithm" in plan.describe()
                        cases += 1

    numbers = rng.standard_normal(1000) * 10.0 ** rng.integers(-30, 30, 1000)
    mine = numbers[rank::ranks]
    assert mpi.sum(comm, mine) == math.fsum(numbers)
    assert mpi.dot(comm, mine, np.ones_like(mine)) == math.fsum(numbers)
    assert mpi.sum(comm, np.float32([1e8, 1, -1e8]) if rank == 0 else np.float32([])) == 1

    # Numbers that would be rounded, on one rank: an error on all of them. What is held is added as it is.
    assert mpi.sum(comm, [2**62, 1] if rank == 0 else [-1]) == 2**62 + 2 - ranks
    with mpi.Plan(comm, (4, 2 * ranks), level="correct") as plan:
        for call in (lambda: mpi.sum(comm, [2**53 + 1] if rank == 0 else [1]),
                     lambda: mpi.dot(comm, [1.0], np.longdouble([1]) + (2.0**-60 if rank == 0 else 0)),
                     lambda: plan(np.full(plan.empty().shape, 2**53 + (rank == 0))),
                     lambda: plan.part(np.full((4, 2 * ranks), 2**53 + 1))):
            try:
                call()
                raise AssertionError("not refused")
            except ValueError as error:
                assert "does not hold" in str(error)
        assert plan(np.full(plan.empty().shape, 3)).shape == plan.empty_out().shape

    for call, error in ((lambda: mpi.Plan(comm, (4, 4), "dct"), ValueError), (lambda: mpi.Plan(comm, (4, 4), dtype="i4"), TypeError),
                        (lambda: mpi.Plan(comm, (4, 4), level="extended-ff"), ValueError),
                        (lambda: mpi.Plan(comm, (4, 4), grid=(ranks + 1,)), mpi.Error), (lambda: mpi.Plan(comm, (4, 0)), mpi.Error)):
        try:
            call()
        except error as caught:
            assert str(caught)
        else:
            raise AssertionError("no error")
    with mpi.Plan(comm, (6, 5)) as plan:
        try:
            plan.load(os.path.join(folder, "none.npy"))
        except OSError:
            pass
        else:
            raise AssertionError("no error")
    if rank == 0:
        print(f"stet.mpi, {ranks} ranks: {cases} plans")


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(start())
    try:
        main(sys.argv[1])
    except BaseException:
        import traceback

        traceback.print_exc()
        from mpi4py import MPI

        MPI.COMM_WORLD.Abort(1)
