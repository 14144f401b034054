"""The memory that the kernels of generate.py read: numbers of each type, and how they are encoded."""

import math
import struct
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
REGION = 512
MEMORY = 16 * REGION
SCRATCH = 12 * REGION
SOURCE = 46  # the first element that no vector is written to
CELLS = 16
LOCAL = 64 * REGION // 8  # bytes of local memory that copies use


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
