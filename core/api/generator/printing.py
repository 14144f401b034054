"""Generates the data of the urPrint* functions: the layout of every type, their declarations and definitions.

The name of a function follows from its argument's type: ur_usm_type_t gives urPrintUsmType; a flag type
gives the plural, urPrintMapFlags; a word that begins with a digit keeps its underscore.
"""

import re

import abi_header
from abi_header import CALLBACK, ENUM, FLAGS, HANDLE, NATIVE_HANDLE, STRUCT

DATA_ABOUT = ("Enumerations, structs and the functions' structs of parameters, for core/print/types.h, which",
              "documents the fields. Indices count from 0 within each array.")
TYPES_ABOUT = ("The index of each C type in the arrays of print_data.inc.",)
FUNCTIONS_ABOUT = ("The exported urPrint* functions, declared in ur_print.h.",)

BASES = {"void": "Opaque", "char": "Char", "unsigned char": "Uint8", "bool": "Bool", "ur_bool_t": "Bool",
         "int": "Int32", "int32_t": "Int32", "uint8_t": "Uint8", "uint32_t": "Uint32", "uint64_t": "Uint64",
         "size_t": "Size", "float": "Float", "ur_exp_command_buffer_sync_point_t": "Uint32"}
TAIL = "char *buffer, const size_t buff_size, size_t *out_size"

# urLoaderTearDown has no parameters, so ur_api.h has no struct for them, but it has a print function.
TEAR_DOWN_PARAMS = "ur_loader_tear_down_params_t"


def function_name(type_name):
    words = re.sub(r"^ur_|_t$", "", re.sub(r"_flag_t$", "_flags", type_name)).split("_")
    return "urPrint" + "".join(f"_{w}" if w[0].isdigit() else w[0].upper() + w[1:] for w in words)


def params_struct(f):
    return f.params_struct or TEAR_DOWN_PARAMS


def printed_structs(abi):
    """Unions are printed only as members, because a union does not identify its active member."""
    return [name for name in abi.structs if name not in abi.unions]


def signatures(abi):
    """name -> (parameters, argument as C++ passes it on)"""
    rows = {function_name(e): (f"enum {e} value", "value") for e in abi.enums}
    rows |= {function_name(s): (f"const struct {s} params", "params") for s in printed_structs(abi)}
    rows |= {function_name(params_struct(f)): (f"const struct {params_struct(f)} *params", f"::ursa::core::api::Function::{f.name}, params")
             for f in abi.functions.values()}
    rows["urPrintFunctionParams"] = ("enum ur_function_t function, const void *params", "function, params")
    return dict(sorted(rows.items()))


def exports(abi):
    return list(signatures(abi))


class _Shapes:
    """Writes the initializer of ursa::core::print::types::Shape for a declared type."""

    def __init__(self, abi):
        self.kinds = abi.kinds
        self.enums = {name: i for i, name in enumerate(abi.enums)}
        self.flags = {name: self.enums[e.name] for name, e in abi.flags.items()}
        self.structs = {name: i for i, name in enumerate(abi.structs)}

    def base(self, name):
        kind = self.kinds.get(name)
        if kind == ENUM:
            return "Enum", self.enums[name]
        if kind == FLAGS:
            return "Flags", self.flags[name]
        if kind == STRUCT:
            return "Struct", self.structs[name]
        if kind in (HANDLE, CALLBACK, NATIVE_HANDLE):
            return "Address", 0
        if name not in BASES:
            raise abi_header.HeaderError(f"It is not known how '{name}' is printed.")
        return BASES[name], 0

    def shape(self, type_name):
        match = re.fullmatch(r"([\w ]+?) ?(\**)(?:\[(\d*)\])?", re.sub(r"\bconst\b", "", type_name).strip())
        name, stars, length = match.groups()
        base, index = self.base(name.strip())
        # A "[]" is an array as long as the memory that the query filled.
        length = {None: "0", "": "Shape::kAnyLength"}.get(length, length)
        return f"{{Base::{base}, {index}, {len(stars)}, {length}}}"


def _field(shapes, owner, v, offset, names, when="0"):
    """One initializer of ursa::core::print::types::Field."""

    def index(tag, argument):
        arguments = v.argument(tag)
        return names.index(arguments[argument]) if arguments else -1

    shape = shapes.shape(v.type)
    count = index("range", 1)
    selector = max(index("typename", 0), index("tagged_by", 0))
    role = "Chain" if v.name == "pNext" else "Plain"
    flags = " | ".join(f"Field::k{tag.capitalize()}" for tag in ("optional", "nocheck") if tag in v.tags) or "0"
    return (f'    {{"{v.name}", {offset}, {shape}, Role::{role}, {count}, {selector}, {index("typename", 1)}, {when}, '
            f"{flags}}}, // {owner}")


def _query_shape(shapes, enumerator):
    """The type that a query yields, where its enumerator says one."""
    types = [t for t in enumerator.tags if t not in ("optional-query", "deprecated-value")]
    return shapes.shape(types[0]) if types else "{}"


def _enums(abi, shapes):
    rows, enums = [], []
    for e in abi.enums.values():
        first, seen = len(rows), set()
        for v in e.enumerators:
            if v.name.endswith("_FORCE_UINT32") or v.value in seen:
                continue
            seen.add(v.value)
            rows.append(f'    {{"{v.name}", {v.value:#x}, {_query_shape(shapes, v)}}},')
        flags = "true" if e.flags_type else "false"
        enums.append(f'    {{"{e.name}", {first}, {len(rows) - first}, {flags}}},')
    return ["inline constexpr Enumerator kEnumerators[] = {"] + rows + ["};", "", "inline constexpr Enum kEnums[] = {"] \
        + enums + ["};", ""]


