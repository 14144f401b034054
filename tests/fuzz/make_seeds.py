#!/usr/bin/env python3
"""Writes the hand-made inputs of the fuzz targets: corpus/TARGET/seed-*.

Valid containers, property sets and variables, and the classic broken ones. Standard library only.
With --check nothing is written; it fails when a file on disk differs.
"""
import re
import struct
import sys
from pathlib import Path

CORPUS = Path(__file__).resolve().parent / "corpus"
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
CONSTANTS = "SYCL/specialization constants"
DEFAULTS = "SYCL/specialization constants default values"
BUFFER = "Ursa/specialization buffer"
PADDING = 0xFFFFFFFF
DESCRIPTORS = "sycl_offloading_descriptors"


def base64(payload, bits=None):
    """A byte array as property sets spell it; a wrong number of bits on request."""
    number = int.from_bytes(struct.pack("<Q", 8 * len(payload) if bits is None else bits) + payload, "little")
    digits = (8 * (8 + len(payload)) + 5) // 6
    return "".join(ALPHABET[number >> (6 * i) & 63] for i in range(digits))


def descriptors(*rows):
    return b"".join(struct.pack("<III", *row) for row in rows)


def property_text(sets):
    lines = []
    for name, properties in sets:
        lines.append(f"[{name}]")
        for key, value in properties:
            lines.append(f"{key}=1|{value}" if isinstance(value, int) else f"{key}=2|{base64(value)}")
    return "".join(line + "\n" for line in lines)


def constants_text(constants, defaults):
    return property_text([(CONSTANTS, [(name, descriptors(*rows)) for name, rows in constants]),
                          (DEFAULTS, [("all", defaults)]), (BUFFER, [("k", 2)])])


def image(pairs, code, **fields):
    """One object of a container; fields overwrite header and entry fields by name."""
    table_begin = 72 + 16 * len(pairs)
    table, offsets = b"", b""
    for pair in pairs:
        for text in pair:
            offsets += struct.pack("<Q", table_begin + len(table))
            table += text.encode() + b"\0"
    code_begin = (table_begin + len(table) + 7) // 8 * 8
    size = (code_begin + len(code) + 7) // 8 * 8
    value = {"magic": b"\x10\xff\x10\xad", "version": 1, "size": size, "entry": 32, "entry_size": 40,
             "strings": 72, "count": len(pairs), "image": code_begin, "image_size": len(code)}
    value.update(fields)
    data = struct.pack("<4sIQQQ", *(value[k] for k in ("magic", "version", "size", "entry", "entry_size")))
    data += struct.pack("<HHIQQQQ", 2, 8, 0, *(value[k] for k in ("strings", "count", "image", "image_size")))
    data += offsets + table
    return (data.ljust(code_begin, b"\0") + code).ljust(size, b"\0")


def device_image(target, text, code=b"code", **fields):
    return image([("triple", "x86_64"), ("arch", ""), ("ursa-target", target), ("symbols", "k\nl"),
                  ("properties", text)], code, **fields)


def values(*rows):
    """Code that the targets read as values to set: id and size."""
    return b"".join(struct.pack("<IH", *row) for row in rows)


NATIVE = constants_text([("scale", [(0, 0, 4)]), ("pair", [(1, 0, 1), (2, 4, 4)])], struct.pack("<III", 3, 7, 9))
EMULATED = constants_text([("scale", [(0, 0, 4)]), ("pair", [(1, 0, 8)])], struct.pack("<III", 3, 7, 9))
TAIL = constants_text([("tail", [(0, 0, 4), (1, 4, 1), (PADDING, 5, 3)]), ("next", [(2, 0, 8)])], bytes(16))
GAP = constants_text([("small", [(0, 0, 1), (PADDING, 1, 7)]), ("wide", [(1, 0, 8)])], bytes(16))

