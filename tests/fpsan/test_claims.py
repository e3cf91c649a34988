#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_claims.py BUILD: for each case of programs/claims.c, plain floats differ between the right
ways, FPSan says EQUAL, and DIFFERENT of the wrong way. Then: what stays native or undefined is
UNDECIDED, and what crashes is an error, never EQUAL. Doubts: what an algebra cannot know
(programs/doubts.c), and what is said of it. Pairs: what is equal is never DIFFERENT
(programs/pairs.c). Literals: of the wrong precision;
complex numbers. Loops: what becomes of them. Doors: options, what is said beside a verdict, and kinds of programs."""
import json
import os
import platform
import subprocess
import sys
import tempfile
import unittest

BUILD = os.path.abspath(sys.argv.pop(1))
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
LONG = "STET_LONG" in os.environ  # every doubt before and after optimisation; without it one of the two
AVX2 = "avx2" in open("/proc/cpuinfo").read() and "fma" in open("/proc/cpuinfo").read()
FLAGS = ["-O2", "-g", "-I", os.path.join(HERE, "..", "..", "..", "src")] + (["-mavx2", "-mfma"] if AVX2 else [])

# case: (name, algebras, right ways)
CASES = {
    1: ("sum", ("ring", "field"), (0, 1, 2)),
    2: ("matrix product", ("ring", "field"), (0, 1, 2)),
    3: ("exponential of a sum", ("ring",), (0, 1)),
    4: ("softmax", ("ring",), (0, 1)),
    5: ("attention", ("ring",), (0, 1)),
    6: ("angle sums", ("ring",), (0, 1)),
    7: ("butterfly", ("field",), (0, 1)),
    8: ("rational function", ("field",), (0, 1)),
    9: ("casts", ("ring", "field"), (0, 1)),
    10: ("float-float", ("field",), (0, 1)),
    11: ("double-double", ("field",), (0, 1)),
}


# Pairs of programs/doubts.c: what is said of 0 against the other way, in which algebras and of what is
# instrumented when. A phrase is a part of the report; None: no caveat and no doubt.
BOTH, EVERY = ("before", "after"), ("field", "ring")
ORDER, BITS = "outputs depend on how comparisons", "outputs depend on bits or integers"
DOUBTS = [
    (1, 1, EVERY, BOTH, "EQUAL", ORDER),
    (2, 1, EVERY, BOTH, "EQUAL", ORDER),
    (3, 1, EVERY, BOTH, "UNDECIDED", "the difference depends on how comparisons"),
    (4, 1, ("field",), BOTH, "UNDECIDED", "equal values: sin, cos"),
    (4, 1, ("field",), BOTH, "UNDECIDED", "try FPSAN_ALGEBRA=ring"),
    (4, 1, ("ring",), BOTH, "EQUAL", None),
    (4, -1, ("ring",), BOTH, "DIFFERENT", None),
    (5, 1, ("field",), BOTH, "UNDECIDED", "equal values: exp"),
    (5, 1, ("ring",), BOTH, "EQUAL", None),
    (5, -1, ("field",), BOTH, "DIFFERENT", None),
    (6, 1, ("field",), BOTH, "UNDECIDED", "equal values: sin, cos"),
    (6, 1, ("ring",), BOTH, "UNDECIDED", "literal integers"),
    (6, -1, ("field",), BOTH, "DIFFERENT", None),
    (7, 1, ("field",), BOTH, "UNDECIDED", "min or max come out"),
    (7, 1, ("ring",), BOTH, "UNDECIDED", "min or max come out"),
    (8, 1, EVERY, BOTH, "EQUAL", ORDER),
    (9, 1, ("field",), ("before",), "UNDECIDED", "absolute values"),
    (9, -1, ("field",), BOTH, "DIFFERENT", None),
    (10, 1, ("field",), BOTH, "UNDECIDED", "the difference depends on bits or integers"),
    (10, -1, ("field",), BOTH, "DIFFERENT", None),
    (11, 1, ("field",), BOTH, "EQUAL", None),
    (12, 1, ("field",), BOTH, "EQUAL", BITS),
    (15, 1, ("field",), BOTH, "EQUAL", None),
    (15, 1, ("ring",), BOTH, "UNDECIDED", "try FPSAN_ALGEBRA=field"),
    (15, -1, EVERY, BOTH, "DIFFERENT", None),
    (16, 1, ("field",), BOTH, "EQUAL", None),
    (17, 1, ("field",), BOTH, "EQUAL", None),
    (17, 1, ("ring",), BOTH, "UNDECIDED", "symbols to the ring"),
    (18, 1, ("field",), BOTH, "EQUAL", None),
    (21, 1, ("field",), BOTH, "DIFFERENT", None),
    (22, 1, ("field",), BOTH, "DIFFERENT", None),
    (22, 2, ("field",), BOTH, "EQUAL", "payloads decided branches"),
    (23, 1, ("field",), ("before",), "UNDECIDED", "absolute values"),
    (19, 1, ("field",), BOTH, "UNDECIDED", "the field takes for symbols"),
    *[(number, 1, ("field",), ("before",), "EQUAL", ORDER) for number in range(24, 33)],
    *[(number, 1, ("field",), ("after",), "EQUAL", ORDER) for number in (24, 29, 31)],
    *[(number, 1, ("ring",), ("before",), "EQUAL", ORDER) for number in (25, 29, 31)],
    (33, 1, ("field",), BOTH, "EQUAL", BITS),
    (34, 1, ("field",), ("before",), "UNDECIDED", "absolute values"),
    (35, 1, ("field",), BOTH, "EQUAL", None),
    (35, 1, ("ring",), BOTH, "UNDECIDED", "conversions to a wider format"),
    (35, -1, ("ring",), BOTH, "DIFFERENT", None),
    (36, 1, ("ring",), ("before",), "UNDECIDED", "one base in all formats"),
    (36, -1, ("ring",), ("before",), "DIFFERENT", None),
    (37, 1, EVERY, BOTH, "UNDECIDED", "symbols"),
    (37, -1, EVERY, BOTH, "DIFFERENT", None),
    (38, 1, EVERY, BOTH, "DIFFERENT", None),
]


def run(*command, **environment):
    env = {k: v for k, v in os.environ.items() if not k.startswith("FPSAN_")}
    env.update(environment)
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=600)


def cc(output, *arguments, **environment):
    result = run(os.path.join(BUILD, "fpsan-cc"), *FLAGS, *arguments, "-o", output, "-lm", **environment)
    return result


def clang_has(condition):
    """Whether the preprocessor of fpsan-cc's clang finds the condition true."""
    source = f"#if {condition}\nyes\n#endif\n"
    result = subprocess.run([os.path.join(BUILD, "fpsan-cc"), "-E", "-P", "-x", "c", "-"], input=source,
                            capture_output=True, text=True, check=True)
    return "yes" in result.stdout


