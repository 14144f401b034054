#!/usr/bin/env python3
"""Writes kernels that call every built-in function of OpenCL C that takes a pointer, and what they yield.

    generate.py STANDARD FOLDER [FAMILY...]

FOLDER/pointers.cl has a kernel for each family of functions, each address space that is legal and each form:

    vload_global_direct   the pointer is the kernel's argument
    vload_local_helper    a function that is not inlined gets it, as a generic pointer where the standard has them

All kernels have the arguments (global uchar *memory, global uchar *out). FOLDER/pointers.txt has a line for each
kernel, "kernel NAME WORK-ITEMS", and behind it one for each value that it writes, "OFFSET TYPE VALUE TOLERANCE LABEL":
TYPE is u8, u16, u32, u64, f32 or f64, TOLERANCE the largest relative error. FOLDER/pointers.in has the first bytes of
the memory.
"""

import math
import pathlib
import struct
import sys
from fractions import Fraction

SIZES = (2, 3, 4, 8, 16)
SCALARS = {  # OpenCL's name: (struct's letter, type in the table, bytes)
    "char": ("b", "u8", 1),
    "uchar": ("B", "u8", 1),
    "short": ("h", "u16", 2),
    "ushort": ("H", "u16", 2),
    "int": ("i", "u32", 4),
    "uint": ("I", "u32", 4),
    "long": ("q", "u64", 8),
    "ulong": ("Q", "u64", 8),
    "float": ("f", "f32", 4),
    "double": ("d", "f64", 8),
}
# Every element type has a region of the memory; behind them is scratch memory.
REGION = 1024
MEMORY = 16 * REGION
SCRATCH = 12 * REGION
CELLS = 16


def bits(value, scalar):
    """The value as an unsigned integer of its bytes."""
    letter, _, size = SCALARS[scalar]
    return int.from_bytes(struct.pack("<" + letter, value), "little")