def _structs(abi, shapes):
    rows, structs = [], []
    for name, members in abi.structs.items():
        first = len(rows)
        names = [m.name for m in members]
        rows += [_field(shapes, name, m, f"offsetof({name}, {m.name})", names, m.when or "0") for m in members]
        stype = re.search(r"stype is ::(\w+)", abi.docs[name])
        union = "true" if name in abi.unions else "false"
        structs.append(f'    {{"{name}", {first}, {len(members)}, sizeof({name}), '
                       f'{stype.group(1) if stype else "kNoStructureType"}, {union}}},')
    return ["inline constexpr Field kMembers[] = {"] + rows + ["};", "", "inline constexpr Struct kStructs[] = {"] \
        + structs + ["};", ""]


def _parameters(abi, shapes):
    rows, ranges = [], []
    for f in abi.functions.values():
        names = [p.name for p in f.parameters]
        ranges.append(f"    {{{len(rows)}, {len(names)}}}, // {f.name}")
        rows += [_field(shapes, f.name, p, f"offsetof({f.params_struct}, p{p.name})", names) for p in f.parameters]
    return ["/// The offset is that of the pointer to the parameter in the function's struct of parameters.",
            "inline constexpr Field kParameters[] = {"] + rows \
        + ["};", "", "/// Per Function: its parameters in kParameters.", "inline constexpr Range kParameterRanges[] = {"] \
        + ranges + ["};"]


def data(abi):
    shapes = _Shapes(abi)
    return _enums(abi, shapes) + _structs(abi, shapes) + _parameters(abi, shapes)


def types(abi, x_macros):
    shapes = _Shapes(abi)
    start, end = x_macros(URSA_PRINT_ENUM="type, index", URSA_PRINT_STRUCT="type, index")
    rows = [f"URSA_PRINT_ENUM({name}, {i})" for name, i in shapes.enums.items()]
    rows += [f"URSA_PRINT_STRUCT({name}, {shapes.structs[name]})" for name in printed_structs(abi)]
    return start + rows + end


def functions(abi):
    out = []
    for name, (parameters, argument) in signatures(abi).items():
        out += [f"UR_APIEXPORT ur_result_t UR_APICALL {name}({parameters}, {TAIL}) {{",
                f"  return ::ursa::core::print::printTo(buffer, buff_size, out_size, {argument});", "}"]
    return out


def _declaration(name, parameters):
    text = f"UR_APIEXPORT ur_result_t UR_APICALL {name}({parameters}, {TAIL});"
    if len(text) <= 100:
        return [text]
    return ["UR_APIEXPORT ur_result_t UR_APICALL", f"{name}({parameters},", f"    {TAIL});"]


def header(abi):
    out = HEADER_START.split("\n")
    for name, (parameters, _) in signatures(abi).items():
        out += _declaration(name, parameters)
    return out + HEADER_END.split("\n")


HEADER_START = f"""/*
 * Part of Ursa, under the Apache License v2.0. See LICENSE.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Generated by core/api/generator/generate.py from ur_api.h: do not edit.
 */

/**
 * @file ur_print.h
 *
 * Enumerators, structs and the arguments of calls as text, for logs and messages.
 *
 * An enumerator is printed by its name, and flags as names joined by " | ". A struct is printed as
 * "(struct ur_rect_offset_t){{.x = 0, .y = 0, .z = 1}}", and the arguments of a call, given by the
 * struct of pointers to them, as ".hContext = 0x55d0c0de, .flags = 0". A pointer is printed as
 * its address, followed by the pointed-to data in parentheses or braces if its type and length are
 * known; a null pointer is "nullptr" and never followed. The result of a query is printed with the
 * type that its enumerator specifies, so print a query's arguments only after it has succeeded.
 *
 * Every function takes the same three last parameters:
 *
 * @param buffer [out][optional] receives the text with its terminator; null to query the size only
 * @param buff_size [in] size of the buffer in bytes
 * @param out_size [out][optional] receives the size of the text in bytes, including the terminator;
 *        also if the buffer is too small
 * @return UR_RESULT_SUCCESS;
 *         UR_RESULT_ERROR_INVALID_NULL_POINTER if the pointer to the struct is null;
 *         UR_RESULT_ERROR_INVALID_SIZE if the buffer is too small, which is then unchanged;
 *         UR_RESULT_ERROR_INVALID_ENUMERATION if urPrintFunctionParams receives no valid function;
 *         UR_RESULT_ERROR_OUT_OF_HOST_MEMORY.
 *
 * The functions may be called from any thread, without urLoaderInit. The text is for humans;
 * its format may change.
 */
/* clang-format off */
#ifndef UR_PRINT_H_INCLUDED
#define UR_PRINT_H_INCLUDED

#include "ur_api.h"

#if defined(__cplusplus)
extern "C" {{
#endif

/** The parameters of urLoaderTearDown: none, so that nobody can define the struct. */
struct {TEAR_DOWN_PARAMS};
"""

HEADER_END = """
#if defined(__cplusplus)
}
#endif

#endif /* UR_PRINT_H_INCLUDED */"""
