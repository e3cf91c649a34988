# SPDX-License-Identifier: Apache-2.0
"""stet conv: operators against their definition, shapes, profiles, and what is refused."""
import fractions
import unittest

from support import Case, documented_keys, indices, npy, read_npy


def noise(shape, seed):
    """Multiples of 1/256, so that sums of products are exact in double."""
    state, values = seed, {}
    for i in indices(shape):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        values[i] = ((state >> 40) % 512 - 256) / 256
    return values


def definition(operator, u, k, r, c=1):
    """The equations of docs/conv.md, on lists."""
    size, get = len(u), lambda x, i: x[i] if 0 <= i < len(x) else 0
    y = []
    for t in range(size):
        total = 0
        for i in range(size):
            past = get(k, t - i)
            total += u[i] * {
                "causal": lambda: past,
                "circular": lambda: get(k, (t - i) % size),
                "time": lambda: past + (get(r, i - t - 1) if i > t else 0),
                "conj": lambda: past + (get(r, i - t) if i >= t else 0),
                "freq": lambda: (past + get(r, t - i)) if i <= t else 0,
                "folded": lambda: (past + get(r, size - 1 - (t - i))) if i <= t else 0,
            }[operator]()
        y.append(c * total)
    return y


class Operators(Case):
    def setUp(self):
        super().setUp()
        self.u, self.k, self.r = noise((2, 3, 40), 1), noise((3, 30), 2), noise((3, 40), 3)
        self.file("u.npy", npy("float64", (2, 3, 40), self.u))
        self.file("k.npy", npy("float64", (3, 30), self.k))
        self.file("r.npy", npy("float64", (3, 40), self.r))

    def check(self, operator, c, *args):
        reverse = () if operator in ("causal", "circular") else ("--reverse", "r.npy")
        got = self.stet_json("conv", "u.npy", "k.npy", "--operator", operator, *reverse, *args,
                             "-o", "y.npy")
        dtype, shape, _, y, digest = read_npy(self.dir / "y.npy")
        self.assertEqual((dtype, shape, digest), ("float64", (2, 3, 40), got["sha256"]))
        for b in range(2):
            for ch in range(3):
                line = definition(operator, [self.u[b, ch, i] for i in range(40)],
                                  [self.k[ch, i] for i in range(30)],
                                  [self.r[ch, i] for i in range(40)], c if reverse else 1)
                for t in range(40):
                    off = abs(fractions.Fraction(y[b, ch, t]) - fractions.Fraction(line[t]))
                    self.assertLessEqual(off, fractions.Fraction(got["bound"]))
        return got

    def test_operators(self):
        for operator in ("causal", "circular", "time", "conj", "freq", "folded"):
            for method in ("direct", "fft", "strict", "auto"):
                got = self.check(operator, 1, "--method", method)
                if method != "auto":
                    self.assertEqual(got["method"], method)
            self.check(operator, 0.5, "--combine", "avg", "--level", "extended")
            self.check(operator, 1, "--space", "freq", "--method", "fft", "--norm", "backward")

    def test_shapes(self):
        hashes = set()
        for shape in ((40,), (1, 40), (1, 1, 40)):
            values = {i: self.u[0, 0, i[-1]] for i in indices(shape)}
            for fortran in (False, True):
                self.file("v.npy", npy("float64", shape, values, fortran=fortran))
                self.file("f.npy", npy("float64", (30,), {(i,): self.k[0, i] for i in range(30)}))
                hashes.add(self.stet_json("conv", "v.npy", "f.npy", "-o", "y.npy")["sha256"])
                self.assertEqual(read_npy(self.dir / "y.npy")[1], shape)
        self.assertEqual(len(hashes), 1)
        plain = self.stet_json("conv", "u.npy", "k.npy")["sha256"]
        self.file("u.npy", npy("float64", (2, 3, 40), self.u, fortran=True))
        self.assertEqual(self.stet_json("conv", "u.npy", "k.npy")["sha256"], plain)

    def test_end(self):
        """Bias and gate; GELU is between 0 and the number."""
        bias = {(0,): 0.5, (1,): -1.0, (2,): 2.0}
        self.file("d.npy", npy("float64", (3,), bias))
        self.stet("conv", "u.npy", "k.npy", "--method", "direct", "-o", "plain.npy")
        self.stet("conv", "u.npy", "k.npy", "--method", "direct", "--bias", "d.npy", "--gate", "u.npy",
                  "-o", "y.npy")
        plain, y = read_npy(self.dir / "plain.npy")[3], read_npy(self.dir / "y.npy")[3]
        for i in y:  # all exact in double
            self.assertEqual(y[i], (plain[i] + bias[i[1],] * self.u[i]) * self.u[i])
        for gelu in ("erf", "tanh"):
            self.stet("conv", "u.npy", "k.npy", "--method", "direct", "--gelu", gelu, "-o", "y.npy")
            for i, v in read_npy(self.dir / "y.npy")[3].items():
                self.assertLessEqual(min(0, plain[i]) - 0.2, v)
                self.assertLessEqual(v, max(0, plain[i]))

    def test_profile(self):
        self.file("p.json", b'{"bidir_combine": "avg", "bidir_space": "freq", "fft_norm": "backward",'
                            b' "gelu_mode": "tanh", "ep_fft": true, "ep_freqmul": true, "name": "mine"}')
        args = ("conv", "u.npy", "k.npy", "--operator", "conj", "--reverse", "r.npy")
        got = self.stet_json(*args, "--profile", "p.json", "--gelu", "profile")
        said = {"combine": "avg", "space": "freq", "norm": "backward", "gelu": "tanh", "ep_fft": True,
                "ep_freqmul": True, "profile": "mine", "method": "fft"}
        self.assertEqual({key: got[key] for key in said}, said)
        env = {"STET_PROFILE": str(self.dir / "p.json")}
        self.assertEqual(self.stet_json(*args, "--gelu", "profile", env=env)["sha256"], got["sha256"])
        other = self.stet_json(*args, "--profile", "p.json", "--combine", "sum", "--space", "time")
        self.assertEqual((other["combine"], other["space"]), ("sum", "time"))

    def test_mixed(self):
        """A float64 filter of a float32 signal is rounded only where that is asked for."""
        self.file("v.npy", npy("float32", (40,), {(i,): 1.0 for i in range(40)}))
        self.file("f.npy", npy("float64", (30,), {(i,): 0.1 for i in range(30)}))
        said = self.error("conv", "v.npy", "f.npy", "-o", "y.npy")
        self.assertIn("f.npy: the numbers are float64, and those of v.npy are not", said)
        for precision in ("f32", "f64"):
            self.stet("conv", "v.npy", "f.npy", "--precision", precision, "-o", "y.npy")

    def test_zeros(self):
        self.file("v.npy", npy("float32", (50,), {(i,): float(i == 30) for i in range(50)}))
        self.file("f.npy", npy("float32", (40,), {(i,): 1 + i / 7 for i in range(40)}))
        got = self.stet_json("conv", "v.npy", "f.npy", "--method", "fft", "--exact-zeros", "-o", "y.npy")
        y = read_npy(self.dir / "y.npy")[3]
        self.assertEqual((got["zeros"], [y[i,] for i in range(30)]), (30, [0.0] * 30))

    def test_keys(self):
        self.assertEqual(list(self.stet_json("conv", "u.npy", "k.npy")), documented_keys("stet conv"))


