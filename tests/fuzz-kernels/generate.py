#!/usr/bin/env python3
"""Writes random kernels in OpenCL C.

    generate.py --kind control|barriers|pointers|types|loops --seeds FIRST LAST > kernels.cl

Seed N is kernel fN, the same on every machine. All have the signature (global const uint *in, global uint *out,
uint n), for 256 work-items in groups of 64, 256 numbers in and 512 out, n = 6. They compute with
integers, and with floats only what is exact, so that every device must agree to the bit.
"""

import argparse
import random
import sys

KINDS = ("control", "barriers", "pointers", "types", "loops")


class Generator:
    """Expressions over named values, which the kinds of kernels have in common."""

    def __init__(self, seed, names):
        self.random = random.Random(seed)
        self.names = names
        self.count = 0

    def chance(self, share):
        return self.random.random() < share

    def pick(self, *choices):
        return self.random.choice(choices)

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def leaf(self):
        if self.chance(0.7):
            return self.random.choice(self.names)
        return f"{self.random.randint(0, 40)}u"

    def extra(self, depth):
        """An expression of the kind's own, or None."""
        del depth

    def value(self, depth=0):
        """An unsigned expression."""
        if depth > 2 or self.chance(0.3):
            return self.leaf()
        if self.chance(0.3):
            extra = self.extra(depth + 1)
            if extra:
                return extra
        a, b = self.value(depth + 1), self.value(depth + 1)
        return self.pick(
            f"({a} {self.pick('+', '-', '*', '^', '|', '&')} {b})",
            f"({a} {self.pick('+', '-', '*', '^', '|', '&')} {b})",
            f"in[({a}) & 255]",
            f"({self.condition(depth + 1)} ? {a} : {b})",
            f"(({a}) / (({b}) | 1u))",
            f"(({a}) >> (({b}) & 31u))",
            f"(uint)(((ulong)({a}) * (ulong)({b})) >> 17)",
            f"(uint)(uchar)({a})",
            f"(uint)(short)({a})",
        )

    def condition(self, depth=0):
        if depth < 2 and self.chance(0.2):
            return f"({self.condition(depth + 1)} {self.pick('&&', '||')} {self.condition(depth + 1)})"
        if self.chance(0.5):
            return f"((({self.value(depth + 1)}) & {self.pick(1, 3, 7)}u) == {self.random.randint(0, 3)}u)"
        return f"({self.value(depth + 1)} {self.pick('<', '>', '==', '!=', '<=')} {self.value(depth + 1)})"

    def assignment(self):
        return f"{self.random.choice(self.names)} {self.pick('=', '+=', '^=', '-=')} {self.value()};"


def declare(names):
    return "".join(f"  uint {name} = in[(gid * {2 * i + 1}u + {17 * i}u) & 255];\n" for i, name in enumerate(names))


def combine(names):
    return " ^ ".join(f"({name} * {2 * i + 3}u)" for i, name in enumerate(names))