PROPERTY_SETS = {
    "empty": "", "native": NATIVE, "emulated": EMULATED, "tail-padding": TAIL, "gap": GAP,
    "empty-set": "[]\n", "carriage-returns": "[s]\r\na=1|7\r\n\r\n", "equals-in-name": "[s]\nx=y=1|8\n",
    "bracket-in-name": "[a]b]\n[x=1|5\n", "leading-zeros": "[s]\na=1|007\n", "no-newline": "[s]\na=1|7",
    "no-set": "a=1|7\n", "no-equals": "[s]\nabc\n", "no-name": "[s]\n=1|7\n", "no-type": "[s]\na=7\n",
    "unknown-type": "[s]\na=3|7\n", "number-too-large": "[s]\na=1|4294967296\n", "negative": "[s]\na=1|-1\n",
    "not-base64": "[s]\na=2|IAAA*AAAAAQA\n", "length-too-long": "[s]\na=2|" + base64(b"\1", 16) + "\n",
    "length-short": "[s]\na=2|" + base64(b"\1", 0) + "\n", "length-huge": "[s]\na=2|" + base64(b"", 2**64 - 8) + "\n",
    "half-byte": "[s]\na=2|" + base64(b"\1", 9) + "\n", "ends-in-byte": "[s]\na=2|IAAAAAAAAAQAA\n",
    "set-twice": "[s]\n[t]\n[s]\n", "property-twice": "[s]\na=1|1\na=1|2\n", "bare-array": base64(b"ursa"),
    "bare-empty-array": base64(b""),
    "bare-length-too-long": base64(b"\1", 16), "bare-length-short": base64(b"\1\2", 8), "zero": "[s\0]\na\0=1|7\n",
}

ONE = device_image("host", NATIVE, values((0, 4), (2, 4), (1, 1)))
CONTAINER = {
    "native": ONE, "twins": ONE + device_image("host+emulated", EMULATED, values((0, 4), (1, 8))),
    "padding": device_image("host", TAIL, values((2, 8))) + device_image("host+emulated", GAP, values((1, 8))),
    "unknown-id": device_image("host", NATIVE, values((0, 4), (9, 4))),
    "wrong-size": device_image("host", NATIVE, values((0, 3))), "null-value": device_image("host", NATIVE, values((0, 14))),
    "no-constants": device_image("host", ""), "only-suffix": device_image("+emulated", ""),
    "many-strings": image([("k", "v")] * 1025, b""), "no-target": image([("symbols", "k")], b"code"), "no-strings": image([], b""), "bad-properties": device_image("host", "[s]\nx\n"),
    "same-key-twice": image([("ursa-target", "a"), ("ursa-target", "b")], b"x"),
    "empty": b"", "magic-only": b"\x10\xff\x10\xad", "not-one": b"This is no container.", "cut-header": ONE[:31],
    "cut-entry": ONE[:60], "cut-code": ONE[:-8], "second-cut": ONE + ONE[:-8], "trailing-bytes": ONE + b"12345678",
    "version": device_image("host", "", version=9), "size-zero": device_image("host", "", size=0),
    "size-small": device_image("host", "", size=32), "size-huge": device_image("host", "", size=2**64 - 1),
    "size-unpadded": image([("ursa-target", "host")], b"abc", size=115) + ONE,
    "entry-outside": device_image("host", "", entry=2**64 - 8), "entry-small": device_image("host", "", entry_size=39),
    "entry-in-header": device_image("host", "", entry=0), "strings-outside": device_image("host", "", strings=2**64 - 16),
    "count-huge": device_image("host", "", count=2**60), "count-overflow": device_image("host", "", count=2**63),
    "image-outside": device_image("host", "", image=2**63), "image-size-huge": device_image("host", "", image_size=2**64 - 1),
    "image-is-all": device_image("host", "", image=0, image_size=160),
    # The string table is moved into the code; its value is the code's rest, which has no zero.
    "string-unterminated": image([("ursa-target", "host")], struct.pack("<QQ", 88, 128) + b"x" * 8, strings=112),
    "no-defaults": device_image("host", property_text([(CONSTANTS, [("a", descriptors((0, 0, 4)))])])),
    "defaults-number": device_image("host", property_text([(CONSTANTS, [("a", descriptors((0, 0, 4)))]), (DEFAULTS, [("all", 4)])])),
    "half-descriptor": device_image("host", property_text([(CONSTANTS, [("a", bytes(8))]), (DEFAULTS, [("all", bytes(8))])])),
    "beyond-defaults": device_image("host", constants_text([("a", [(0, 0, 8)])], bytes(4))),
    "offset-overflow": device_image("host", constants_text([("a", [(0, PADDING, PADDING)])], bytes(4))),
    "same-id": device_image("host", constants_text([("a", [(0, 0, 4)]), ("b", [(0, 0, 4)])], bytes(8))),
    "size-zero-leaf": device_image("host", constants_text([("a", [(0, 0, 4), (1, 4, 0)])], bytes(4))),
}