def to_float(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def half_value(encoding):
    return struct.unpack("<e", struct.pack("<H", encoding))[0]


def to_half(value, rounding):
    """The bits of a number as a half; @p rounding is "", "rte", "rtz", "rtp" or "rtn"."""
    sign = 0x8000 if math.copysign(1, value) < 0 else 0
    if math.isinf(value):
        return sign | 0x7C00
    exact = abs(Fraction(value))
    below, above = 0, 0x7C00  # encodings of magnitudes around it
    while above - below > 1:
        middle = (below + above) // 2
        if Fraction(half_value(middle)) <= exact:
            below = middle
        else:
            above = middle
    lower = Fraction(half_value(below))
    upper = Fraction(half_value(above)) if above < 0x7C00 else Fraction(65536)
    if lower == exact:
        return sign | below
    if rounding == "rtz" or (rounding == "rtp" and sign) or (rounding == "rtn" and not sign):
        return sign | below
    if rounding in ("rtp", "rtn"):
        return sign | above
    if exact - lower == upper - exact:
        return sign | (below if below % 2 == 0 else above)
    return sign | (below if exact - lower < upper - exact else above)


def region(scalar):
    return list(SCALARS).index(scalar) * REGION


HALF_REGION = 10 * REGION
HALVES = [0x3C00, 0xC000, 0x0001, 0x83FF, 0x7BFF, 0x0400, 0x0000, 0x8000, 0x3555, 0xB555, 0x7C00, 0xFC00,
          0x4248, 0x5640, 0x1234, 0x9234]


def element(scalar, index):
    """What the memory holds at first."""
    if scalar in ("float", "double"):
        return to_float((index * 37 % 101 - 50) * 0.375)
    value = index * 0x9E3779B97F4A7C15 + 0x1234567
    size = SCALARS[scalar][2] * 8
    value &= (1 << size) - 1
    return value - (1 << size) if not scalar.startswith("u") and value >> (size - 1) else value


def memory():
    data = bytearray(MEMORY)
    for scalar, (letter, _, size) in SCALARS.items():
        for i in range(REGION // size):
            struct.pack_into("<" + letter, data, region(scalar) + i * size, element(scalar, i))
    for i in range(REGION // 2):
        struct.pack_into("<H", data, HALF_REGION + 2 * i, HALVES[i % len(HALVES)])
    return bytes(data)


def vector(scalar, size):
    return scalar if size == 1 else f"{scalar}{size}"


class Family:
    """The body of a function with pointers to SPACE memory, and what it writes to `out`."""

    def __init__(self, name, spaces, items=1, standards=("CL1.2", "CL2.0", "CL3.0"), reads_only=False):
        self.name, self.spaces, self.items, self.standards = name, spaces, items, standards
        self.reads_only = reads_only
        self.named = False  # its functions take no generic pointers
        self.cell = None  # type of the memory, when all of it is accessed as that: atomics have nothing else beside
        self.lines = []
        self.values = []
        self.offset = 0

    def line(self, text):
        self.lines.append("  " + text)

    def expect(self, scalar, expression, value, label, tolerance=0):
        """Writes an expression of the scalar type."""
        kind, size = SCALARS[scalar][1:]
        self.offset = (self.offset + size - 1) // size * size
        self.line(f"*(global {scalar} *)(out + {self.offset}) = {expression};")
        text = repr(value) if tolerance else str(bits(value, scalar))
        self.values.append(f"{self.offset} {kind} {text} {tolerance} {label}")
        self.offset += size


def at(scalar, offset, const=""):
    return f"({const}SPACE {scalar} *)(memory + {offset})"


def loads():
    family = Family("vload", ("global", "local", "private", "constant"), reads_only=True)
    for scalar in SCALARS:
        for size in SIZES:
            name = f"vload{size}"
            family.line(f"{{ const {scalar}{size} v = {name}(offset + 1, {at(scalar, region(scalar), 'const ')} + 1);")
            for i in range(size):
                family.expect(scalar, f"v.s{i:X}", element(scalar, 1 + size + i), f"{name}({scalar})[{i}]")
            family.line("}")
    return family


def stores():
    family = Family("vstore", ("global", "local", "private"))
    for scalar in SCALARS:
        family.line(f"{{ SPACE {scalar} *p = {at(scalar, region(scalar))};")
        index = 0
        for size in SIZES:
            values = ", ".join(f"source_{scalar}[{i}]" for i in range(size))
            # Not at a multiple of the vector's size, and beside the vector nothing changes.
            family.line(f"vstore{size}(({scalar}{size})({values}), offset, p + {index + 1});")
            for i in range(size + 2):
                value = element(scalar, index + i) if i in (0, size + 1) else element(scalar, 200 % (REGION // 8) + i - 1)
                family.expect(scalar, f"p[{index + i}]", value, f"vstore{size}({scalar})[{i - 1}]")
            index += size + 2
        family.line("}")
    # The vectors' elements, taken from memory that is never written.
    head = []
    for scalar in SCALARS:
        head.append(f"  global const {scalar} *source_{scalar} = (global const {scalar} *)(source + {region(scalar)})"
                    f" + {200 % (REGION // 8)};")
    family.lines[:0] = head
    return family


def half_loads():
    family = Family("vload_half", ("global", "local", "private", "constant"), reads_only=True)
    for aligned in ("", "a"):
        for size in SIZES if aligned else (1,) + SIZES:
            name = f"vload{aligned}_half" + ("" if size == 1 else str(size))
            stride = 4 if aligned and size == 3 else size
            first = 0 if aligned else 1
            kind = vector("float", size)
            family.line(f"{{ const {kind} v = {name}(offset + 1, {at('half', HALF_REGION, 'const ')} + {first});")
            for i in range(size):
                value = half_value(HALVES[(first + stride + i) % len(HALVES)])
                family.expect("float", "v" if size == 1 else f"v.s{i:X}", value, f"{name}[{i}]")
            family.line("}")
    return family


STORED = [1 / 3, -1 / 3, 65519.99, 65520.0, 1e-8, 6e-8, 3.0e-5, -2.5, 0.0, 1e6, -1e6, 2049.0, 2051.0, -1e-8, 0.1, 1.0]


def half_stores(scalar):
    family = Family(f"vstore_half_{scalar}", ("global", "local", "private"))
    stored = [to_float(value) if scalar == "float" else value for value in STORED]
    family.line(f"const {scalar} x[16] = {{{', '.join(f'({scalar}){value!r}' for value in stored)}}};")
    family.line(f"SPACE half *p = {at('half', HALF_REGION)};")
    for aligned in ("", "a"):
        for size in SIZES if aligned else (1,) + SIZES:
            for rounding in ("", "rte", "rtz", "rtp", "rtn"):
                name = f"vstore{aligned}_half" + ("" if size == 1 else str(size)) + (f"_{rounding}" if rounding else "")
                stride = 4 if aligned and size == 3 else size
                first = 0 if aligned else 1
                value = "x[9]" if size == 1 else f"({scalar}{size})({', '.join(f'x[{i}]' for i in range(size))})"
                family.line(f"{name}({value}, offset + 1, p + {first});")
                for i in range(size):
                    number = stored[9] if size == 1 else stored[i]
                    expected = to_half(number, rounding)
                    where = first + stride + i
                    family.expect("ushort", f"((SPACE ushort *)p)[{where}]", expected, f"{name}({scalar})[{i}]")
    return family


MATH = [1.5, -2.25, 3.75, 0.625, 100.125, -0.875, 2.5, 12.375, -7.5, 0.3125, 33.25, -1.125, 6.75, 5.5, -20.375, 9.0625]


def math_functions(scalar):
    family = Family(f"math_{scalar}", ("global", "local", "private"))
    below_one = 1 - 2.0 ** (-24 if scalar == "float" else -53)
    near = 1e-5 if scalar == "float" else 1e-12
    family.line(f"const {scalar} x[16] = {{{', '.join(map(repr, MATH))}}};")

    def gamma(x):
        if x > 0:
            return math.lgamma(x), 1
        return math.lgamma(x), 1 if math.floor(x) % 2 == 0 else -1

    functions = {  # what is returned, what is written, whether that is an integer, tolerance
        "fract": (lambda x: min(x - math.floor(x), below_one), math.floor, False, 0),
        "modf": (lambda x: math.modf(x)[0], lambda x: math.modf(x)[1], False, 0),
        "frexp": (lambda x: math.frexp(x)[0], lambda x: math.frexp(x)[1], True, 0),
        "remquo": (lambda x: math.remainder(x, 40.0), lambda x: int(round((x - math.remainder(x, 40.0)) / 40)), True, 0),
        "sincos": (math.sin, math.cos, False, near),
        "lgamma_r": (lambda x: gamma(x)[0], lambda x: gamma(x)[1], True, 1e-3),
    }
    for name, (first, second, is_integer, tolerance) in functions.items():
        for size in (1,) + SIZES:
            written = "int" if is_integer else scalar
            kind = vector(scalar, size)
            values = "x[1]" if size == 1 else f"({kind})({', '.join(f'x[{i}]' for i in range(size))})"
            other = f", ({kind})({', '.join(['40'] * size)})" if name == "remquo" else ""
            family.line(f"{{ SPACE {vector(written, size)} *p = {at(vector(written, size), SCRATCH)};")
            family.line(f"const {kind} r = {name}({values}{other}, p);")
            for i in range(size):
                x = MATH[1] if size == 1 else MATH[i]
                part = "" if size == 1 else f".s{i:X}"
                family.expect(scalar, f"r{part}", float(first(x)), f"{name}({kind})[{i}]", tolerance)
                result = second(x)
                family.expect(written, f"(*p){part}", int(result) if is_integer else float(result),
                              f"{name}({kind}).second[{i}]", 0 if is_integer else tolerance)
            family.line("}")
    return family


def wrap(value, scalar):
    size = SCALARS[scalar][2] * 8
    value &= (1 << size) - 1
    return value - (1 << size) if not scalar.startswith("u") and value >> (size - 1) else value


OPERATIONS = {
    "add": lambda old, x: old + x,
    "sub": lambda old, x: old - x,
    "min": min,
    "max": max,
    "and": lambda old, x: old & x,
    "or": lambda old, x: old | x,
    "xor": lambda old, x: old ^ x,
}


def old_atomics(prefix, scalars):
    """The functions of OpenCL 1, which take no generic pointers."""
    family = Family(prefix + scalars[0], ("global", "local"))
    family.named, family.cell = True, scalars[0]
    for scalar in scalars:
        start = wrap(-5, scalar)
        operand = wrap(0x77, scalar)
        literal = f"({scalar}){operand}"
        family.line(f"{{ volatile SPACE {scalar} *p = {at(scalar, 0, 'volatile ')};")

        def check(call, new, label, old=start):
            family.line(f"*p = ({scalar}){start};")
            if old is None:
                family.line(f"{call};")
            else:
                family.expect(scalar, call, old, label)
            family.expect(scalar, "*p", new, label + ".new")

        for name, operation in OPERATIONS.items():
            check(f"{prefix}{name}(p, {literal})", wrap(operation(start, operand), scalar), f"{prefix}{name}({scalar})")
        check(f"{prefix}inc(p)", wrap(start + 1, scalar), f"{prefix}inc({scalar})")
        check(f"{prefix}dec(p)", wrap(start - 1, scalar), f"{prefix}dec({scalar})")
        check(f"{prefix}xchg(p, {literal})", operand, f"{prefix}xchg({scalar})")
        check(f"{prefix}cmpxchg(p, ({scalar}){start}, {literal})", operand, f"{prefix}cmpxchg({scalar})")
        check(f"{prefix}cmpxchg(p, {literal}, {literal})", start, f"{prefix}cmpxchg({scalar}).unequal")
        family.line("}")
    if "int" in scalars:
        family.line(f"{{ volatile SPACE float *p = {at('float', 0, 'volatile ')}; *p = 1.5f;")
        family.expect("float", f"{prefix}xchg(p, 2.5f)", 1.5, f"{prefix}xchg(float)")
        family.expect("float", "*p", 2.5, f"{prefix}xchg(float).new")
        family.line("}")
    return family


ORDERS = ("memory_order_relaxed", "memory_order_acquire", "memory_order_release", "memory_order_acq_rel",
          "memory_order_seq_cst")
SCOPES = ("memory_scope_work_item", "memory_scope_work_group", "memory_scope_device", "memory_scope_all_svm_devices",
          "memory_scope_sub_group")


def atomics(scalar):
    family = Family(f"atomics_{scalar}", ("global", "local"), standards=("CL2.0", "CL3.0"))
    family.cell = scalar
    is_float = scalar in ("float", "double")
    start = 2.5 if is_float else wrap(-5, scalar)
    operand = 1.25 if is_float else wrap(0x77, scalar)
    literal = f"({scalar}){operand}"
    first = f"({scalar}){start}"
    family.line(f"volatile SPACE atomic_{scalar} *p = {at('atomic_' + scalar, 0, 'volatile ')};")

    def variants(orders, scopes=SCOPES):
        """Further arguments of the functions without and with an order and a scope."""
        yield "", ""
        for i, order in enumerate(orders):
            yield "_explicit", f", {order}"
            yield "_explicit", f", {order}, {scopes[i % len(scopes)]}"

    def check(call, new, label, old=None):
        family.line(f"atomic_init(p, {first});")
        if old is None:
            family.line(f"{call};")
        else:
            family.expect(scalar, call, old, label)
        family.expect(scalar, "atomic_load(p)", new, label + ".new")

    operations = {"add": OPERATIONS["add"], "sub": OPERATIONS["sub"], "min": min, "max": max} if is_float else OPERATIONS
    if not is_float:
        for name, operation in operations.items():
            new = wrap(operation(start, operand), scalar)
            for suffix, more in variants(ORDERS):
                function = f"atomic_fetch_{name}{suffix}"
                check(f"{function}(p, {literal}{more})", new, f"{function}({scalar}{more})".replace(" ", ""), start)
    for suffix, more in variants(ORDERS):
        check(f"atomic_exchange{suffix}(p, {literal}{more})", operand,
              f"atomic_exchange{suffix}({scalar}{more})".replace(" ", ""), start)
    for suffix, more in variants((ORDERS[0], ORDERS[1], ORDERS[4])):
        check(f"atomic_load{suffix}(p{more})", start, f"atomic_load{suffix}({scalar}{more})".replace(" ", ""), start)
    for suffix, more in variants((ORDERS[0], ORDERS[2], ORDERS[4])):
        check(f"atomic_store{suffix}(p, {literal}{more})", operand,
              f"atomic_store{suffix}({scalar}{more})".replace(" ", ""))
    # The expected value is in private memory, and in the space of the object.
    for strength in ("strong", "weak"):
        for i, (suffix, more) in enumerate(variants(ORDERS)):
            # No order of a failure is a release.
            if more:
                order = more.split(", ")[1]
                failure = {ORDERS[2]: ORDERS[0], ORDERS[3]: ORDERS[1]}.get(order, order)
                more = more.replace(order, f"{order}, {failure}", 1)
            function = f"atomic_compare_exchange_{strength}{suffix}"
            label = f"{function}({scalar}{more})".replace(" ", "")
            if i % 2:
                place = at(scalar, 16)
                family.line(f"{{ SPACE {scalar} *e = {place};")
            else:
                family.line(f"{{ {scalar} held; private {scalar} *e = &held;")
            family.line(f"*e = {first}; atomic_init(p, {first}); int done = 0;")
            # A weak one may fail for no reason.
            family.line(f"for (int i = 0; i < 100 && !done; ++i) {{ *e = {first}; done = {function}(p, e, {literal}{more}); }}")
            family.expect("int", "done", 1, label)
            family.expect(scalar, "*e", start, label + ".expected")
            family.expect(scalar, "atomic_load(p)", operand, label + ".new")
            family.line(f"*e = {first};")
            family.expect("int", f"{function}(p, e, {literal}{more}) ? 1 : 0", 0, label + ".unequal")
            family.expect(scalar, "*e", operand, label + ".unequal.expected")
            family.line("}")
    if scalar == "int":
        family.line(f"volatile SPACE atomic_flag *f = {at('atomic_flag', 32, 'volatile ')};")
        for i, (suffix, more) in enumerate(variants(ORDERS)):
            clear = more.replace("_acquire", "_release").replace("_acq_rel", "_release")
            family.line(f"atomic_flag_clear{suffix}(f{clear});")
            label = f"atomic_flag_test_and_set{suffix}({more})".replace(" ", "")
            family.expect("int", f"atomic_flag_test_and_set{suffix}(f{more}) ? 1 : 0", 0, label)
            family.expect("int", f"atomic_flag_test_and_set{suffix}(f{more}) ? 1 : 0", 1, label + ".again")
    return family


def contention(name, standards, declaration, call):
    """Sixteen work-items at one place."""
    family = Family(name, ("global", "local"), items=16, standards=standards)
    family.named, family.cell = standards[0] == "CL1.2", "int"
    family.line(f"volatile SPACE {declaration} *p = (volatile SPACE {declaration} *)(memory + {0});")
    family.line("if (get_local_id(0) == 0) *(SPACE int *)p = 0;")
    family.line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);")
    family.line(f"for (int i = 0; i < 10; ++i) {call};")
    family.line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);")
    family.expect("int", "*(SPACE int *)p", 10 * 120, name)
    return family


def copies():
    """Asynchronous copies of eight elements between global and local memory, by eight work-items."""
    family = Family("async", ("local",), items=8)
    family.named = True
    family.line("const size_t id = get_local_id(0);")
    for scalar in SCALARS:
        for size in (1,) + SIZES:
            kind = vector(scalar, size)
            count = 2
            parts = 4 if size == 3 else size
            family.line(f"{{ local {kind} *l = (local {kind} *)(memory + {SCRATCH});")
            family.line(f"global {kind} *g = (global {kind} *)(source + {region(scalar)});")
            family.line(f"global {kind} *t = (global {kind} *)(source + {SCRATCH});")
            family.line("event_t e[2];")
            family.line(f"e[0] = async_work_group_copy(l, (const global {kind} *)g, {count}, 0);")
            family.line(f"e[1] = async_work_group_strided_copy(l + {count}, (const global {kind} *)g, {count}, 2, 0);")
            family.line("wait(2, e); barrier(CLK_LOCAL_MEM_FENCE);")
            family.line(f"event_t b = async_work_group_copy(t, (const local {kind} *)l, {2 * count}, 0);")
            family.line(f"b = async_work_group_strided_copy(t + {2 * count}, (const local {kind} *)l, {count}, 2, b);")
            family.line("wait_group_events(1, &b); barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);")
            lanes = sorted({0, size - 1})
            family.line("if (id == 0) {")
            for k in range(count):
                for i in lanes:
                    label = f"({kind})[{k}][{i}]"
                    family.expect(scalar, f"((local {scalar} *)l)[{k * parts + i}]", element(scalar, k * parts + i),
                                  "async_work_group_copy" + label)
                    family.expect(scalar, f"((local {scalar} *)l)[{(count + k) * parts + i}]",
                                  element(scalar, 2 * k * parts + i), "async_work_group_strided_copy" + label)
                    family.expect(scalar, f"((global {scalar} *)t)[{k * parts + i}]", element(scalar, k * parts + i),
                                  "async_work_group_copy.back" + label)
                    family.expect(scalar, f"((global {scalar} *)t)[{(2 * count + 2 * k) * parts + i}]",
                                  element(scalar, k * parts + i), "async_work_group_strided_copy.back" + label)
            family.line("} barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE); }")
    return family


def prefetches():
    family = Family("prefetch", ("global",))
    family.named = True
    for scalar in SCALARS:
        for size in (1,) + SIZES:
            family.line(f"prefetch((const global {vector(scalar, size)} *)(memory + {region(scalar)}), 2);")
    family.expect("int", "1", 1, "prefetch")
    return family


def queries():
    family = Family("queries", ("global", "local", "private"), standards=("CL2.0", "CL3.0"))
    family.line(f"SPACE uchar *p = memory + {SCRATCH}; const int space = WHICH;")
    for index, space in enumerate(("global", "local", "private")):
        family.expect("int", f"(to_{space}(p) != 0) == (space == {index})", 1, f"to_{space}")
    family.expect("int", "space == 2 || get_fence(p) == (space == 1 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE)", 1,
                  "get_fence")
    return family


def families():
    yield loads()
    yield stores()
    yield half_loads()
    yield half_stores("float")
    yield half_stores("double")
    yield math_functions("float")
    yield math_functions("double")
    yield old_atomics("atomic_", ("int", "uint"))
    yield old_atomics("atom_", ("long", "ulong"))
    for scalar in ("int", "uint", "long", "ulong", "float", "double"):
        yield atomics(scalar)
    yield contention("contention", ("CL1.2", "CL2.0", "CL3.0"), "int", "atomic_add(p, (int)get_local_id(0))")
    yield contention("contention_fetch", ("CL2.0", "CL3.0"), "atomic_int", "atomic_fetch_add(p, (int)get_local_id(0))")
    yield copies()
    yield prefetches()
    yield queries()


HEAD = """// Written by tests/compiler/pointers/generate.py.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
__attribute__((noinline)) void wait(int count, event_t *events) { wait_group_events(count, events); }
"""


def function(name, space, source_space, body):
    """A function that is not inlined, with the body's pointers in a space."""
    lines = [line.replace("SPACE", space) for line in body.lines]
    const = "const " if body.reads_only else ""
    return (f"__attribute__((noinline)) void {name}({const}{source_space} uchar *memory, global uchar *source, "
            f"global uchar *out, ulong offset, int which) {{\n" + "\n".join(lines).replace("WHICH", "which") + "\n}\n")


def kernel(family, space, form, helper):
    name = f"{family.name}_{space}_{form}"
    out = [f"kernel void {name}(global uchar *source, global uchar *out, ulong offset"]
    size = MEMORY
    which = ("global", "local", "private", "constant").index(space)
    if space == "constant":
        out.append(", constant uchar *memory")
    out.append(") {\n")
    if space == "global":
        out.append("  global uchar *memory = source;\n")
    elif family.cell:
        out.append(f"  {space} {family.cell} cells[{CELLS}];\n  {space} uchar *memory = ({space} uchar *)cells;\n")
    elif space != "constant":
        out.append(f"  {space} uchar memory[{size}] __attribute__((aligned(128)));\n")
        if space == "local":
            out.append(f"  for (uint i = get_local_id(0); i < {size}; i += get_local_size(0)) memory[i] = source[i];\n"
                       "  barrier(CLK_LOCAL_MEM_FENCE);\n")
        else:
            out.append(f"  for (uint i = 0; i < {size}; ++i) memory[i] = source[i];\n")
    if form == "helper":
        out.append(f"  {helper}(memory, source, out, offset, {which});\n")
    else:
        out += [line.replace("SPACE", space).replace("WHICH", str(which)) + "\n" for line in family.lines]
    return name, "".join(out) + "}\n"


def main():
    standard, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    has_generic = standard != "CL1.2"
    folder.mkdir(parents=True, exist_ok=True)
    source, table = [HEAD], []
    for family in families():
        if standard not in family.standards or (len(sys.argv) > 3 and family.name not in sys.argv[3:]):
            continue
        is_named = family.named
        if has_generic and not is_named:
            source.append(function(family.name + "_generic", "", "", family))
        for space in family.spaces:
            helper = f"{family.name}_generic"
            if not has_generic or is_named or space == "constant":
                helper = f"{family.name}_{space}_inner"
                source.append(function(helper, space, space, family))
            for form in ("direct", "helper"):
                name, text = kernel(family, space, form, helper)
                source.append(text)
                table.append(f"kernel {name} {family.items}")
                table += family.values
    (folder / "pointers.cl").write_text("".join(source))
    (folder / "pointers.txt").write_text("\n".join(table) + "\n")
    (folder / "pointers.in").write_bytes(memory())


main()