class Control(Generator):
    """Loops, switches, returns and jumps; fuel bounds the time."""

    def __init__(self, seed):
        super().__init__(seed, [f"v{i}" for i in range(5)])
        self.fuel, self.limits, self.mask = "60", ("5u", "n"), "7u"
        self.array = self.chance(0.6)
        self.jumps = self.chance(0.35)

    def extra(self, depth):
        return f"a[({self.value(depth)}) & 7]" if self.array else None

    def block(self, depth, in_loop, in_switch):
        return " ".join(self.statement(depth, in_loop, in_switch) for _ in range(self.random.randint(1, 3)))

    def loop(self, depth):
        body = self.block(depth + 1, True, False)
        kind = self.random.randint(0, 3)
        if kind <= 1:
            i = self.name("i")
            limit = self.pick(*self.limits, f"({self.value(1)} & {self.mask})")
            return f"for (uint {i} = 0; {i} < {limit}; ++{i}) {{ if (fuel == 0) break; fuel--; {body} }}"
        if kind == 2:
            return f"while (fuel != 0 && {self.condition()}) {{ fuel--; {body} }}"
        return f"do {{ if (fuel == 0) break; fuel--; {body} }} while {self.condition()};"

    def switch(self, depth, in_loop):
        text = f"switch ({self.value(1)} % {self.random.randint(3, 9)}u) {{ "
        for case in sorted(self.random.sample(range(9), self.random.randint(2, 5))):
            text += f"case {case}: {self.block(depth + 1, in_loop, True)} "
            if self.chance(0.7):
                text += "break; "
        if self.chance(0.7):
            text += f"default: {self.block(depth + 1, in_loop, True)} "
        return text + "}"

    def statement(self, depth, in_loop, in_switch):
        chance = self.random.random()
        if depth > 4 or chance < 0.3:
            if self.array and self.chance(0.25):
                return f"a[({self.value(1)}) & 7] {self.pick('=', '+=', '^=')} {self.value()};"
            return self.assignment()
        if chance < 0.5:
            text = f"if {self.condition()} {{ {self.block(depth + 1, in_loop, in_switch)} }}"
            if self.chance(0.5):
                text += f" else {{ {self.block(depth + 1, in_loop, in_switch)} }}"
            return text
        if chance < 0.64:
            return self.loop(depth)
        if chance < 0.72:
            return self.switch(depth, in_loop)
        if chance < 0.8 and in_loop:
            return f"if {self.condition()} {self.pick('break', 'continue')};"
        if chance < 0.84:
            return f"if {self.condition()} {{ out[gid] = {self.value(1)}; return; }}"
        if chance < 0.88:
            return f"if {self.condition()} out[256 + gid] += {self.value(1)};"
        if self.jumps and chance < 0.97:
            return f"if ({self.condition()} && fuel != 0) {{ fuel--; goto label{self.random.randint(0, 3)}; }}"
        return self.assignment()

    def body(self):
        text = declare(self.names) + f"  uint fuel = {self.fuel};\n"
        if self.array:
            text += "  uint a[8]; for (int q = 0; q < 8; ++q) a[q] = in[(gid + q) & 255];\n"
        for part in range(5):
            if part and self.jumps:
                text += f"label{part - 1}:;\n"
            text += f"  {self.block(0, False, False)}\n  {self.block(0, False, False)}\n"
        result = combine(self.names)
        if self.array:
            result += " ^ a[gid & 7] ^ a[(gid >> 3) & 7]"
        return text + f"  out[gid] = {result};\n"


class Loops(Control):
    """The same, half of them with loops of up to 70,000 iterations, where some work-items have few."""

    def __init__(self, seed):
        super().__init__(seed)
        if self.chance(0.5):
            self.fuel = "60u + (in[gid ^ 1u] % 3u == 0u ? in[gid] % 70000u : 0u)"
            self.limits = ("5u", "n", "1000u", "100000u")
            self.mask = "0xFFFu"


class Barriers(Generator):
    """Phases on local memory between barriers, which all work-items reach alike."""

    def __init__(self, seed):
        super().__init__(seed, [f"v{i}" for i in range(4)] + ["l"])

    def assignment(self):
        return f"{self.pick('v0', 'v1', 'v2', 'v3')} {self.pick('=', '+=', '^=')} {self.value()};"

    def own(self, depth=0):
        """Statements without barriers, on which work-items may differ."""
        chance = self.random.random()
        if depth > 2 or chance < 0.4:
            return self.assignment()
        if chance < 0.7:
            text = f"if {self.condition()} {{ {self.own(depth + 1)} {self.own(depth + 1)} }}"
            return text + (f" else {{ {self.own(depth + 1)} }}" if self.chance(0.5) else "")
        i = self.name("j")
        return (f"for (uint {i} = 0; {i} < ({self.value(1)} & 7u); ++{i}) {{ {self.own(depth + 1)} "
                f"if {self.condition()} {self.pick('break', 'continue')}; {self.own(depth + 1)} }}")

    def phase(self):
        write = self.pick(f"tile[l] = {self.value()};", f"if {self.condition()} tile[l] = {self.value()};", "")
        read = f"{self.pick('v0', 'v1', 'v2')} {self.pick('+=', '^=')} tile[(l {self.pick('+', '^')} {self.random.randint(1, 63)}u) & 63u];"
        return f"{self.own()} {write} barrier(CLK_LOCAL_MEM_FENCE); {read} barrier(CLK_LOCAL_MEM_FENCE);"

    def uniform(self, depth):
        """Statements on which all work-items agree."""
        chance = self.random.random()
        if depth > 2 or chance < 0.4:
            return self.phase()
        if chance < 0.8:
            i = self.name("u")
            parts = [self.uniform(depth + 1) for _ in range(self.random.randint(1, 2))]
            leave = self.pick(f"if (({i} ^ n) == {self.random.randint(0, 7)}u) break;",
                              f"if (({i} & 3u) == {self.random.randint(0, 3)}u) continue;", "")
            parts.insert(self.random.randint(0, len(parts)), leave)
            return f"for (uint {i} = 0; {i} < {self.pick('3u', 'n')}; ++{i}) {{ {' '.join(parts)} }}"
        text = f"if (((n + {self.random.randint(0, 3)}u) & 1u) == 0u) {{ {self.uniform(depth + 1)} }}"
        return text + (f" else {{ {self.uniform(depth + 1)} }}" if self.chance(0.5) else "")

    def body(self):
        text = "  local uint tile[64]; uint l = (uint)get_local_id(0); tile[l] = in[l]; barrier(CLK_LOCAL_MEM_FENCE);\n"
        text += declare(self.names[:4])
        for _ in range(self.random.randint(1, 3)):
            text += f"  {self.uniform(0)}\n"
        return text + f"  out[gid] = {combine(self.names[:4])};\n"


