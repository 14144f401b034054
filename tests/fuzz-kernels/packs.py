#!/usr/bin/env python3
"""Writes random kernels in OpenCL C for the host device, whose results must not depend on the vector width.

    packs.py --kind branches|memory|vectors|integers|floats|math|atomics|groups|printing|structs --seeds FIRST LAST

Seed N is kernel kN_1, for launches of one dimension, or kN_3. All have the signature SIGNATURE; pack_run.cpp
has the launches and what `in` holds. The results of floats are stored with one NaN for all NaNs.
"""

import argparse
import sys

from generate import Generator, Types

MAX_ITEMS = 256  # of a launch, as in pack_run.cpp
OUTPUT_WORDS = 262144
KINDS = ("branches", "memory", "vectors", "integers", "floats", "math", "atomics", "groups", "printing", "structs")

SIGNATURE = ("global const uint *in, global uint *out, uint n, global uint *totals, global uint *slots, "
             "struct Params p, local uint *scratch")

PRELUDE = """#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
struct Params { int a; float b; short c[4]; ulong d; };
struct Item { uchar c, e; ushort h; uint w[3]; float f; };
uint fbits(float x) { return isnan(x) ? 0x7FC00000u : as_uint(x); }
uint hbits(half x) { return isnan((float)x) ? 0x7E00u : (uint)as_ushort(x); }
uint dbits(double x) { ulong u = as_ulong(x); return isnan(x) ? 0x7FF80000u : (uint)u ^ (uint)(u >> 32) * 31u; }
// The results of conversions and fmin for NaN depend on the instructions.
float fknown(float x) { return isnan(x) ? 0.0f : x; }
double dknown(double x) { return isnan(x) ? 0.0 : x; }
uint mix2(uint a, uint b) { a ^= b * 0x9E3779B1u; return a ^ (a >> 15); }
uint early(uint a, uint b) { if (a > b) return a - b; for (uint i = 0; i < (b & 7u); ++i) { if ((a & 3u) == 1u) return a * 5u; a += b >> i; } return a ^ b; }
__attribute__((noinline)) uint outer(uint a, uint b) { uint r = 1; while (a > 3u) { r += mix2(a, b); a >>= 2; if (r == b) break; } return r; }
struct Item item(uint a, uint b) { struct Item i; i.c = (uchar)a; i.e = (uchar)b; i.h = (ushort)b; i.w[0] = a; i.w[1] = b; i.w[2] = a ^ b; i.f = (float)(a & 255u); return i; }
uint sum(struct Item i) { return i.c + i.h + i.w[0] * 3u + i.w[1] * 5u + i.w[2] * 7u + as_uint(i.f); }
"""


