#!/usr/bin/env python3
"""Writes kernels that call every built-in function of OpenCL C that takes a pointer, and what they yield.

    generate.py STANDARD FOLDER [FAMILY...]

FOLDER/pointers.cl has a kernel for each family of functions, each address space that is legal and each form:

    vload_global_direct   the pointer is the kernel's argument
    vload_local_helper    a function that is not inlined gets it, as a generic pointer where the standard has them

All kernels have the arguments (global uchar *source, global uchar *out, ulong zero), and those with pointers to constant
memory one more. The first kernel of a family calls all of its functions; in the others each function is called for some
of the types and sizes, different ones in each, so that drivers compile all of it in reasonable time. FOLDER/pointers.txt has a line for each
kernel, "kernel NAME WORK-ITEMS", and behind it one for each value that it writes, "OFFSET TYPE VALUE TOLERANCE LABEL":
TYPE is u8, u16, u32, u64, f32 or f64, TOLERANCE the largest relative error. FOLDER/pointers.in has the first bytes of
the memory.
"""

import math
import pathlib
import sys

from source_memory import (SIZES, SCALARS, REGION, MEMORY, SCRATCH, SOURCE, CELLS, LOCAL, bits, to_float, half_value,
                           to_half, region, HALF_REGION, HALVES, element, memory, vector)


class Family:
    """The body of a function with pointers to SPACE memory, and what it writes to `out`."""

    def __init__(self, name, spaces, items=1, standards=("CL1.2", "CL2.0", "CL3.0"), reads_only=False):
        self.name, self.spaces, self.items, self.standards = name, spaces, items, standards
        self.reads_only = reads_only
        self.named = False  # its functions take no generic pointers
        self.cell = None  # element type of the memory, where bytes do not do: atomics have nothing else beside
        self.base, self.window = 0, 0  # the part of the memory that a family with a cell uses
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


def some(items, number, turn):
    """All of the items, or the one whose turn it is."""
    return items if turn is None else [items[(number + turn) % len(items)]]


def at(scalar, offset, const=""):
    return f"({const}SPACE {scalar} *)(memory + {offset})"


def loads(turn):
    family = Family("vload", ("global", "local", "private", "constant"), reads_only=True)
    for number, scalar in enumerate(SCALARS):
        for size in some(SIZES, number, turn):
            name = f"vload{size}"
            family.line(f"{{ const {scalar}{size} v = {name}(offset + 1, {at(scalar, region(scalar), 'const ')} + 1);")
            for i in range(size):
                family.expect(scalar, f"v.s{i:X}", element(scalar, 1 + size + i), f"{name}({scalar})[{i}]")
            family.line("}")
    return family


def stores(turn):
    family = Family("vstore", ("global", "local", "private"))
    for number, scalar in enumerate(SCALARS):
        family.line(f"{{ SPACE {scalar} *p = {at(scalar, region(scalar))};")
        index = 0
        for size in some(SIZES, number, turn):
            values = ", ".join(f"source_{scalar}[{i}]" for i in range(size))
            # Not at a multiple of the vector's size, and beside the vector nothing changes.
            family.line(f"vstore{size}(({scalar}{size})({values}), offset, p + {index + 1});")
            for i in range(size + 2):
                value = element(scalar, index + i) if i in (0, size + 1) else element(scalar, SOURCE + i - 1)
                family.expect(scalar, f"p[{index + i}]", value, f"vstore{size}({scalar})[{i - 1}]")
            index += size + 2
        family.line("}")
    # The vectors' elements, taken from memory that is never written.
    head = []
    for scalar in SCALARS:
        head.append(f"  global const {scalar} *source_{scalar} = (global const {scalar} *)(source + {region(scalar)})"
                    f" + {SOURCE};")
    family.lines[:0] = head
    return family


def half_loads(turn):
    family = Family("vload_half", ("global", "local", "private", "constant"), reads_only=True)
    family.cell, family.base, family.window = "ushort", HALF_REGION, 256
    for aligned in ("", "a"):
        for size in SIZES if aligned else (1,) + SIZES:
            name = f"vload{aligned}_half" + ("" if size == 1 else str(size))
            stride = 4 if aligned and size == 3 else size
            first = 0 if aligned else 1
            kind = vector("float", size)
            family.line(f"{{ const {kind} v = {name}(offset + 1, {at('half', 0, 'const ')} + {first});")
            for i in range(size):
                value = half_value(HALVES[(first + stride + i) % len(HALVES)])
                family.expect("float", "v" if size == 1 else f"v.s{i:X}", value, f"{name}[{i}]")
            family.line("}")
    return family


STORED = [1 / 3, -1 / 3, 65519.99, 65520.0, 1e-8, 6e-8, 3.0e-5, -2.5, 0.0, 1e6, -1e6, 2049.0, 2051.0, -1e-8, 0.1, 1.0]