class Pointers(Generator):
    """Pointers to private, local and global objects, of several types, chosen at run time."""

    def __init__(self, seed):
        super().__init__(seed, [f"v{i}" for i in range(4)])
        self.pointers = ["p", "q"]
        self.generic = self.chance(0.5)

    def extra(self, depth):
        index = f"({self.value(depth)}) & 7"
        return self.pick(f"{self.pick('p', 'q')}[{index}]", f"a[{index}]",
                         f"(uint)((uchar *)a)[({self.value(depth)}) & 31]",
                         f"*(in + ({self.value(depth)} & 127u))",
                         f"g[{index}]" if self.generic else f"b[{index}]",
                         f"s.m[({self.value(depth)}) & 3].h")

    def statement(self, depth):
        index = f"({self.value(1)}) & 7"
        chance = self.random.random()
        if chance < 0.2:
            return f"{self.pick('p', 'q', 'a', 'b')}[{index}] {self.pick('=', '+=', '^=')} {self.value()};"
        if chance < 0.3:
            return f"{self.pick('p', 'q')} = {self.condition()} ? {self.pick('a', 'b', 'p', 'q')} : {self.pick('a', 'b')};"
        if chance < 0.4:
            return f"((uchar *)b)[({self.value(1)}) & 31] = (uchar)({self.value()});"
        if chance < 0.5:
            return f"s.m[({self.value(1)}) & 3].{self.pick('c', 'h', 'w')} = {self.value()};"
        if chance < 0.6 and self.generic:
            return f"g = {self.condition()} ? (uint *){self.pick('a', 'b', 'own', '(out + 256 + 8 * (gid & 31))')} : g;"
        if chance < 0.7:
            return "t = s; s.m[1] = t.m[2]; v0 += t.m[3].c;"
        if depth < 3 and chance < 0.85:
            i = self.name("i")
            inner = " ".join(self.statement(depth + 1) for _ in range(2))
            return f"for (uint {i} = 0; {i} < {self.pick('3u', 'n')}; ++{i}) {{ {inner} }}"
        if depth < 3 and chance < 0.95:
            return f"if {self.condition()} {{ {self.statement(depth + 1)} }} else {{ {self.statement(depth + 1)} }}"
        return self.assignment()

    def body(self):
        text = declare(self.names)
        text += "  uint a[8], b[8]; local uint tile[512]; local uint *own = tile + 8 * get_local_id(0);\n"
        text += "  struct { struct { uchar c; ushort h; uint w; } m[4]; } s, t;\n"
        text += "  for (int k = 0; k < 8; ++k) { a[k] = in[(gid + k) & 255]; b[k] = in[(gid * k) & 255]; own[k] = a[k] ^ 77u; }\n"
        text += "  for (int k = 0; k < 4; ++k) { s.m[k].c = a[k]; s.m[k].h = b[k]; s.m[k].w = a[k + 4]; } t = s;\n"
        text += "  uint *p = a, *q = b;\n" + ("  uint *g = own;\n" if self.generic else "")
        if self.generic:  # what it may point to is nobody else's
            text = text.replace("own[k] =", "out[256 + (gid & 31) * 8 + k] = 0; own[k] =", 1)
            text = "  if (gid >= 32) return;\n" + text
        for _ in range(8):
            text += f"  {self.statement(0)}\n"
        text += "  for (int k = 0; k < 8; ++k) { v0 = v0 * 31u + a[k] + (b[k] ^ own[k]) + p[k]; }\n"
        text += "  for (int k = 0; k < 4; ++k) v1 = v1 * 7u + s.m[k].c + s.m[k].h + s.m[k].w;\n"
        return text + f"  out[gid] = {combine(self.names)};\n"