LAYOUT = {  # as layout.cpp reads: flags, constants, then of each: descriptors - 1, descriptors, end mark
    "empty": b"", "one-leaf": bytes([0, 1, 0, 12, 0, 0, 0]) + values((0, 4)),
    "twins": bytes([0, 2, 0, 12, 0, 1, 0, 13, 0]) + bytes([1, 2, 0, 12, 0, 0, 28, 0]) + values((0, 4), (1, 2), (2, 4)),
    "tail-padding": bytes([0, 2, 2, 12, 0, 10, 0, 0, 28, 0, 0, 0]) + values((0, 4), (2, 8)),
    "gap": bytes([1, 2, 1, 0, 26, 0, 0, 28, 0, 1, 0]) + values((0, 2), (1, 2)),
    "shifted-names": bytes([0, 2, 0, 12, 0, 0, 12, 0]) + bytes([16, 1, 0, 12, 0]) + values((1, 2)),
    "raw": bytes([0, 1, 0, 3]) + struct.pack("<III", 7, 4, 8) + bytes([0, 0, 0]) + values((7, 8)),
    "overlap": bytes([0, 1, 1, 3]) + struct.pack("<III", 7, 4, 8) + b"\3" + struct.pack("<III", 8, 0, 8) + bytes([0, 0, 0]) + values((8, 2), (7, 2)),
    "no-defaults": bytes([4, 1, 0, 12, 0]), "short-defaults": bytes([2, 1, 0, 12, 0, 3]),
    "half-descriptor": bytes([0, 1, 0, 12, 255]), "padding-only": bytes([1, 1, 0, 14, 0]),
}

LOG = {
    "empty": "", "all": "level:debug;flush:warning;output:stdout", "file": "output:file,/var/log/ursa.log",
    "every-level": "level:debug;level:info;level:warn;level:warning;level:error;level:quiet", "no-file": "output:file,",
    "unknown-level": "level:loud", "unknown-key": "lvl:debug", "no-value": "level", "empty-parts": ";;level:info;",
    "file-stdout": "stdout", "file-named-stderr": "output:file,stderr", "colon-in-path": "output:file,a:b",
}

SELECTOR = {
    "any": "*:*", "backends": "level_zero:*;opencl:0;cuda:1;hip:2;native_cpu:cpu;offload:gpu", "types": "opencl:cpu,gpu,fpga,3",
    "excluded": "!opencl:gpu;*:*", "capitals": "OpenCL:GPU", "empty": "", "no-device": "opencl:", "no-colon": "gpu",
    "unknown-backend": "opncl:gpu", "unknown-device": "opencl:tpu", "number-large": "*:4294967295", "number-too-large": "*:4294967296",
    "sub-device": "*:0.1", "negative": "*:-1", "two-marks": "!!*:*", "blanks": " *:*", "end-comma": "*:cpu,", "end-semicolon": "*:cpu;",
    "all-sub-devices": "*:*.*;opencl:0.*", "sub-sub-device": "host:0.1.0,0.0.*,*.*.*", "number-behind-star": "*:*.1",
    "too-deep": "*:0.0.0.0", "excluded-part": "*:*;!opencl:0.1", "adapters": "host:*;vulkan:3;!vulkan:gpu", "empty-term": "*:*;;*:0",
}