def words(type_):
    """The size of a type in words of 32 bits, at least one."""
    if type_ == "struct Item":
        return 5
    base = type_.rstrip("0123456789")
    lanes = int(type_[len(base):] or 1)
    size = {"c": 1, "s": 2, "h": 2, "l": 8, "d": 8}.get(base.removeprefix("u")[0], 4)
    return max(1, size * (4 if lanes == 3 else lanes) // 4)


class Pack(Generator):
    """What the kinds have in common: ids, a few numbers, and where results go."""

    DIMENSIONS = None  # chosen by the seed

    def __init__(self, seed):
        super().__init__(seed, [f"v{i}" for i in range(4)])
        self.flat = self.DIMENSIONS == 1 or (self.DIMENSIONS is None and self.chance(0.6))
        self.end = MAX_ITEMS  # of the output that is in use, in words

    def place(self, type_, count=1):
        """Memory of so many of a type for each work-item, which no other statement writes."""
        begin = -(-self.end // 32) * 32  # aligned to the largest vector
        self.end = begin + MAX_ITEMS * words(type_) * count
        assert self.end <= OUTPUT_WORDS
        return f"((global {type_} *)(out + {begin}))"

    def store(self, type_, place, value):
        """A store to an element; vectors of three have no value of a fourth element."""
        if type_.endswith("3"):
            return f"vstore3({value}, 0, (global {type_[:-1]} *)({place}));"
        return f"*({place}) = {value};"

    def ids(self):
        if self.flat:
            return "  uint gid = (uint)get_global_id(0); uint lid = (uint)get_local_id(0);\n"
        return ("  uint gx = (uint)(get_global_id(0) - get_global_offset(0));\n"
                "  uint gid = (((uint)(get_global_id(2) - get_global_offset(2)) * (uint)get_global_size(1) +\n"
                "    (uint)(get_global_id(1) - get_global_offset(1))) * (uint)get_global_size(0)) + gx;\n"
                "  uint lid = ((uint)get_local_id(2) * (uint)get_local_size(1) + (uint)get_local_id(1)) * (uint)get_local_size(0) + (uint)get_local_id(0);\n")

    def items(self):
        return "((uint)get_local_size(0))" if self.flat else \
            "((uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)))"

    def extra(self, depth):
        a, b = self.value(depth), self.value(depth)
        return self.pick(f"mix2({a}, {b})", f"early({a}, {b})", f"outer(({a}) & 0xFFFFu, {b})", "(gid + 5u)", "(uint)p.a",
                         f"(uint)p.c[({a}) & 3]", "n", "(n * 3u)", "lid", f"({a} << ({b} & 31u))")

    def uniform(self):
        return self.pick(f"(n > {self.random.randint(0, 9)}u)", f"((p.a & {self.pick(1, 2, 4)}) != 0)",
                         f"(in[{self.random.randint(0, 1000)}] < 0x80000000u)", f"(get_group_id(0) == {self.pick(0, 1)})")

    def body(self):
        text = self.ids()
        text += "".join(f"  uint {name} = in[(gid * {2 * i + 1}u + {17 * i + 1024 * self.pick(0, 1)}u) & 2047];\n"
                        for i, name in enumerate(self.names))
        return text + self.statements() + "  out[gid] = " + " ^ ".join(
            f"({name} * {2 * i + 3}u)" for i, name in enumerate(self.names)) + ";\n"


class Branches(Pack):
    """Divergent and uniform branches and loops in each other, breaks, switches, early returns."""

    def block(self, depth, in_loop):
        return " ".join(self.statement(depth, in_loop) for _ in range(self.random.randint(1, 3)))

    def any_condition(self):
        return self.uniform() if self.chance(0.3) else self.condition()

    def loop(self, depth):
        body, i = self.block(depth + 1, True), self.name("i")
        bound = self.pick("3u", "n", "5u", f"({self.value(1)} & 7u)", f"({self.value(1)} % 5u)", "(lid & 3u)")
        kind = self.random.randint(0, 4)
        if kind <= 1:
            return f"for (uint {i} = 0; {i} < {bound}; ++{i}) {{ if (fuel == 0) break; fuel--; {body} }}"
        if kind == 2:
            return f"for (int {i} = (int)({bound}); {i} > 0; {i} -= {self.pick(1, 2)}) {{ if (fuel-- == 0) {{ fuel = 0; break; }} {body} }}"
        if kind == 3:
            return f"while (fuel != 0 && {self.condition()}) {{ fuel--; {body} }}"
        return f"do {{ if (fuel == 0) break; fuel--; {body} }} while {self.condition()};"

    def statement(self, depth, in_loop):
        chance = self.random.random()
        if depth > 4 or chance < 0.25:
            return self.assignment()
        if chance < 0.32:
            return f"f {self.pick('+=', '-=', '*=')} (float)(int)({self.value(1)} & 0xFFFu) * {self.pick('0.5f', '0.25f', '0.1f')};"
        if chance < 0.36:
            return f"{self.place('uint')}[gid] = {self.value(1)};"
        if chance < 0.39:
            return f"w += (ulong){self.value(1)} * 0x100000001ul;"
        if chance < 0.58:
            text = f"if {self.any_condition()} {{ {self.block(depth + 1, in_loop)} }}"
            return text + (f" else {{ {self.block(depth + 1, in_loop)} }}" if self.chance(0.5) else "")
        if chance < 0.74:
            return self.loop(depth)
        if chance < 0.82:
            text = f"switch ({self.value(1)} % {self.random.randint(3, 9)}u) {{ "
            for case in sorted(self.random.sample(range(9), self.random.randint(2, 5))):
                text += f"case {case}: {self.block(depth + 1, in_loop)} " + self.pick("break; ", "break; ", "")
            return text + (f"default: {self.block(depth + 1, in_loop)} " if self.chance(0.6) else "") + "}"
        if chance < 0.92 and in_loop:
            return f"if {self.any_condition()} {self.pick('break', 'continue')};"
        if chance < 0.94:
            return f"if {self.condition()} {{ out[gid] = {self.value(1)}; return; }}"
        return self.assignment()

    def statements(self):
        text = "  uint fuel = 50u; float f = (float)(v0 & 255u); ulong w = v1;\n"
        for _ in range(6):
            text += f"  {self.block(0, False)}\n"
        return text + "  v0 ^= fbits(f) ^ (uint)(w >> 32) ^ (uint)w;\n"


class Memory(Pack):
    """Elements of many types at consecutive, strided, reversed, gathered and wrapping places."""

    TYPES = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "uint2", "uchar4", "short2", "char8",
             "float", "float2", "float3", "float4", "half", "double", "double2", "uint3", "ushort4", "uchar3", "long4")

    def size(self, type_):
        base = type_.rstrip("0123456789")
        count = type_[len(base):]
        return {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "half": 2, "long": 8, "ulong": 8, "double": 8}.get(
            base, 4) * {"": 1, "3": 4}.get(count, int(count or 1))

    def index(self, limit):
        """An index below a power of two."""
        k = self.random.randint(0, 9)
        narrow = self.pick("uchar", "ushort", "short", "char")
        form = self.pick(
            f"gid + {k}u", f"gid * {self.pick(2, 3, 4, 5, 8)}u + {k}u", f"{limit - 1}u - gid - {k}u", f"gid - {k}u", f"{k}u - gid",
            f"in[(gid + {k}u) & 1023]", f"gid ^ {k}u", f"(uint)({narrow})(gid * {self.pick(1, 3, 37)}u + {self.pick(0, 120, 250, 32760)}u)",
            f"gid * 0x{self.random.randrange(1 << 32):x}u >> {self.pick(20, 24, 27)}", f"gid >> {self.pick(1, 2, 3)}",
            f"gid / {self.pick(3, 4, 7)}u", f"gid % {self.pick(3, 8)}u", f"{k}u", f"n + {k}u", "v1",
            f"(uint)((int)gid - {self.pick(3, 20)} < 0 ? 0 : (int)gid - {k})", f"(uint)get_global_id(0) * n + {k}u", "lid", f"lid + n * {k}u")
        return f"(({form}) & {limit - 1}u)"

    def wrapping(self):
        """An access whose 32-bit index wraps in some work-items, which do not take it."""
        k = self.random.randint(1, 60)
        return self.pick(
            f"if ((uint)(gid - {k}u) < 900u) v2 += in[gid - {k}u];",
            f"{{ uint w = gid + {(1 << 32) - k}u; if (w < 900u) v2 ^= in[w]; else v2 += w; }}",
            f"{{ int w = (int)gid - {k}; if (w >= 0) v2 ^= in[w]; else v2 += in[w + {k}]; }}",
            f"v2 += in[(uchar)(gid + {256 - k}u)];",
            f"v2 += in[(ushort)(gid * {self.pick(1, 2)}u + {65536 - k}u) & 2047u];",
            f"v2 += (in + 128)[(int)(char)(gid * 2u + {k}u)];",
            f"{{ ulong w = (ulong)(gid * {self.pick(3, 0x8000001, 0x4000000)}u - {k}u); if (w < 1000ul) v2 += in[w]; v3 += (uint)(w >> 3); }}",
            f"for (uint q = {k}u - gid; q < 70u; q += {self.pick(7, 9)}u) v2 += in[q];",
            f"for (int q = (int)gid - {k}; q < (int)n; q += 5) if (q >= 0) v2 += in[q * 2];",
            f"{{ ushort w = (ushort)(gid + {65536 - k}u); for (int q = 0; q < 4; ++q, ++w) if (w < 1000) v2 += in[w]; }}")

    def as_number(self, name, type_):
        base = type_.rstrip("0123456789")
        count = int(type_[len(base):] or 1)
        convert = {"float": "fbits", "double": "dbits", "half": "hbits", "long": "(uint)", "ulong": "(uint)"}.get(base, "(uint)")
        return " + ".join(f"{convert}({name}{f'.s{i}' if count > 1 else ''}) * {2 * i + 1}u" for i in range(count))

    def source(self, type_):
        """A place to read, and the number of its elements, a power of two."""
        first = {"float": 2048, "double": 3072}.get(type_.rstrip("0123456789"), self.pick(0, 1024))
        count = 1
        while count * 2 * self.size(type_) <= 4096:
            count *= 2
        return f"((global const {type_} *)(in + {first}))", count

    def statement(self, depth=0):
        type_ = self.random.choice(self.TYPES)
        size = self.size(type_)
        source, count = self.source(type_)
        name = self.name("x")
        chance = self.random.random()
        if chance < 0.3:
            text = f"{type_} {name} = {source}[{self.index(count)}]; v0 += {self.as_number(name, type_)};"
            if self.chance(0.6):
                text += " " + self.store(type_, f"{self.place(type_, 2)} + gid{self.pick('', '', ' * 2u') if size < 16 else ''}", name)
            return f"{{ {text} }}"
        if chance < 0.4:
            return self.store(type_, f"{self.place(type_)} + ({self.pick('255u - gid', 'gid', 'gid ^ 1u')})", f"{source}[{self.index(count)}]")
        if chance < 0.5:
            scalar = type_.rstrip("0123456789")
            width = self.pick(2, 3, 4, 8)
            if scalar == "half":
                return f"{{ float{width} {name} = vload_half{width}({self.index(64)}, (global const half *)in); {self.place('float')}[gid] = {name}.s1; }}"
            source, count = self.source(scalar)
            text = f"{scalar}{width} {name} = vload{width}({self.index(min(count // 8, 64))}, {source}); v1 ^= {self.as_number(name, f'{scalar}{width}')};"
            if self.size(scalar) * width <= 32:
                text += f" vstore{width}({name}, gid, {self.place(scalar, width)});"
            return f"{{ {text} }}"
        if chance < 0.62:
            return self.wrapping()
        if chance < 0.72:
            return f"a[({self.value(1)}) & 7] {self.pick('=', '+=', '^=')} {self.value(1)};"
        if chance < 0.78:
            return f"b[({self.value(1)}) & 15] = (uchar)({self.value(1)}); v1 += b[({self.value(1)}) & 15] + h[gid & 3].s2;"
        if chance < 0.83:
            return f"h[({self.value(1)}) & 3] {self.pick('=', '+=')} (uint4)({self.value(1)}, {self.value(1)}, 3u, gid); v2 += h[({self.value(1)}) & 3].{self.pick('x', 'y', 'z', 'w')};"
        if depth < 2 and chance < 0.92:
            return f"if {self.condition()} {{ {self.statement(depth + 1)} }}" + (f" else {{ {self.statement(depth + 1)} }}" if self.chance(0.4) else "")
        if depth < 2:
            i = self.name("i")
            limit = self.pick("3u", "n", "(gid & 3u)", "(in[gid & 1023] & 3u)")
            return f"for (uint {i} = 0; {i} < {limit}; ++{i}) {{ {self.statement(depth + 1)} v3 += in[({i} + gid * {self.pick(1, 2, 'n')}) & 1023]; }}"
        return self.assignment()

    def extra(self, depth):
        return self.pick(f"a[({self.value(depth)}) & 7]", f"(uint)b[({self.value(depth)}) & 15]", super().extra(depth))

    def statements(self):
        text = ("  uint a[8]; uchar b[16]; uint4 h[4];\n  for (int q = 0; q < 8; ++q) { a[q] = in[(gid + q) & 1023]; b[q] = (uchar)q; b[q + 8] = (uchar)gid; }\n"
                "  for (int q = 0; q < 4; ++q) h[q] = (uint4)(q, gid, v0, v1);\n")
        for _ in range(9):
            text += f"  {self.statement()}\n"
        return text + "  for (int q = 0; q < 8; ++q) v3 = v3 * 31u + a[q] + b[q * 2];\n  v2 += h[1].x + h[2].w;\n"


class Vectors(Pack):
    """Swizzles, elements at run-time indices, conversions, select and shuffles of vectors."""

    BASES = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong")

    def __init__(self, seed):
        super().__init__(seed)
        self.types = Types(seed)
        self.types.names = self.names
        self.types.random = self.random

    def statement(self, depth=0):
        name, type_ = self.random.choice(self.types.variables)
        base, width = self.types.split(type_)
        chance = self.random.random()
        unsigned = base if base[0] == "u" else "u" + base
        if chance < 0.15:
            digits = "".join(f"{self.random.randrange(int(width)):x}" for _ in range(int(width)))
            return f"{name} = {name}.s{digits};"
        if chance < 0.3:
            order = self.random.sample(range(int(width)), 2)
            return f"{name}.s{order[0]}{order[1]} = {name}.s{order[1]}{order[0]} ^ ({base}2)({base})({self.value(1)});"
        if chance < 0.42:
            return f"(({base} *)&{name})[({self.value(1)}) & {int(width) - 1 if width != '3' else 1}] = ({base})({self.value(1)});"
        if chance < 0.5:
            return f"v1 += (uint)(({base} *)&{name})[({self.value(1)}) & {int(width) - 1 if width != '3' else 1}];"
        if chance < 0.6 and width in ("2", "4", "8"):
            return f"{name} = shuffle({name}, ({unsigned}{width})({unsigned})({self.value(1)}) + ({unsigned}{width})({', '.join(str(i) for i in range(int(width)))}));"
        if chance < 0.66:
            return f"v2 += ({self.pick('any', 'all')}({name} {self.pick('<', '>', '==')} {self.types.typed(type_, 1)}) ? 3u : v1)" + ";" if base[0] != "u" else f"v2 += popcount((uint){name}.s1);"
        if chance < 0.8:
            return self.types.changed(name, type_)
        if depth < 2 and chance < 0.9:
            return f"if {self.condition()} {{ {self.statement(depth + 1)} }}"
        if depth < 2:
            i = self.name("i")
            return f"for (uint {i} = 0; {i} < {self.pick('3u', '(v3 & 3u)')}; ++{i}) {{ {self.statement(depth + 1)} }}"
        return f"{self.pick(*self.names)} += (uint){name}.s{self.random.randrange(int(width))};"

    def statements(self):
        text = ""
        for _ in range(4):
            type_ = self.random.choice(self.BASES) + self.pick("2", "3", "4", "8")
            name = self.name("x")
            text += f"  {type_} {name} = {self.types.typed(type_, 1)};\n"
            self.types.variables.append((name, type_))
        for _ in range(9):
            text += f"  {self.statement()}\n"
        for name, type_ in self.types.variables:
            base, width = self.types.split(type_)
            for i in range(int(width)):
                text += f"  v3 = v3 * 31u + (uint){name}.s{i} + (uint)((ulong){name}.s{i} >> 32);\n"
            size = {"char": 1, "short": 2, "int": 4, "long": 8}[base.lstrip("u")] * (4 if width == "3" else int(width))
            if size <= 32:
                text += "  " + self.store(type_, f"{self.place(type_)} + gid", name) + "\n"
        return text


class Integers(Pack):
    """Scalars of all widths, divisions and shifts under masks."""

    def __init__(self, seed):
        super().__init__(seed)
        self.types = Types(seed)
        self.types.names = self.names
        self.types.random = self.random

    def statement(self, depth=0):
        name, type_ = self.random.choice(self.types.variables)
        chance = self.random.random()
        value = self.types.typed(type_, 1)
        if chance < 0.3:
            return self.types.changed(name, type_)
        if chance < 0.5:
            other = self.types.typed(type_, 1)
            guard = f" && !({other} == ({type_})-1)" if type_[0] != "u" else ""
            return f"if ({other} != ({type_})0{guard}) {name} = ({type_})({value} {self.pick('/', '%')} {other});"
        if chance < 0.6:
            bits = {"char": 8, "short": 16, "int": 32, "long": 64}[type_.lstrip("u")]
            unsigned = type_ if type_[0] == "u" else "u" + type_
            return f"{name} = ({type_})((({self.pick(type_, unsigned)}){value}) >> ((v1 ^ gid) & {bits - 1}u)) ^ ({type_})(({unsigned})1 << (v2 & {bits - 1}u));"
        if chance < 0.7:
            return f"v0 += (uint)({name} / ({type_}){self.pick(3, 5, 7, 10, 100)}) + (uint)({name} % ({type_}){self.pick(3, 7, 11)});"
        if depth < 2 and chance < 0.85:
            return f"if {self.condition()} {{ {self.statement(depth + 1)} }} else {{ {self.statement(depth + 1)} }}"
        if depth < 2:
            i = self.name("i")
            return f"for (uint {i} = gid & 3u; {i} < 4u; ++{i}) {{ {self.statement(depth + 1)} }}"
        return f"{self.pick(*self.names)} += (uint){name};"

    def statements(self):
        text = ""
        for _ in range(5):
            type_ = self.random.choice(Types.SCALARS)
            name = self.name("x")
            text += f"  {type_} {name} = {self.types.typed(type_, 0)};\n"
            self.types.variables.append((name, type_))
        for _ in range(8):
            text += f"  {self.statement()}\n"
        for name, type_ in self.types.variables:
            text += f"  v3 = v3 * 31u + (uint){name} + (uint)((ulong){name} >> 32); {self.place(type_)}[gid] = {name};\n"
        return text


class Floats(Pack):
    """Half, float and double, their vectors and conversions."""

    MATH = False
    BITS = {"float": "fbits", "double": "dbits", "half": "hbits"}

    def function(self, type_, depth):
        x = [self.number(type_, depth) for _ in range(3)]
        one = ["fabs", "floor", "ceil", "trunc", "rint", "round", "sqrt"]
        two = ["copysign", "fdim"]
        if self.MATH:
            one = ["sin", "cos", "tan", "asin", "acos", "atan", "exp", "exp2", "exp10", "log", "log2", "log10", "cbrt", "sinh",
                   "cosh", "tanh", "rsqrt", "expm1", "log1p", "erf", "logb", "sinpi", "cospi", "asinh", "lgamma", "tgamma"]
            two = ["pow", "atan2", "fmod", "hypot", "remainder", "nextafter", "powr"]
        if type_ == "half":
            return f"(half)({self.pick('fabs', 'floor', 'sqrt')}((float)({x[0]})))"
        known = f"{type_[0]}known"
        return self.pick(f"{self.pick('fmin', 'fmax')}({known}({x[0]}), {known}({x[1]}))", f"{self.random.choice(one)}({x[0]})", f"{self.random.choice(two)}({x[0]}, {x[1]})",
                         f"{self.pick('fma', 'mad')}({x[0]}, {x[1]}, {x[2]})", f"ldexp({x[0]}, (int)(v0 & 7u) - 3)")

    def number(self, type_, depth=0):
        if depth > 2 or self.chance(0.2):
            constant = self.random.randint(-40, 40) / 8
            return self.pick(f"x{type_[0]}", f"y{type_[0]}", f"({type_}){constant}{'f' if type_ != 'double' else ''}",
                             f"({type_})(int)({self.random.choice(self.names)} & 1023u)")
        a, b = self.number(type_, depth + 1), self.number(type_, depth + 1)
        other = self.pick("float", "double", "half")
        if self.chance(0.6 if self.MATH else 0.3):
            return self.function(type_, depth + 1)
        return self.pick(f"({a} {self.pick('+', '-', '*')} {b})", f"({a} {self.pick('+', '-', '*', '/')} {b})", f"({a} * {b} + {a})",
                         f"({self.condition(1)} ? {a} : {b})", f"({a} {self.pick('<', '>', '==', '!=', '<=')} {b} ? {b} : {a})",
                         f"({type_})({self.number(other, depth + 1)})", f"(-{a})", f"({type_})convert_{self.pick('int', 'uint', 'short', 'uchar', 'long')}_sat({type_[0]}known({a}))"
                         if type_ != "half" else f"(half)(float)({a})")

    def statement(self, depth=0):
        type_ = self.pick("float", "float", "double", "half")
        chance = self.random.random()
        if chance < 0.4:
            return f"{self.pick('x', 'y')}{type_[0]} = {self.number(type_)};"
        if chance < 0.5:
            return f"z = z {self.pick('+', '*', '-')} (float4)({self.number('float', 1)}, xf, yf, {self.number('float', 2)}).{self.pick('xyzw', 'wzyx', 'xxyy', 'yzwx')};"
        if chance < 0.58:
            return f"{{ int e; yf += {self.pick('frexp(xf, &e) + (float)e', 'fract(xf, &xf)', 'modf(xf, &yf)', 'remquo(xf, 1.5f, &e)')}; }}"
        if chance < 0.66:
            return f"xf += {self.pick('dot(z, z.wzyx)', 'length(z.xy)', 'normalize(z).x', 'dot(z.xyz, z.zxy)', 'distance(z, z.yxwz)', 'cross(z, z.wxyz).y')};"
        if chance < 0.74:
            return f"{self.pick(*self.names)} += ({self.number(type_, 1)} {self.pick('<', '>=', '!=')} {self.number(type_, 1)}) + {self.BITS[type_]}({self.number(type_, 1)});"
        if depth < 2 and chance < 0.88:
            return f"if ({self.number(type_, 1)} > {self.number(type_, 1)}) {{ {self.statement(depth + 1)} }} else {{ {self.statement(depth + 1)} }}"
        if depth < 2:
            i = self.name("i")
            return f"for (uint {i} = 0; {i} < {self.pick('3u', '(v1 & 7u)')}; ++{i}) {{ {self.statement(depth + 1)} if (fabs(xf) > 1e6f) break; }}"
        return f"xd += (double)xf * 0.1;"

    def statements(self):
        text = ("  float xf = as_float(in[2048 + ((gid * 3u) & 1023)]), yf = as_float(in[2048 + ((gid + 100u) & 1023)]);\n"
                "  double xd = ((global const double *)(in + 3072))[gid & 511], yd = (double)xf;\n"
                "  half xh = ((global const half *)in)[gid & 1023], yh = (half)yf;\n"
                "  float4 z = (float4)(xf, yf, 1.0f, (float)gid);\n")
        for _ in range(7):
            text += f"  {self.statement()}\n"
        return text + ("  v0 += fbits(xf) ^ (fbits(yf) * 3u) ^ (hbits(xh) * 5u) ^ (hbits(yh) * 7u);\n  v1 += dbits(xd) ^ dbits(yd) * 3u;\n"
                       "  v2 += fbits(z.x) ^ fbits(z.y) * 3u ^ fbits(z.z) * 5u ^ fbits(z.w) * 7u;\n")


class Math(Floats):
    """The functions of libclc."""

    MATH = True


class Atomics(Branches):
    """Atomic operations whose results do not depend on the order."""

    def statement(self, depth, in_loop):
        if not self.chance(0.3):
            return super().statement(depth, in_loop)
        place = f"&totals[({self.value(1)}) & 31]"
        value = self.value(1)
        return self.pick(
            f"atomic_add({place}, {value});", f"atomic_add(&totals[{self.random.randint(0, 31)}], {value});", f"atomic_inc(&totals[{self.pick(1, 7)}]);",
            f"atomic_max(&totals[{self.random.randint(32, 39)}], {value});", f"atomic_min(&totals[{self.random.randint(40, 47)}], {value});",
            f"atomic_xor(&totals[48 + ({value} & 7u)], {self.value(1)});", f"atomic_or(&totals[56 + ({value} & 3u)], 1u << ({self.value(1)} & 31u));",
            f"atomic_sub(&totals[(gid >> 2) & 31], {value});",
            f"{{ uint old, now; do {{ old = totals[60]; now = old + ({value} & 15u); }} while (atomic_cmpxchg(&totals[60], old, now) != old); }}",
            f"atomic_add((volatile local uint *)&scratch[lid & 63], {value});",
            "if (!took) { took = 1; slots[atomic_inc(&totals[63]) & 255] = gid * 3u + 1u; }")

    def statements(self):
        return f"  uint took = 0; scratch[lid & 63] = lid;\n{super().statements()}  v1 += scratch[lid & 63];\n"


class Groups(Pack):
    """Phases on local memory between barriers that all work-items reach alike."""

    def own(self, depth=0):
        chance = self.random.random()
        if depth > 2 or chance < 0.35:
            return self.assignment()
        if chance < 0.45:
            return f"a[({self.value(1)}) & 3] += {self.value(1)}; {self.pick(*self.names)} ^= a[({self.value(1)}) & 3];"
        if chance < 0.7:
            text = f"if {self.condition()} {{ {self.own(depth + 1)} {self.own(depth + 1)} }}"
            return text + (f" else {{ {self.own(depth + 1)} }}" if self.chance(0.5) else "")
        i = self.name("j")
        return (f"for (uint {i} = 0; {i} < ({self.value(1)} & 7u); ++{i}) {{ {self.own(depth + 1)} "
                f"if {self.condition()} {self.pick('break', 'continue')}; {self.own(depth + 1)} }}")

    def phase(self):
        tile = self.pick("tile", "scratch")
        write = self.pick(f"{tile}[lid] = {self.value()};", f"if {self.condition()} {tile}[lid] = {self.value()};",
                          f"{tile}[lid] += v0; big[lid] = (float4)((float)(v1 & 255u), 1.0f, 2.0f, (float)lid);")
        k = self.random.randint(1, 63)
        read = self.pick(f"{self.pick('v0', 'v1', 'v2')} {self.pick('+=', '^=')} {tile}[(lid + {k}u) % items];",
                         f"v2 += {tile}[items - 1u - lid]; v1 ^= as_uint(big[(lid + {k}u) % items].{self.pick('x', 'w')});",
                         f"for (uint q = 0; q < items; ++q) v3 = v3 * 3u + {tile}[q];",
                         f"for (uint q = lid; q < items; q += {self.pick(2, 5)}u) v3 += {tile}[q];",
                         f"v1 += {tile}[v0 % items]; if (lid == 0) v2 += {tile}[items - 1u];")
        return f"{self.own()} {write} barrier(CLK_LOCAL_MEM_FENCE); {read} {self.own()} barrier(CLK_LOCAL_MEM_FENCE);"

    def together(self, depth):
        """Statements on which all work-items agree."""
        chance = self.random.random()
        if depth > 2 or chance < 0.35:
            return self.phase()
        if chance < 0.5:
            return (f"for (uint s = items / 2u; s > 0u; s >>= 1) {{ if (lid < s) tile[lid] {self.pick('+=', '^=')} tile[lid + s]; barrier(CLK_LOCAL_MEM_FENCE); }} "
                    "v2 += tile[0]; barrier(CLK_LOCAL_MEM_FENCE);")
        if chance < 0.8:
            i = self.name("u")
            parts = [self.together(depth + 1) for _ in range(self.random.randint(1, 2))]
            parts.insert(self.random.randint(0, len(parts)), self.pick(
                f"if (({i} ^ n) == {self.random.randint(0, 7)}u) break;", f"if (({i} & 3u) == {self.random.randint(0, 3)}u) continue;", ""))
            return f"for (uint {i} = 0; {i} < {self.pick('3u', 'n', '(uint)p.a')}; ++{i}) {{ {' '.join(parts)} }}"
        text = f"if (((n + {self.random.randint(0, 3)}u) & 1u) == 0u) {{ {self.together(depth + 1)} }}"
        return text + (f" else {{ {self.together(depth + 1)} }}" if self.chance(0.5) else "")

    def statements(self):
        text = (f"  local uint tile[64]; local float4 big[64]; uint items = {self.items()}; uint a[4] = {{v0, v1, gid, lid}};\n"
                "  tile[lid] = in[lid]; scratch[lid] = v0; big[lid] = (float4)(1.0f); barrier(CLK_LOCAL_MEM_FENCE);\n")
        for _ in range(self.random.randint(1, 3)):
            text += f"  {self.together(0)}\n"
        return text + "  v0 += a[0] + a[gid & 3];\n"


class Printing(Branches):
    """Lines of printf, whose order is left out of the comparison."""

    def statement(self, depth, in_loop):
        if self.chance(0.85):
            return super().statement(depth, in_loop)
        line = self.random.randint(0, 99)
        return self.pick(f'printf("{line}: %u %u\\n", gid, {self.value(1)});', f'printf("{line}: %d %f %s\\n", (int)gid, (float)({self.value(1)} & 255u), "text");',
                         f'if {self.condition()} printf("{line}: %v4u %u\\n", (uint4)(gid, v1, v2, 3u), lid);', f'printf("{line}: %lu %c\\n", (ulong){self.value(1)}, 65 + (int)(v1 & 15u));')


class Structs(Pack):
    """Structs that are copied, passed, returned and kept in arrays."""

    def statement(self, depth=0):
        member = self.pick("c", "h", "w[0]", f"w[({self.value(1)}) % 3u]", "w[2]")
        place = self.pick("s", "t", f"m[({self.value(1)}) & 3]", "m[1]")
        chance = self.random.random()
        if chance < 0.25:
            return f"{place}.{member} {self.pick('=', '+=', '^=')} {self.value(1)};"
        if chance < 0.4:
            return f"{self.pick('s', 't', f'm[({self.value(1)}) & 3]')} = {self.pick('s', 't', 'm[2]', f'm[({self.value(1)}) & 3]', f'item({self.value(1)}, {self.value(1)})')};"
        if chance < 0.5:
            return f"{self.place('struct Item')}[gid] = {place};"
        if chance < 0.6:
            return f"v1 += sum({place});"
        if chance < 0.68:
            return f"{{ struct Params q = p; q.c[({self.value(1)}) & 3] = (short)({self.value(1)}); q.a += (int)(v0 & 15u); v2 += (uint)q.c[1] + (uint)q.c[v1 & 3u] + (uint)q.a + (uint)q.d; }}"
        if chance < 0.74:
            return f"{{ struct Item q = ((global const struct Item *)in)[({self.value(1)}) & 63]; v0 ^= q.c + q.h + q.w[1]; s.w[2] = q.w[gid % 3u]; m[3] = q; m[3].f = 1.0f; }}"
        if chance < 0.8:
            return f"{{ struct Item *q = {self.condition(1)} ? &s : {self.pick('&t', '&m[1]', '&m[v1 & 3u]')}; q->w[1] += {self.value(1)}; v3 += q->h; }}"
        if depth < 2 and chance < 0.9:
            return f"if {self.condition()} {{ {self.statement(depth + 1)} }} else {{ {self.statement(depth + 1)} }}"
        if depth < 2:
            i = self.name("i")
            return f"for (uint {i} = 0; {i} < {self.pick('3u', 'n', '(v1 & 3u)')}; ++{i}) {{ {self.statement(depth + 1)} }}"
        return self.assignment()

    def statements(self):
        text = "  struct Item s = item(v0, v1), t = item(gid, n), m[4];\n  for (uint q = 0; q < 4; ++q) m[q] = item(q + gid, v2);\n"
        for _ in range(9):
            text += f"  {self.statement()}\n"
        return text + "  for (int q = 0; q < 4; ++q) v3 = v3 * 31u + sum(m[q]);\n  v2 += sum(s) ^ sum(t);\n"


MAKERS = {"branches": Branches, "memory": Memory, "vectors": Vectors, "integers": Integers, "floats": Floats, "math": Math,
          "atomics": Atomics, "groups": Groups, "printing": Printing, "structs": Structs}


def kernel(kind, seed):
    """The name and the text of a kernel; sources begin with PRELUDE."""
    maker = MAKERS[kind](KINDS.index(kind) + 100 * seed)
    name = f"k{seed}_{1 if maker.flat else 3}"
    return name, f"kernel void {name}({SIGNATURE}) {{\n{maker.body()}}}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kind", choices=KINDS, required=True)
    parser.add_argument("--seeds", nargs=2, type=int, required=True, metavar=("FIRST", "LAST"))
    options = parser.parse_args()
    sys.stdout.write(PRELUDE)
    for seed in range(options.seeds[0], options.seeds[1] + 1):
        sys.stdout.write(kernel(options.kind, seed)[1])


if __name__ == "__main__":
    main()