class Types(Generator):
    """Integers and vectors of all widths, their casts and built-in functions."""

    SCALARS = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong")

    def __init__(self, seed):
        super().__init__(seed, [f"v{i}" for i in range(4)])
        self.variables = []

    def changed(self, name, type_):
        """A statement that changes a variable."""
        operation, value = self.pick("+", "^", "|"), self.typed(type_)
        base, width = self.split(type_)
        if operation == "+" and base[0] != "u":  # signed overflow would be undefined
            unsigned = f"u{base}{width}"
            return f"{name} = as_{type_}(({unsigned})(as_{unsigned}({name}) + as_{unsigned}({value})));"
        return f"{name} {operation}= {value};"

    def typed(self, type_, depth=0):
        """An expression of a type."""
        fitting = [name for name, other in self.variables if other == type_]
        if fitting and (depth > 2 or self.chance(0.4)):
            return self.random.choice(fitting)
        if depth > 2:
            return f"({type_})({self.value(2)})"
        a, b = self.typed(type_, depth + 1), self.typed(type_, depth + 1)
        one = f"({type_})1"
        name, width = self.split(type_)
        unsigned = name if name[0] == "u" else "u" + name
        other = self.random.choice(self.SCALARS)
        choices = [
            # Signed overflow would be undefined.
            f"as_{type_}((({unsigned}{width})(as_{unsigned}{width}({a}) {self.pick('+', '-', '*', '&', '|', '^')} as_{unsigned}{width}({b}))))",
            f"{self.pick('add_sat', 'sub_sat', 'max', 'min', 'hadd', 'rhadd', 'mul_hi', 'rotate')}({a}, {b})",
            f"{self.pick('popcount', 'clz')}({a})",
            f"as_{type_}(({unsigned}{width})(as_{unsigned}{width}({a}) << as_{unsigned}{width}(({type_})({b} & ({type_})7))))",
            f"({type_})({a} >> ({b} & ({type_})7))",
            f"convert_{name}{width}{self.pick('', '_sat')}({self.typed(other + width, depth + 1)})",
            f"as_{type_}(abs_diff({a}, {b}))",
            f"({type_})({a} / ({b} | {one}))" if name[0] == "u" else f"({type_})({a} % (({b} & ({type_})31) + {one}))",
            f"as_{type_}(convert_{unsigned}{width}({self.typed(other + width, depth + 1)}))",
            f"clamp({a}, ({type_})3, ({type_})100)",
            f"bitselect({a}, {b}, {self.typed(type_, depth + 1)})",
        ]
        if not width:
            choices.append(f"({type_})({a} < {b} ? {a} : {self.typed(type_, depth + 1)})")
        else:
            choices.append(f"({a} < {b} ? {a} : {b})")
        return self.random.choice(choices)

    @staticmethod
    def split(type_):
        name = type_.rstrip("0123456789")
        return name, type_[len(name):]

    def body(self):
        text = declare(self.names)
        for _ in range(6):
            type_ = self.random.choice(self.SCALARS) + self.pick("", "", "2", "4", "3", "8")
            name = self.name("x")
            text += f"  {type_} {name} = {self.typed(type_)};\n"
            self.variables.append((name, type_))
        for _ in range(4):
            name, type_ = self.random.choice(self.variables)
            target = self.random.choice(self.names)
            text += f"  {self.changed(name, type_)}\n"
            base, width = self.split(type_)
            part = f".s{self.random.randint(0, int(width) - 1)}" if width else ""
            text += f"  {target} = {target} * 31u + (uint)({name}{part}) + (uint)((ulong)({base})({name}{part}) >> 32);\n"
            if self.chance(0.5):
                text += f"  if {self.condition()} {name} = {self.typed(type_)};\n"
        exact = "(float)(v0 & 0xFFFu) * 0.5f - (float)(v1 & 0xFFu)"
        text += f"  v2 += (uint)(int)({exact}) + as_uint({exact}) + (uint)convert_uchar_sat({exact});\n"
        return text + f"  out[gid] = {combine(self.names)};\n"


def kernel(kind, seed):
    maker = {"control": Control, "barriers": Barriers, "pointers": Pointers, "types": Types, "loops": Loops}[kind]
    number = 1000003 + seed if kind == "loops" else KINDS.index(kind) + 4 * seed
    return (f"kernel void f{seed}(global const uint *in, global uint *out, uint n) {{\n"
            f"  uint gid = (uint)get_global_id(0);\n{maker(number).body()}}}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kind", choices=KINDS, required=True)
    parser.add_argument("--seeds", nargs=2, type=int, required=True, metavar=("FIRST", "LAST"))
    options = parser.parse_args()
    for seed in range(options.seeds[0], options.seeds[1] + 1):
        sys.stdout.write(kernel(options.kind, seed))


if __name__ == "__main__":
    main()