SEARCH = {
    "one": "/usr/lib/libur_adapter_host.so.0", "two": "/a/libur_adapter_host.so.0,/b/libur_adapter_host.so.0,/b/libur_adapter_x.so.1",
    "relative": "libur_adapter_host.so.0,./x.so", "quoted": '"/a b/libur_adapter_host.so.0",""', "quote": '"', "other-name": "/a/my.so",
    "folder": "/a/", "root": "/", "empty-parts": ",,/a,,", "no-name": "/libur_adapter_.so.0", "no-suffix": "/libur_adapter_x",
}

FILE_TABLE = {  # the first line names a column and rows
    "three": "Code\n[Code|Properties|Symbols]\na_0.bc|a_0.prop|a_0.sym\na_1.bc||\n", "list": "0\na.bc\nb.bc\n",
    "ragged": "0\n[A|B]\na|b\nc\n", "empty": "", "titles-only": "A\n[A|B]\n", "empty-title": "\n[A||B]\na|b|c\n",
    "twice": "A\n[A|A]\na|a\n", "windows": "1\n[A|B]\r\na|b\r\n", "zero": "0\na|b\0c\n", "rows": "1,0-1\n[A]\nx\ny\n",
    "row-like-titles": "1\n[A-0\n[A]\nx\n", "return-in-cell": "0\na\r\r\n",
    "rows-backwards": "1-0\n[A]\nx\ny\n", "brackets": "A]\n[A]\n[]\n[a]\n", "blank-lines": "B\n\n\n[A|B]\n\na|b", "number": "18446744073709551616\na\n",
}


def counted(text):
    return struct.pack("<I", len(text)) + text.encode()


def machine_abi():
    """The version of the interface; descriptions of another one are refused at once."""
    header = Path(__file__).resolve().parents[2] / "format/host/machine_image.h"
    return int(re.search(r"kMachineAbi = (\d+);", header.read_text()).group(1))


def machine_kernel(name, arguments=(), group=(0, 0, 0), local=0, items=0, private=0, stack=0, instructions=0, sub_group=8,
                   shaping=(), width=16, rivals=()):
    return (counted(name) + struct.pack("<I", len(arguments)) + b"".join(struct.pack("<BBI", *a) for a in arguments)
            + struct.pack("<QQQQQIIIIIB", local, items, private, stack, instructions, *group, 0, sub_group, 1)
            + struct.pack("<I", len(shaping)) + b"".join(struct.pack("<IB", *a) for a in shaping)
            + struct.pack(f"<II{len(rivals)}I", width, len(rivals), *rivals))


def machine_image(kernels, variables=(), imports=(), abi=None):
    return (struct.pack("<I", machine_abi() if abi is None else abi) + counted("v3+aes") + struct.pack("<I", len(kernels)) + b"".join(kernels)
            + struct.pack("<I", len(variables)) + b"".join(counted(n) + struct.pack("<Q", size) for n, size in variables)
            + struct.pack("<I", len(imports)) + b"".join(counted(n) for n in imports))


ARGUMENTS = [(0, 0, 3), (1, 0, 8), (2, 4, 8), (3, 0, 8), (4, 0, 8)]
MACHINE_IMAGE = {  # descriptions
    "empty": machine_image([]), "abi": machine_image([], abi=1),
    "all": machine_image([machine_kernel("a", ARGUMENTS, (4, 2, 1), 64, 48, 7, 1000, 12, 16, [(0, 1)]), machine_kernel("b")], [("total", 4)], ["cosf", "sinf"]),
    "order": machine_image([machine_kernel("b"), machine_kernel("a")]), "kind": machine_image([machine_kernel("a", [(9, 0, 8)])]),
    "image-type": machine_image([machine_kernel("a", [(2, 9, 8)])]), "pointer-size": machine_image([machine_kernel("a", [(1, 0, 7)])]),
    "group": machine_image([machine_kernel("a", group=(1, 0, 1))]), "local": machine_image([machine_kernel("a", local=1 << 63)]),
    "large-value": machine_image([machine_kernel("a", [(0, 0, 0xFFFFFFFF)])]), "behind": machine_image([]) + b"x",
    "sub-group": machine_image([machine_kernel("a", sub_group=0)]),
    "shaping-argument": machine_image([machine_kernel("a", ARGUMENTS, shaping=[(1, 0)])]),
    "no-argument": machine_image([machine_kernel("a", shaping=[(0, 0)])]),
    "widths": machine_image([machine_kernel("a", rivals=(32, 1))]), "width": machine_image([machine_kernel("a", width=3)]),
    "rival": machine_image([machine_kernel("a", rivals=(8, 128))]),
    "many": struct.pack("<I", machine_abi()) + counted("") + struct.pack("<I", 0xFFFFFFFF), "elf": b"\x7fELF" + bytes(24) + b"UrsaHost",
}