def half_stores(scalar, turn):
    family = Family(f"vstore_half_{scalar}", ("global", "local", "private"))
    family.cell, family.base, family.window = "ushort", HALF_REGION, 256
    stored = [to_float(value) if scalar == "float" else value for value in STORED]
    family.line(f"const {scalar} x[16] = {{{', '.join(f'({scalar}){value!r}' for value in stored)}}};")
    family.line(f"SPACE half *p = {at('half', 0)};")
    for aligned in ("", "a"):
        for size in SIZES if aligned else (1,) + SIZES:
            for rounding in some(("", "rte", "rtz", "rtp", "rtn"), size, turn):
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


def math_functions(scalar, turn):
    family = Family(f"math_{scalar}", ("global", "local", "private"))
    family.cell, family.base, family.window = scalar, SCRATCH, 256
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
    for number, (name, (first, second, is_integer, tolerance)) in enumerate(functions.items()):
        for size in some((1,) + SIZES, number, turn):
            written = "int" if is_integer else scalar
            kind = vector(scalar, size)
            values = "x[1]" if size == 1 else f"({kind})({', '.join(f'x[{i}]' for i in range(size))})"
            other = f", ({kind})({', '.join(['40'] * size)})" if name == "remquo" else ""
            family.line(f"{{ SPACE {vector(written, size)} *p = {at(vector(written, size), 0)};")
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


def atomics(scalar, turn):
    family = Family(f"atomics_{scalar}", ("global", "local"), standards=("CL2.0", "CL3.0"))
    family.cell = scalar
    is_float = scalar in ("float", "double")
    start = 2.5 if is_float else wrap(-5, scalar)
    operand = 1.25 if is_float else wrap(0x77, scalar)
    literal = f"({scalar}){operand}"
    first = f"({scalar}){start}"
    family.line(f"volatile SPACE atomic_{scalar} *p = {at('atomic_' + scalar, 0, 'volatile ')};")

    calls = 0

    def variants(orders, scopes=SCOPES):
        """Further arguments of the functions without and with an order and a scope."""
        nonlocal calls
        calls += 1
        all_variants = [("", "")]
        for i, order in enumerate(orders):
            all_variants.append(("_explicit", f", {order}"))
            all_variants.append(("_explicit", f", {order}, {scopes[i % len(scopes)]}"))
        if turn is not None:
            return some(all_variants, calls, turn)
        # Each order and scope has its turn with one function or another.
        return all_variants[:1] + some(all_variants[1::2], calls, 0) + some(all_variants[2::2], calls, 1)

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
            family.line(f"atomic_init(p, {first}); int done = 0;")
            # A weak one may fail for no reason.
            for _ in range(3 if strength == "weak" else 1):
                family.line(f"if (!done) {{ *e = {first}; done = {function}(p, e, {literal}{more}); }}")
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


