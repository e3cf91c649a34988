# SPDX-License-Identifier: Apache-2.0
"""What a kernel of REAL 16 stores, as expressions, from PTX and from SASS.

ptxas computes two numbers of binary16 at once where it can, and a + b as fma(a, 1, b), so that counted instructions say little.
Here each half of a register has a value: a leaf (read from shared memory, from a table, converted), or fma, a sum or a choice
of values, with a sign. Values are numbered (B. Alpern, M. N. Wegman, F. K. Zadeck, POPL 1988), the factors of a product and the
terms of a sum in one order. Machine code is taken to hold what PTX says, operation by operation, if as many different fma and
sums are under what is stored, and the two graphs cannot be told apart by refining colours. The code is read from top to bottom:
the kernel is straight but for branches around what no thread needs."""
import re
from collections import Counter

FLIP = 0x8000


ROUNDS = 24  # more than there are operations one on top of the other in a step of 16 numbers


class Values:
    """Values by number; a reference to one is (sign, number)."""

    def __init__(self):
        self.known, self.node = {}, []

    def make(self, *key):
        if key not in self.known:
            self.known[key] = len(self.node)
            self.node.append(key)
        return 0, self.known[key]

    def leaf(self, kind):
        return self.make("leaf", kind, len(self.node))

    def fma(self, a, b, c):
        return self.make("fma", *sorted(((a[0] ^ b[0], a[1]), (a[0] ^ b[0], b[1]))), c)

    def add(self, a, b):
        """No sign is taken out: -a - b is +0 where -(a + b) is -0."""
        return self.make("add", *sorted((a, b)))

    def choice(self, a, b):
        """Of a and b or of b and a: conditions are not read."""
        return a if a == b else self.make("choice", *sorted((a, b)))

    def uses(self, at):
        """(sign and place, operand) of a value: the factors of a product have one place, as the terms of a sum do."""
        key = self.node[at]
        return [] if key[0] == "leaf" else [((v[0], key[0], key[0] == "fma" and i == 2), v[1]) for i, v in enumerate(key[1:])]

    def under(self, stored, colours):
        """How many fma and sums there are under what is stored, and the colours of all values there: at first what they are,
        then round by round what their operands are and what they are operands of (B. Weisfeiler, A. A. Leman, 1968)."""
        users, todo = {}, [v[1] for v in stored]
        while todo:
            at = todo.pop()
            if at not in users:
                users[at] = []
                todo += [operand for _, operand in self.uses(at)]
        for at in users:
            for place, operand in self.uses(at):
                users[operand].append((place, at))
        for sign, at in stored:
            users[at].append(((sign, "stored", False), None))

        def named(of):
            return {at: colours.setdefault(of(at), len(colours) + 1) for at in users}

        colour = named(lambda at: self.node[at][:2] if self.node[at][0] == "leaf" else self.node[at][0])
        for _ in range(ROUNDS):
            colour = named(lambda at, old=colour: (
                old[at], *(tuple(sorted((place, old.get(other, 0)) for place, other in edges)) for edges in (self.uses(at), users[at]))))
        count = Counter(self.node[at][0] for at in users)
        return count["fma"], count["add"], Counter(colour.values())


def negated(value, flip=True):
    return value[0] ^ int(flip), value[1]


def of_ptx(text, colours):
    values, register, stored = Values(), {}, []

    def get(name):
        return register.setdefault(name, values.leaf("other"))

    for line in text.splitlines():
        found = re.match(r"\s*(?:@!?%p\d+\s+)?([a-z][a-z0-9_.]+)\s+(.*);", line)
        if not found or "%rs" not in found[2]:
            continue
        op, names = found[1], re.findall(r"%\w+|-?\b\d+\b", found[2])
        if op == "fma.rn.f16":
            register[names[0]] = values.fma(*map(get, names[1:4]))
        elif op in ("add.rn.f16", "sub.rn.f16"):
            b = get(names[2])
            register[names[0]] = values.add(get(names[1]), negated(b) if op.startswith("sub") else b)
        elif op == "xor.b16" and names[2] == "-32768":
            register[names[0]] = negated(get(names[1]))
        elif op == "selp.b16":
            register[names[0]] = values.choice(get(names[1]), get(names[2]))
        elif op.startswith("mov.") and names[1].startswith("%rs") and len(names) == 2:
            register[names[0]] = get(names[1])
        elif op.startswith("st."):
            stored += [get(n) for n in names if n.startswith("%rs")]
        else:
            kind = "shared" if op.startswith("ld.shared") else "table" if op.startswith("ld.global.nc.v2") else "other"
            for name in names if op.startswith("ld.") else names[:1]:
                if name.startswith("%rs"):
                    register[name] = values.leaf(kind)
    return values.under(stored, colours)