ALL = {"machine_image": MACHINE_IMAGE, "file_table": FILE_TABLE, "property_sets": PROPERTY_SETS, "container": CONTAINER, "layout": LAYOUT, "log_settings": LOG,
       "device_selector": SELECTOR, "adapter_search": SEARCH}


def vulkan_image(reflection, body=b""):
    text = reflection.encode()
    padding = bytes(-len(text) % 8)
    return b"URSAVK1\0" + struct.pack("<II", len(text), 0) + text + padding + body


def vulkan_module():
    """%1 = OpTypeInt 32 0; %2 = OpSpecConstant %1 7, with SpecId 256."""
    words = [0x07230203, 0x00010500, 0, 3, 0, 4 << 16 | 71, 2, 1, 256, 4 << 16 | 21, 1, 32, 0, 4 << 16 | 50, 1, 2, 7]
    return struct.pack(f"<{len(words)}I", *words)


def vulkan_seeds():
    module = vulkan_module()
    data = f', "data": {{"offset": {len(module)}, "size": 16, "align": 8, "relocations": [8], "variables": ' \
           '[{"name": "v", "offset": 4, "size": 4}]}, "printf": {"slot": 0, "formats": [{"text": "%d", ' \
           '"arguments": [4]}], "strings": ["a"]}'
    kernel = f'{{"kernels": [{{"name": "k", "module": {{"offset": 0, "size": {len(module)}}}, "argumentBytes": 8, ' \
             '"arguments": [{"kind": "value", "offset": 0, "size": 8}, {"kind": "local", "specId": 6}], ' \
             '"localSize": [8, 1, 1], "localBytes": 4, "constants": [0], "capabilities": ["Int8"]}]'
    return {
        "whole": vulkan_image(kernel + data + "}", module + bytes(16)),
        "no-data": vulkan_image(kernel + "}", module),
        "cut": vulkan_image(kernel + data + "}", module),
        "relocation-outside": vulkan_image(kernel + data.replace("[8]", "[9]") + "}", module + bytes(16)),
        "nested": vulkan_image("[" * 100),
        "no-json": vulkan_image("{"),
        "long-instruction": vulkan_image(kernel + "}", module[:22] + b"\xff\xff" + module[24:]),
        "length": b"URSAVK1\0" + b"\xff" * 8,
    }


ALL["vulkan_image"] = vulkan_seeds()


def vulkan_program(image, values, cache, sizes=None):
    """The fuzz target sets the checksums."""
    sizes = sizes or (len(image), len(values), len(cache))
    return b"URSAVKP2" + struct.pack("<QQQQQ", *sizes, 0, 0) + image + values + cache


VALUES = struct.pack("<II", 0, 4) + b"abcd" + struct.pack("<II", 7, 1) + b"e"
ALL["vulkan_program"] = {
    "whole": vulkan_program(b"image", VALUES, b"cache"),
    "no-values": vulkan_program(b"image", b"", b""),
    "empty": vulkan_program(b"", b"", b""),
    "value-too-long": vulkan_program(b"image", VALUES[:-1], b""),
    "value-cut": vulkan_program(b"image", VALUES[:6], b""),
    "sizes-overflow": vulkan_program(b"image", VALUES, b"cache", (2**64 - 1, 2, len(VALUES) + 9)),
    "other-sizes": vulkan_program(b"image", VALUES, b"cache", (3, len(VALUES), 1)),
    "header-cut": b"URSAVKP2" + bytes(30),
    "bare": b"URSAVK1\0" + bytes(8),
}