def copies(scalars, turn):
    """Asynchronous copies of two elements between global and local memory and back, by eight work-items; of two scalar
    types and one size, since some drivers take a second for a copy."""
    family = Family(f"async_{scalars[0]}", ("local",), items=8)
    family.named, family.cell = True, "double16"
    count = 2
    kinds = [(scalar, some((1,) + SIZES, list(SCALARS).index(scalar), turn or 0)[0]) for scalar in scalars]
    family.line(f"global uchar *back = out + {32 * REGION}; event_t e[{2 * len(kinds)}];")
    places = []
    place = 0
    for scalar, size in kinds:
        bytes_ = SCALARS[scalar][2] * (4 if size == 3 else size)
        place = (place + bytes_ - 1) // bytes_ * bytes_
        places.append((place, 2 * place))
        place += 2 * count * bytes_
    assert place <= LOCAL

    def pointers(number):
        scalar, size = kinds[number]
        kind = vector(scalar, size)
        family.line(f"{{ local {kind} *l = (local {kind} *)(memory + {places[number][0]});")
        family.line(f"global {kind} *g = (global {kind} *)(source + {region(scalar)});")
        family.line(f"global {kind} *t = (global {kind} *)(back + {places[number][1]});")
        return kind

    for number in range(len(kinds)):
        kind = pointers(number)
        family.line(f"e[{2 * number}] = async_work_group_copy(l, (const global {kind} *)g, {count}, 0);")
        family.line(f"e[{2 * number + 1}] = async_work_group_strided_copy(l + {count}, (const global {kind} *)g, {count}, "
                    "2, 0); (void)t; }")
    family.line(f"wait({2 * len(kinds)}, e); barrier(CLK_LOCAL_MEM_FENCE);")
    family.line("event_t b = 0;")
    for number in range(len(kinds)):
        kind = pointers(number)
        family.line(f"b = async_work_group_copy(t, (const local {kind} *)l, {2 * count}, b);")
        family.line(f"b = async_work_group_strided_copy(t + {2 * count}, (const local {kind} *)l, {count}, 2, b); (void)g; }}")
    family.line("wait_group_events(1, &b); barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);")
    family.line("if (get_local_id(0) == 0) {")
    for number, (scalar, size) in enumerate(kinds):
        kind = pointers(number)
        parts = 4 if size == 3 else size
        family.line("(void)g;")
        for k in range(count):
            for i in sorted({0, size - 1}):
                label = f"({kind})[{k}][{i}]"
                part = "" if size == 1 else f".s{i:X}"
                plain, strided = element(scalar, k * parts + i), element(scalar, 2 * k * parts + i)
                family.expect(scalar, f"l[{k}]{part}", plain, "async_work_group_copy" + label)
                family.expect(scalar, f"l[{count + k}]{part}", strided, "async_work_group_strided_copy" + label)
                family.expect(scalar, f"t[{k}]{part}", plain, "async_work_group_copy.back" + label)
                family.expect(scalar, f"t[{2 * count + 2 * k}]{part}", plain, "async_work_group_strided_copy.back" + label)
        family.line("}")
    family.line("}")
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
    """Functions from a turn to a family."""
    yield loads
    yield stores
    yield half_loads
    for scalar in ("float", "double"):
        yield lambda turn, scalar=scalar: half_stores(scalar, turn)
        yield lambda turn, scalar=scalar: math_functions(scalar, turn)
    yield lambda turn: old_atomics("atomic_", ("int", "uint"))
    yield lambda turn: old_atomics("atom_", ("long", "ulong"))
    for scalar in ("int", "uint", "long", "ulong", "float", "double"):
        yield lambda turn, scalar=scalar: atomics(scalar, turn)
    yield lambda turn: contention("contention", ("CL1.2", "CL2.0", "CL3.0"), "int", "atomic_add(p, (int)get_local_id(0))")
    yield lambda turn: contention("contention_fetch", ("CL2.0", "CL3.0"), "atomic_int",
                                  "atomic_fetch_add(p, (int)get_local_id(0))")
    for scalar in ("char", "short", "int", "long"):
        yield lambda turn, scalar=scalar: copies((scalar, "u" + scalar), turn)
    yield lambda turn: copies(("float", "double"), turn)
    yield lambda turn: prefetches()
    yield lambda turn: queries()


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
        out.append(", constant uchar *bytes")
    out.append(") {\n")
    if space == "constant":
        out.append(f"  constant uchar *memory = bytes + {family.base};\n")
    elif space == "global":
        out.append(f"  global uchar *memory = source + {family.base};\n")
    elif family.window:
        size = family.window // SCALARS[family.cell][2]
        out.append(f"  {space} {family.cell} cells[{size}] __attribute__((aligned(128)));\n"
                   f"  {space} uchar *memory = ({space} uchar *)cells;\n"
                   f"  for (uint i = {'get_local_id(0)' if space == 'local' else '0'}; i < {size}; ++i)\n"
                   f"    cells[i] = ((global {family.cell} *)(source + {family.base}))[i];\n")
        out.append("  barrier(CLK_LOCAL_MEM_FENCE);\n" if space == "local" else "")
    elif family.cell:
        cells = LOCAL // 128 if family.cell == "double16" else CELLS
        out.append(f"  {space} {family.cell} cells[{cells}];\n  {space} uchar *memory = ({space} uchar *)cells;\n")
    else:
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
    for make in families():
        # All of it once: what another standard changes is how pointers are declared.
        whole = None if standard == "CL3.0" else int(standard[2])
        family = make(whole)
        if standard not in family.standards or (len(sys.argv) > 3 and family.name not in sys.argv[3:]):
            continue
        generic = None
        if has_generic and not family.named:
            generic = make(len(family.spaces))
            source.append(function(family.name + "_generic", "", "", generic))
        for turn, space in enumerate(family.spaces):
            for form in ("direct", "helper"):
                body, helper = make(whole if turn == 0 and form == "direct" else 2 * turn + (form == "helper")), ""
                if form == "helper" and generic and space != "constant":
                    body, helper = generic, f"{family.name}_generic"
                elif form == "helper":
                    helper = f"{family.name}_{space}_inner"
                    source.append(function(helper, space, space, body))
                name, text = kernel(body, space, form, helper)
                source.append(text)
                table.append(f"kernel {name} {family.items}")
                table += body.values
    (folder / "pointers.cl").write_text("".join(source))
    (folder / "pointers.txt").write_text("\n".join(table) + "\n")
    (folder / "pointers.in").write_bytes(memory())


main()