class Machine:
    """Registers, each of two halves, low first."""

    def __init__(self):
        self.values, self.register, self.spilled, self.stored = Values(), {}, {}, []

    def leaves(self, kind="other"):
        return [self.values.leaf(kind), self.values.leaf(kind)]

    def halves(self, name):
        return self.register.setdefault(name, self.leaves()) if is_register(name) else self.leaves()

    def operand(self, text):
        """The two values that an instruction takes of -R1.H0_H0 and the like."""
        name, _, which = text.lstrip("-").partition(".")
        low, high = self.halves(name)
        low, high = {"": (low, high), "H0_H0": (low, low), "H1_H1": (high, high)}[which]
        return [negated(v, text.startswith("-")) for v in (low, high)]

    def sum_or_fma(self, rest):
        """Behind the result: two terms; factors and a term; a + b as a, 1, 1, b; else a constant."""
        if rest[1:3] == ["1", "1"]:
            rest = rest[::3]
        terms = zip(*map(self.operand, rest))
        return ([self.values.add(*t) for t in terms] if len(rest) == 2 else
                [self.values.fma(*t) for t in terms] if len(rest) == 3 else self.leaves())

    def permuted(self, a, bytes_of, b):
        """Each half as one of the four there are, if it is one."""
        whole, n = self.halves(a) + self.halves(b), [int(bytes_of, 16) >> 4 * i & 15 for i in range(4)]
        return [whole[n[i] // 2] if n[i] % 2 == 0 and n[i + 1] == n[i] + 1 else self.values.leaf("other") for i in (0, 2)]

    def result(self, op, rest):
        name = op.split(".")[0]
        if name in ("HFMA2", "HADD2") and ".F32" not in op:
            return self.sum_or_fma(rest)
        if name == "PRMT" and rest[1].startswith("0x"):
            return self.permuted(*rest)
        if name == "LOP3" and rest[2:4] == ["RZ", "0x3c"] and re.fullmatch("0x[08]+", rest[1]):
            return [negated(v, int(rest[1], 16) >> 16 * i & FLIP > 0) for i, v in enumerate(self.halves(rest[0]))]
        if name == "SEL" and is_register(rest[0]) and is_register(rest[1]):
            return [self.values.choice(*v) for v in zip(self.halves(rest[0]), self.halves(rest[1]))]
        if (name == "MOV" or op == "IMAD.MOV.U32") and is_register(rest[-1]):
            return list(self.halves(rest[-1]))
        is_pair = ".64" in op or ".U16" in op
        return self.leaves("shared" if name == "LDS" else "table" if name == "LDG" and not is_pair else "other")

    def do(self, op, rest):
        name, to = op.split(".")[0], rest[0]
        if name in ("STG", "STS"):
            self.stored += self.halves(rest[-1])[:1 if ".U16" in op else 2]
        elif name == "STL":
            self.spilled[to] = self.halves(rest[-1])
        elif name == "LDL":
            self.register[to] = self.spilled[rest[1]]
        elif is_register(to):
            self.register[to] = self.result(op, rest[1:])
            if ".64" in op or ".WIDE" in op:  # the next one too
                self.register[re.sub(r"\d+", lambda d: str(int(d[0]) + 1), to)] = self.leaves()


def is_register(name):
    return re.fullmatch(r"U?R\d+", name) is not None


def of_sass(text, colours):
    machine = Machine()
    for line in text.splitlines():
        found = re.match(r"\s*/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+\s+)?([A-Z0-9_.]+)\s+(.*?)\s*;", line)
        if found:
            machine.do(found[1], [o.strip().replace(".reuse", "").partition(" ")[0] for o in found[2].split(",")])
    return machine.values.under(machine.stored, colours)