TWO = '"int "int'


def metadata_seeds():
    """Nodes as fuzz/metadata.cpp spells them."""
    sizes = {"zero": "i32=0", "negative": "i32=-1", "huge": "i64=99999999999", "wide": "i128=1", "null": "null",
             "text": '"8', "self": "self", "function": "@kernel", "four": "i32=1 i32=1 i32=1 i32=1", "none": "",
             "product": "i32=65536 i32=65536", "value": "type=i32"}
    seeds = {f"size-{name}": f"kernel reqd_work_group_size {operands}\n" for name, operands in sizes.items()}
    for kind in ("work_group_size_hint", "max_work_group_size", "intel_reqd_sub_group_size", "reqd_sub_group_size",
                 "vec_type_hint", "kernel_arg_addr_space", "kernel_arg_type", "kernel_arg_base_type",
                 "kernel_arg_type_qual", "kernel_arg_access_qual", "kernel_arg_name", "sycl_kernel_omit_args",
                 "sycl_used_aspects", "sycl_declared_aspects", "sycl-module-id", "spirv.ParameterDecorations"):
        seeds[f"{kind}-null"] = f"kernel {kind} null null\n"
        seeds[f"{kind}-self"] = f"kernel {kind} self self\n"
        seeds[f"{kind}-none"] = f"helper {kind} \n"
    for name in ("opencl.ocl.version", "opencl.spir.version", "opencl.used.extensions", "spirv.MemoryModel",
                 "spirv.Source", "spirv.ExecutionMode", "sycl.specialization-constants",
                 "opencl.used.optional.core.features", "ursa.vulkan.relocations"):
        seeds[f"{name}-null"] = f"module {name} null\n"
        seeds[f"{name}-self"] = f"module {name} self self self self\n"
        seeds[f"{name}-none"] = f"module {name} \n"
    seeds["right"] = (
        "kernel reqd_work_group_size i32=8 i64=4\nkernel work_group_size_hint i32=8\n"
        "kernel intel_reqd_sub_group_size i32=16\nkernel vec_type_hint type=half i32=1\n"
        f"kernel kernel_arg_addr_space i32=1 i32=0\nkernel kernel_arg_type {TWO}\n"
        f"kernel kernel_arg_base_type {TWO}\nkernel kernel_arg_type_qual {TWO}\n"
        'kernel kernel_arg_access_qual "none "none\nkernel kernel_arg_name "out "n\n'
        "kernel sycl_kernel_omit_args i1=0 i1=1 i1=0\nnode aspect \"fp64 i32=6\n"
        'kernel sycl_used_aspects @11 i32=5\nkernel sycl-module-id "a.cpp\n'
        "module opencl.ocl.version i32=2 i32=0\nmodule spirv.Source i32=4 i32=100000\n"
        'module opencl.used.extensions "cl_khr_fp64\nmodule spirv.MemoryModel i32=2 i32=2\n'
        "module sycl.specialization-constants \"c i32=0 i32=0 i32=4 i32=-1 i32=4 i32=4\n")
    seeds["decorations"] = ("node d i32=5627\nnode list @0\nvariable spirv.Decorations @0\n"
                            "instruction spirv.Decorations @0 null\nkernel spirv.ParameterDecorations @1 @1\n")
    seeds["decoration-numbers"] = "".join(f"node d i32={n} i32=1\n" for n in (0, 19, 44, 6442, 99999)) + (
        "node list @0 @1 @2 @3 @4\nkernel spirv.ParameterDecorations @5 @5\n")
    seeds["execution-modes"] = ("module spirv.ExecutionMode @kernel i32=31\nmodule spirv.ExecutionMode null i32=31\n"
                                "module spirv.ExecutionMode @kernel i32=17 i32=8 i32=1 i32=1\n")
    seeds["version-revision"] = "module opencl.ocl.version i32=1 i32=2 null\n"
    seeds["aspects-of-themselves"] = "node a self i32=6\nkernel sycl_used_aspects @0 @0\n"
    seeds["constant-count"] = 'module sycl.specialization-constants "c i32=0 i32=0\n'
    seeds["vector-hints"] = "".join(f"kernel vec_type_hint type={t} i32=0\n" for t in ("i7", "ptr")) + (
        "kernel vec_type_hint type=i64 i32=0\n")
    return seeds