class Refused(Case):
    def test_errors(self):
        self.file("u.npy", npy("float32", (2, 8), noise((2, 8), 1)))
        self.file("k.npy", npy("float32", (9,), noise((9,), 1)))
        self.file("k3.npy", npy("float32", (3, 4), noise((3, 4), 1)))
        self.file("k2.npy", npy("float32", (2, 4), noise((2, 4), 1)))
        self.file("c.npy", npy("complex64", (4,), {(i,): 1j for i in range(4)}))
        self.file("empty.npy", npy("float32", (0,), {}))
        self.file("one.npy", npy("float32", (), {(): 1.0}))
        self.file("four.npy", npy("float32", (1, 1, 1, 1), {(0, 0, 0, 0): 1.0}))
        self.file("bad.json", b'{"bidir_sum": true}')
        self.file("c16.npy", npy("complex128", (4,), {(i,): 1j for i in range(4)}))
        lines = [self.error("conv", *args.split()) for args in (
            "u.npy", "u.npy k.npy k.npy", "u.npy none.npy", "u.npy k3.npy", "u.npy c.npy", "c.npy k.npy",
            "empty.npy k.npy", "u.npy empty.npy", "one.npy k.npy", "four.npy k.npy",
            "u.npy k.npy --operator none", "u.npy k.npy --operator time", "u.npy k.npy --reverse k.npy",
            "u.npy k.npy --operator time --reverse k2.npy", "u.npy k.npy --operator circular",
            "u.npy k.npy --bias k.npy", "u.npy k.npy --gate k.npy", "u.npy k.npy --fft-length 17",
            "u.npy k.npy --fft-length 4", "u.npy k.npy --method direct --fft-length 32",
            "u.npy k.npy --method strict --level extended", "u.npy k.npy --method direct --ep-fft",
            "u.npy k.npy --accuracy 2", "u.npy k.npy --accuracy 1e-9", "u.npy k.npy --gelu relu",
            "u.npy k.npy --gelu profile", "u.npy k.npy --profile bad.json", "u.npy k.npy --threads -1",
            "u.npy k.npy -o no/y.npy", "u.npy c16.npy", "c16.npy k.npy")]
        self.assert_expected("conv-errors.txt", "\n".join(lines) + "\n")


if __name__ == "__main__":
    unittest.main()