def check(*arguments):
    result = run(os.path.join(BUILD, "fpsan"), "check", *arguments)
    return result.returncode, result.stdout, result.stderr


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.claims = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.claims.cleanup)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.at = lambda name: os.path.join(folder.name, name)

    def source(self, name):
        return os.path.join(HERE, name)

    def way(self, program, variant):
        """The program under a name that makes it compute in that way."""
        link = f"{program}@{variant}"
        if not os.path.exists(link):
            os.symlink(program, link)
        return link


class Claims(Programs):
    def build_claim(self, case, variant, algebra, when="before"):
        output = os.path.join(self.claims.name, f"{case}.{algebra}.{when}")
        if not os.path.exists(output):
            result = cc(output, f"-DCASE={case}", self.source("claims.c"), FPSAN_ALGEBRA=algebra, FPSAN_WHEN=when,
                        FPSAN_STRICT="1")
            self.assertEqual(result.returncode, 0, result.stderr)
        return self.way(output, variant)

    def native_digest(self, case, variant):
        output = os.path.join(self.claims.name, f"{case}.native")
        if not os.path.exists(output):
            include = os.path.join(BUILD, "fpsan-include")
            subprocess.run([os.environ.get("CC", "cc"), *FLAGS, "-ffp-contract=off", "-I", include,
                            f"-DCASE={case}", self.source("claims.c"), "-o", output, "-lm"], check=True)
        return run(self.way(output, variant)).stderr

    def test_cases(self):
        for case, (name, algebras, ways) in CASES.items():
            with self.subTest(case=name):
                digests = {self.native_digest(case, way) for way in ways}
                self.assertGreater(len(digests), 1, "plain floats agree: the case shows nothing")
            for algebra in algebras:
                first = self.build_claim(case, ways[0], algebra)
                for way in ways[1:]:
                    with self.subTest(case=name, algebra=algebra, way=way):
                        status, out, err = check(first, self.build_claim(case, way, algebra))
                        self.assertEqual((status, out.split("\n")[0]), (0, "EQUAL"), out + err)
                with self.subTest(case=name, algebra=algebra, way="wrong"):
                    status, out, err = check(first, self.build_claim(case, -1, algebra))
                    self.assertEqual((status, out.split("\n")[0]), (1, "DIFFERENT"), out + err)

    def test_before_and_after_optimisation(self):
        for case, algebra in ((1, "ring"), (2, "field"), (7, "field")):
            with self.subTest(case=case):
                before = self.build_claim(case, 0, algebra)
                after = self.build_claim(case, 1, algebra, "after")
                self.assertEqual(check(before, after)[0], 0)

    def odd(self, number, *more, **environment):
        output = self.at(f"odd{number}")
        result = cc(output, f"-DODD={number}", self.source("odd.c"), *more, **environment)
        return output, result

    def test_native_is_undecided_and_listed(self):
        for number, line, what in ((1, 12, "inline assembly"), (2, 14, "x87")):
            with self.subTest(odd=number):
                program, result = self.odd(number)
                self.assertIn(f"odd.c:{line}:", result.stderr)
                self.assertIn(what, result.stderr)
                status, out, _ = check(program, program)
                self.assertEqual(status, 2)
                self.assertTrue(out.startswith("UNDECIDED"), out)
                self.assertIn(f"odd.c:{line}:", out)
                self.assertNotEqual(self.odd(number, FPSAN_STRICT="1")[1].returncode, 0)

    def test_other_files(self):
        other = self.at("outside.o")
        subprocess.run([os.environ.get("CC", "cc"), "-c", self.source("outside.c"), "-o", other], check=True)
        program, _ = self.odd(3, other)
        self.assertTrue(check(program, program)[1].startswith("UNDECIDED"))
        self.assertNotEqual(self.odd(3, other, FPSAN_STRICT="1")[1].returncode, 0)
        program, result = self.odd(3, self.source("outside.c"), FPSAN_STRICT="1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(check(program, program)[1].startswith("EQUAL"))

    def test_undefined(self):
        program, _ = self.odd(4)
        status, out, _ = check(program, program)
        self.assertEqual(status, 2)
        self.assertIn("output 0 is undefined", out)
        program, _ = self.odd(5)
        self.assertEqual(check(program, program)[0], 0)

    def test_conversions_to_integer(self):
        for algebra in ("field", "ring"):
            with self.subTest(algebra=algebra):
                program, result = self.odd(9, FPSAN_ALGEBRA=algebra, FPSAN_STRICT="1")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertTrue(check(program, program)[1].startswith("EQUAL"))

    def test_classes(self):
        if not clang_has("__has_builtin(__builtin_isfpclass)"):
            self.skipTest("this clang has no __builtin_isfpclass")
        program, result = self.odd(10, FPSAN_STRICT="1")
        self.assertEqual(result.returncode, 0, result.stderr)
        status, out, _ = check(program, self.odd(11)[0])
        self.assertEqual(status, 0, out)

    def test_crashes_are_errors(self):
        for number, what in ((6, "signal"), (7, "exit status 3"), (8, "no output")):
            with self.subTest(odd=number):
                program, _ = self.odd(number)
                status, out, err = check(program, program)
                self.assertEqual(status, 2)
                self.assertNotIn("EQUAL", out)
                self.assertIn(what, err)
        for program in ("/bin/true", "/nonexistent"):
            status, out, err = check(program, program)
            self.assertEqual((status, out), (2, ""))
            self.assertIn(program, err)

    def test_mixed_algebras(self):
        one = self.build_claim(1, 0, "ring")
        other = self.build_claim(1, 0, "field")
        status, _, err = check(one, other)
        self.assertEqual(status, 2)
        self.assertIn("FPSAN_ALGEBRA", err)

    def test_linear_and_json(self):
        one, two, bad = (self.build_claim(7, way, "field") for way in (0, 1, -1))
        status, out, _ = check("--linear", "--json", one, two)
        self.assertEqual(status, 0)
        found = json.loads(out)
        self.assertEqual((found["verdict"], found["inputs"], found["outputs"]), ("EQUAL", 2, 64))
        self.assertLess(found["log2_bound"], -200)
        status, out, _ = check("--json", one, bad)
        found = json.loads(out)
        self.assertEqual((status, found["verdict"], found["index"]), (1, "DIFFERENT", 0))
        self.assertIn("is 0 against residue", found["reason"])


class Loops(Programs):
    """What becomes of loops, and of bitcode that is none."""

    @unittest.skipUnless(AVX2, "of this machine's vectors")
    def test_loops_become_vectors(self):
        """Instrumented before the optimiser, three loops of a matrix product multiply eight residues at once."""
        if not clang_has("__clang_major__ >= 15"):
            self.skipTest("LLVM 14 vectorises no loops: its vectoriser crashes on opaque pointers")
        assembly = self.at("loops.s")
        result = cc(assembly, "-DKERNEL=2", "-S", self.source("overhead.c"))
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(assembly) as f:
            self.assertRegex(f.read(), r"vpmuludq\s[^\n]*ymm")

    def test_loops_over_memory(self):
        """Two pointers, and an index that is a remainder: LLVM 14's analysis of loops crashed on both."""
        for level in ("-O0", "-O1", "-O2", "-O3"):
            for when in ("before", "after"):
                with self.subTest(level=level, when=when):
                    program = self.at(f"loops{level}{when}")
                    result = cc(program, level, self.source("loops.c"), FPSAN_WHEN=when)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    status, out, err = check(program, program)
                    self.assertEqual((status, out.split("\n")[0]), (0, "EQUAL"), out + err)

    def test_bad_bitcode(self):
        good = self.at("good.bc")
        for name, content in (("empty", b""), ("text", b"hello"), ("magic", b"BC\xc0\xde" + b"\xff" * 64)):
            with open(self.at(name), "wb") as f:
                f.write(content)
            result = run(os.path.join(BUILD, "fpsan-instr"), self.at(name), "-o", good)
            self.assertEqual(result.returncode, 2, name)
            self.assertIn(self.at(name), result.stderr)
            self.assertFalse(os.path.exists(good))


class Doubts(Programs):
    def build_doubt(self, number, algebra, when):
        output = os.path.join(self.claims.name, f"doubt{number}.{algebra}.{when}")
        if not os.path.exists(output):
            result = cc(output, f"-DDOUBT={number}", self.source("doubts.c"), FPSAN_ALGEBRA=algebra, FPSAN_WHEN=when,
                        FPSAN_STRICT="1")
            self.assertEqual(result.returncode, 0, result.stderr)
        return output

    def test_doubts(self):
        """What is not known is UNDECIDED and what matters is said; what is known stays DIFFERENT."""
        for number, way, algebras, whens, verdict, phrase in DOUBTS:
            for algebra in algebras:
                for when in whens if LONG else whens[number % len(whens):][:1]:
                    with self.subTest(doubt=number, way=way, algebra=algebra, when=when):
                        program = self.build_doubt(number, algebra, when)
                        status, out, err = check("--json", self.way(program, 0), self.way(program, way))
                        self.assertNotEqual(out, "", err)
                        found = json.loads(out)
                        self.assertEqual(found["verdict"], verdict, out)
                        self.assertEqual(status, ("EQUAL", "DIFFERENT", "UNDECIDED").index(verdict))
                        if phrase:
                            self.assertIn(phrase, "\n".join(found["caveats"]))
                        else:
                            self.assertEqual(found["caveats"], [])

    def test_unknown_functions_in_text_and_json(self):
        program = self.build_doubt(4, "field", "before")
        found = json.loads(check("--json", self.way(program, 0), self.way(program, 1))[1])
        self.assertEqual(found["unknown"], ["sin", "cos"])
        out = check(self.way(program, 0), self.way(program, 1))[1]
        self.assertEqual([line for line in out.split("\n")[2:] if line],
                         [f"  {line}" for line in [*found["caveats"], found["natively"]]])


class Literals(Programs):
    """What a literal is taken for, and complex numbers."""

    build_doubt = Doubts.build_doubt

    def test_precision_of_literals(self):
        """0.1f in arithmetic of doubles and rcpps are remarked; as they are, they make a difference."""
        cases = [(13, ["0.1f is a literal of float precision", "3.1415927f is a literal"])]
        if platform.machine() in ("x86_64", "AMD64"):
            cases.append((14, ["rcp.ss approximates"]))
        for number, remarks in cases:
            for when in BOTH:
                with self.subTest(doubt=number, when=when):
                    program = self.build_doubt(number, "field", when)
                    found = json.loads(check("--json", self.way(program, 0), self.way(program, 1))[1])
                    self.assertEqual(found["verdict"], "EQUAL")
                    for remark in remarks:
                        self.assertIn(remark, "\n".join(found["remarks"]))
                        self.assertIn("doubts.c:", found["remarks"][0])
                    for way, verdict in ((1, "DIFFERENT"), (0, "EQUAL")):
                        status, out, _ = check("--precise-literals", self.way(program, 0), self.way(program, way))
                        self.assertEqual(out.split("\n")[0], verdict)
        for when in BOTH:
            program = self.build_doubt(20, "field", when)
            self.assertNotIn("remark", check(program, program)[1])

    def test_complex_numbers(self):
        for name, compiler in (("C", ["fpsan-cc"]), ("C++", ["fpsan-c++", "-x", "c++"])):
            for when in BOTH:
                with self.subTest(language=name, when=when):
                    program = self.at(f"{name}.{when}")
                    result = run(os.path.join(BUILD, compiler[0]), "-O2", *compiler[1:], self.source("complex.c"), "-o",
                                 program, "-lm", FPSAN_WHEN=when, FPSAN_STRICT="1")
                    self.assertEqual(result.returncode, 0, result.stderr)
                    for way, verdict in ((1, "EQUAL"), (-1, "DIFFERENT")):
                        status, out, err = check("--json", self.way(program, 0), self.way(program, way))
                        found = json.loads(out)
                        self.assertEqual((found["verdict"], found["caveats"]), (verdict, []), out + err)


class Pairs(Programs):
    """Pairs of one real function, programs/pairs.c: never DIFFERENT, and UNDECIDED with a reason."""

    def build_pairs(self, algebra, when, *flags):
        output = self.at("pairs" + "".join(flags))
        result = cc(output, *flags, "-Wno-implicit-int-float-conversion", self.source("pairs.c"), FPSAN_ALGEBRA=algebra,
                    FPSAN_WHEN=when, FPSAN_STRICT="1")
        self.assertEqual(result.returncode, 0, result.stderr)
        return output

    def test_never_different(self):
        for algebra in EVERY:
            before = self.build_pairs(algebra, "before", "-O2")
            after = self.build_pairs(algebra, "after", "-O3", "-ffast-math")
            for a, b in ((before, before), (after, after), (before, after)):
                with self.subTest(algebra=algebra, a=a, b=b):
                    status, out, err = check("--json", self.way(a, "left"), self.way(b, "right"))
                    self.assertEqual(status, 2, out + err)
                    found = json.loads(out)
                    self.assertEqual(found["verdict"], "UNDECIDED", out)
                    self.assertTrue(found["unknown"] and found["caveats"], out)

    def test_conversions_have_one_image(self):
        """(int)x, lrint, cvttss2si, and what saturates: llvm.fptosi.sat and fptoui.sat, signed and unsigned."""
        saturating = "-fno-strict-float-cast-overflow"
        for algebra in EVERY:
            for when in BOTH:
                with self.subTest(algebra=algebra, when=when):
                    plain = self.build_pairs(algebra, when, "-DONE_IMAGE")
                    other = self.build_pairs(algebra, when, "-DONE_IMAGE", saturating)
                    more = self.build_pairs(algebra, when, "-DONE_IMAGE", "-DSATURATING", saturating)
                    for a, b in ((plain, plain), (plain, other), (more, more)):
                        status, out, err = check(self.way(a, "left"), self.way(b, "right"))
                        self.assertEqual((status, out.split("\n")[0]), (0, "EQUAL"), out + err)


class Doors(Programs):
    """The command around the verdict: its options, what it says beside it, and what it can read."""

    def build(self, name, *flags, algebra="field", when="before", strict=True):
        output = self.at(f"{name}.{algebra}.{when}" + "".join(flags))
        environment = {"FPSAN_STRICT": "1"} if strict else {}
        result = cc(output, *flags, self.source(f"{name}.c"), FPSAN_ALGEBRA=algebra, FPSAN_WHEN=when, **environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        return output

    def test_verdict_before_explanation(self):
        program = self.build("slow")
        command = [os.path.join(BUILD, "fpsan"), "check", "--explain", "1", self.way(program, 0), self.way(program, 1)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            self.assertEqual(running.stdout.readline(), "DIFFERENT\n")
            self.assertIsNone(running.poll())  # one second of the explanation is to come
            rest = running.stdout.read()
        self.assertEqual(running.returncode, 1)
        self.assertIn("no single input that shows it was found within 1 seconds (--explain)", rest)
        out = check("--explain", "0", self.way(program, 0), self.way(program, 1))[1]
        self.assertEqual(len(out.splitlines()), 2, out)

    def test_options_anywhere(self):
        program = self.build("slow")
        for arguments in (["--seeds", "1", program, program], [program, program, "--seeds", "1"],
                          [program, "-k1", program, "--", "--seeds", "x"]):
            status, out, err = check(*arguments)
            self.assertEqual((status, err), (0, ""), out)
            self.assertIn(", 2 runs of each", out)  # for two primes
        status, out, err = check(program, program, "--algebra", "ring")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("FPSAN_ALGEBRA=ring fpsan-cc", err)
        for programs in ([program], [program] * 3):
            status, out, err = check(*programs)
            self.assertEqual((status, out), (2, ""))
            self.assertIn(f"two programs are needed, and here are {len(programs)}", err)

    def test_softmax(self):
        """Decided in the ring for an odd number of terms; for an even one both are run natively as well."""
        odd = self.build("softmax", "-DTERMS=13", algebra="ring")
        for way, verdict in ((1, "EQUAL"), (2, "EQUAL"), (-1, "DIFFERENT")):
            out = check("--explain", "0", self.way(odd, 0), self.way(odd, way))[1]
            self.assertEqual(out.split("\n")[0], verdict, out)
        even = self.build("softmax", "-DTERMS=12", algebra="ring")
        for way, words in ((1, "most likely equal"), (-1, "most likely different")):
            status, out, _ = check("--json", self.way(even, 0), self.way(even, way))
            found = json.loads(out)
            self.assertEqual((status, found["verdict"], found["unknown"]), (2, "UNDECIDED", ["div"]), out)
            self.assertIn(words, found["natively"])
            self.assertEqual(found["distance"] < 1e-5, way == 1, out)
            text = check(self.way(even, 0), self.way(even, way))[1]
            self.assertEqual(text.rstrip().split("\n")[-1].strip(), found["natively"])
        field = self.build("softmax", "-DTERMS=12")
        out = check(self.way(field, 0), self.way(field, 2))[1]
        self.assertIn("is undefined", out)
        self.assertIn("may begin with its first number instead of -INFINITY", out)
        self.assertIn("most likely equal", out)

    def test_native_copy(self):
        """It is what another compiler makes of the program, also of one in several files."""
        include = ["-I", os.path.join(BUILD, "fpsan-include")]
        for when in BOTH:
            program = self.build("softmax", "-DTERMS=5", when=when)
            plain = run(self.way(program, 1), FPSAN_NATIVE="1").stderr
            self.assertIn("fpsan: native, seed 1: 10 inputs, 1 outputs", plain)
            other = self.at("outside.o")
            parts = [["-c", self.source("outside.c"), "-o", other], ["-DODD=3", self.source("odd.c"), other]]
            for part in parts:
                result = run(os.path.join(BUILD, "fpsan-cc"), "-O2", *part,
                             *(["-o", self.at("parts"), "-lm"] if part is parts[1] else []), FPSAN_WHEN=when)
                self.assertEqual(result.returncode, 0, result.stderr)
            digest = run(self.at("parts"), FPSAN_NATIVE="1").stderr.split("digest ")[1]
            result = run(os.environ.get("CC", "cc"), "-O2", *include, "-DODD=3", self.source("odd.c"),
                         self.source("outside.c"), "-o", self.at("whole"), "-lm")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(run(self.at("whole")).stderr.split("digest ")[1], digest)
        result = cc(self.at("none"), self.source("slow.c"), FPSAN_COPY="0")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("no native copy", run(self.at("none"), FPSAN_NATIVE="1").stderr)

    def test_threads_and_complex_functions(self):
        """Atomic sums, reductions of OpenMP and cexp are no native operations."""
        for algebra in EVERY:
            for when in BOTH:
                with self.subTest(algebra=algebra, when=when):
                    part = self.at("part.o")
                    program = self.at(f"parallel.{algebra}.{when}")
                    settings = {"FPSAN_ALGEBRA": algebra, "FPSAN_WHEN": when, "FPSAN_STRICT": "1"}
                    source = self.source("parallel.c")
                    for command in ((part, "-fopenmp", "-c", source, "-DWHOLE"), (part, "-fopenmp", "-c", source),
                                    (program, part)):
                        result = cc(*command, **settings)
                        self.assertEqual((result.returncode, result.stderr), (0, ""))
                    for way, verdict in ((1, "EQUAL"), (-1, "DIFFERENT")):
                        out = check("--explain", "0", self.way(program, 0), self.way(program, way))[1]
                        self.assertEqual(out.split("\n")[0], verdict, out)

    def test_advice(self):
        for number, advice in ((1, "write C for FPSan there"), (2, "-mlong-double-64")):
            out = check(*[self.build("odd", f"-DODD={number}", strict=False)] * 2)[1]
            self.assertIn(advice, out)


if __name__ == "__main__":
    unittest.main(verbosity=2)