ALL["metadata"] = metadata_seeds()


def elf(sections, machine=62):
    """A relocatable object; sections are (name, type, flags, bytes, link, info), or with an offset and a size instead
    of bytes, which may overlap with others."""
    names = b"\0" + b"".join(section[0].encode() + b"\0" for section in sections) + b".shstrtab\0"
    body, headers = b"", struct.pack("<IIQQQQIIQQ", *[0] * 10)
    for name, kind, flags, content, link, info in [*sections, (".shstrtab", 3, 0, names, 0, 0)]:
        if isinstance(content, bytes):
            offset, size = 64 + len(body), len(content)
            body += content.ljust((len(content) + 15) // 16 * 16, b"\0")
        else:
            offset, size = content
        headers += struct.pack("<IIQQQQIIQQ", names.index(b"\0" + name.encode() + b"\0") + 1, kind, flags, 0, offset,
                               size, link, info, 1, 24 if kind in (2, 4) else 0)
    count = len(sections) + 2
    return struct.pack("<4sBBBBQHHIQQQIHHHHHH", b"\x7fELF", 2, 1, 1, 0, 0, 1, machine, 1, 0, 0, 64 + len(body), 0, 64, 0,
                       0, 64, count, count - 1) + body + headers


def elf_seeds():
    """Objects that describe many times their bytes."""
    text = b"x" * 16384 + b"\0"
    symbols = bytes(24) + b"".join(struct.pack("<IBBHQQ", i, 0x10, 0, 65521, 0, 0) for i in range(1024))
    ALL["loaded_object"] = {
        "shared-names": elf([(".symtab", 2, 0, symbols, 2, 0), (".strtab", 3, 0, text, 0, 0)]),
        "overlapping-sections": elf([(".rodata", 1, 2, (0, 4096), 0, 0)] * 500 + [(".data", 1, 3, bytes(4096), 0, 0)]),
        "overlapping-relocations": elf([(".data", 1, 3, bytes(4096), 0, 0)] + [(".rela", 4, 0, (64, 4080), 0, 1)] * 500),
    }
    # Addresses that program_reader.cpp gives to the sections of an object, one page after the other.
    data, blob, strings = 0x1000, 0x2000, 0x7000
    one = struct.pack("<HBBIQQQQQQQQQ", 3, 4, 2, 0, strings, strings, strings, blob, blob + 16384, 0, 0, 0, 0)
    images = one * 40
    descriptors = struct.pack("<HHIQQQ", 1, 40, 0, data, 0, 0) * 500
    entries = struct.pack("<QQQii", 0, strings, 0, 0, 0) * 100
    ALL["program_images"] = {
        "shared-code": elf([(".images", 1, 2, images, 0, 0), (".blob", 1, 2, bytes(16384), 0, 0),
                            (".strings", 1, 2, b"host\0", 0, 0), (DESCRIPTORS, 1, 2, descriptors, 0, 0)]),
        "shared-entries": elf([(".images", 1, 2, struct.pack("<HBBIQQQQQQQQQ", 3, 4, 2, 0, strings, strings, strings, 0, 0,
                                                             blob, blob + len(entries), 0, 0) * 40, 0, 0),
                               (".entries", 1, 2, entries.ljust(16384, b"\0"), 0, 0),
                               (".strings", 1, 2, text[:4096] + b"\0", 0, 0),
                               (DESCRIPTORS, 1, 2, descriptors, 0, 0)]),
        "overlapping-sections": elf([(".rodata", 1, 2, (0, 16384), 0, 0)] * 500 + [(".data", 1, 3, bytes(16384), 0, 0)]),
    }


elf_seeds()


class Spirv:
    """A module with a void type 1, an unsigned integer 2, pointers 3 to it and 4 to those, a function type 5 and the
    number two as 6."""

    def __init__(self, bound=4000):
        self.words = [0x07230203, 0x00010200, 0, bound, 0]
        self.next = 10
        self.op(14, 2, 2).op(19, 1).op(21, 2, 32, 0).op(32, 3, 5, 2).op(32, 4, 5, 3).op(33, 5, 1).op(43, 2, 6, 2)

    def op(self, opcode, *operands):
        self.words += [len(operands) + 1 << 16 | opcode, *operands]
        return self

    def new(self):
        self.next += 1
        return self.next

    def result(self, opcode, *operands):
        """An instruction whose second operand is its result; returns that."""
        result = self.new()
        self.op(opcode, operands[0], result, *operands[1:])
        return result

    def function(self, *body, name=None):
        function = name or self.new()
        self.op(54, 1, function, 0, 5).op(248, self.new())
        for instruction in body:
            self.op(*instruction)
        self.op(253).op(56)
        return function

    def bytes(self):
        return struct.pack(f"<{len(self.words)}I", *self.words)


def spirv_seeds():
    seeds = {}
    module = Spirv()
    for letter in b"kkkkab" * 20:
        module.op(15, 6, 9, letter)
    module.op(54, 1, 9, 0, 5)
    for _ in range(100):
        module.result(55, 2)
    seeds["shared-function"] = module.op(248, module.new()).op(253).op(56).bytes()

    module = Spirv()
    variable = value = module.result(59, 3, 5)
    kind = 3
    for _ in range(27):
        array = module.new()
        module.op(28, array, kind, 6)
        value, kind = module.result(44, array, value, value), array
    pointer = module.new()
    module.op(32, pointer, 5, kind)
    module.result(59, pointer, 5, value)
    module.function()
    seeds["nested-values"] = module.bytes()

    module = Spirv()
    first, second, variable = module.new(), module.new(), module.result(59, 3, 5)
    module.op(44, 3, first, variable, second).op(44, 3, second, variable, first)
    module.function((62, second, first))
    seeds["circle"] = module.bytes()

    module = Spirv()
    value = module.result(59, 3, 5)
    for _ in range(500):
        value = module.result(44, 3, value, value)
    module.result(59, 3, 0, value)
    module.function()
    seeds["nested-pins"] = module.bytes()

    module = Spirv()
    variable = module.result(59, 3, 5)
    module.op(54, 1, module.new(), 0, 5).op(62, variable, 6).op(56)
    seeds["no-block"] = module.bytes()

    module = Spirv()
    variable = module.result(59, 3, 5)
    shape, pointer = module.new(), module.new()
    module.op(30, shape, 3).op(32, pointer, 5, shape)
    value = module.result(44, shape, variable, variable, variable)
    module.result(59, pointer, 5, value)
    callee = module.function((62, variable, 6))
    module.function((57, 1, module.new(), callee))
    seeds["more-members"] = module.bytes()

    seeds["bound"] = Spirv(0xFFFFFFFF).bytes()
    module = Spirv()
    module.op(71, 20, 1, 7).op(71, 21, 1, 7).op(50, 2, 20, 5).op(50, 2, 21, 6)
    module.function()
    seeds["constants"] = module.bytes()
    ALL["spirv_module"] = seeds


spirv_seeds()


def main():
    check = sys.argv[1:] == ["--check"]
    wanted = {CORPUS / target / f"seed-{name}": data if isinstance(data, bytes) else data.encode()
              for target, seeds in ALL.items() for name, data in seeds.items()}
    if check:
        on_disk = set(CORPUS.glob("*/seed-*"))
        wrong = sorted(p for p in on_disk | set(wanted) if p not in on_disk or wanted.get(p) != p.read_bytes())
        for path in wrong:
            print(f"{path.relative_to(CORPUS)} is not what make_seeds.py writes; run it.")
        return 1 if wrong else 0
    for path, data in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    print(f"{len(wanted)} seeds written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
