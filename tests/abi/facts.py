"""The recorded facts about the UR C ABI (data/*.json) as static assertions in C99 or C++11.

The facts were recorded independently of our headers, so that they can contradict them. Each fact is
one line of source that compiles only when the header agrees.
"""

import json
import pathlib
import re
from dataclasses import dataclass

DATA = pathlib.Path(__file__).resolve().parent / "data"


@dataclass
class Fact:
    category: str  # what is asserted, as "enumerator"
    subject: str  # of what, as "UR_CONTEXT_FLAG_TBD"
    source: str


class Recorded:
    """The JSON files merged: core and experimental parts, and the dispatch tables."""

    def __init__(self, folder=DATA):
        core = json.loads((folder / "ur-abi.json").read_text())
        experimental = json.loads((folder / "ur-abi-exp.json").read_text())
        for part in ("typedefs", "callbacks", "handles", "enums", "structs", "functions"):
            setattr(self, part, {**core[part], **experimental[part]})
        self.macros = core["macros"]
        self.flag_masks = core["flag_masks"]
        self.ddi = json.loads((folder / "ur-abi-ddi.json").read_text())


class Writer:
    """Writes facts in one language; collects them in order."""

    def __init__(self, language):
        self.cxx = language == "c++"
        self.facts = []

    def add(self, category, subject, source):
        self.facts.append(Fact(category, subject, source))

    def holds(self, category, subject, condition):
        if self.cxx:
            source = f'static_assert({condition}, "{category} of {subject}");'
        else:
            source = f"typedef char fact_{len(self.facts)}[({condition}) ? 1 : -1]; /* {category} of {subject} */"
        self.add(category, subject, source)

    def same_type(self, category, subject, a, b):
        """a and b are type names; in C a function is declared twice, which fails when they differ."""
        if self.cxx:
            self.holds(category, subject, f"std::is_same<{a}, {b}>::value")
        else:
            n = len(self.facts)
            self.add(category, subject, f"void fact_{n}({a} *); void fact_{n}({b} *); /* {category} of {subject} */")

    def alignment(self, type_name):
        return f"alignof({type_name})" if self.cxx else f"__alignof__({type_name})"

    def function_type(self, result, parameters):
        """The name of a type: pointer to function."""
        return f"{result} (*)({', '.join(parameters) or 'void'})"

    def same_function_type(self, category, subject, type_name, result, parameters):
        pointer = self.function_type(result, parameters)
        if self.cxx:
            self.holds(category, subject, f"std::is_same<{type_name}, {pointer}>::value")
        else:
            n = len(self.facts)
            self.add(category, subject,
                     f"void fact_{n}({type_name}); void fact_{n}({pointer}); /* {category} of {subject} */")


def pointer_to(type_name):
    """The type of a pointer to a type, which may be an array or a pointer to a function."""
    if "(*)" in type_name:
        return type_name.replace("(*)", "(**)")
    array = re.fullmatch(r"(.*)(\[\d+\])", type_name)
    return f"{array.group(1)} (*){array.group(2)}" if array else f"{type_name} *"


def member_type_is(w, category, owner, member, type_name):
    if w.cxx:
        condition = f"std::is_same<decltype({owner}::{member}), {type_name}>::value"
    else:
        # Pointers to different types cannot be compared; sizeof keeps the comparison from being made.
        condition = f"sizeof(&(({owner} *)0)->{member} == ({pointer_to(type_name)})8) == sizeof(int)"
    w.holds(category, f"{owner}.{member}", condition)


def macro_facts(w, r):
    for signature, definitions in r.macros.items():
        name, _, arguments = signature.partition("(")
        value = definitions[0]["value"]
        if arguments:
            formal = [a.strip() for a in arguments.rstrip(") ").split(",")]
            actual = [str(0x50003 + 2 * i) if "VERSION" in name and len(formal) == 1 else str(3 + 2 * i)
                      for i in range(len(formal))]
            for f, a in zip(formal, actual):
                value = re.sub(rf"\b{f}\b", a, value)
            w.holds("macro", name, f"{name}({', '.join(actual)}) == ({value})")
        elif value.startswith('"'):
            # Defining a macro again is an error unless it stays the same.
            w.add("macro", name, f"#define {name} {value}")
    for name, value in r.flag_masks.items():
        w.holds("flag mask", name, f"{name} == {value}u")


def type_facts(w, r):
    for name, h in r.handles.items():
        w.same_type("handle", name, name, h["type"])
    for name, t in r.typedefs.items():
        w.same_type("typedef", name, name, t["type"])
        w.holds("typedef size", name, f"sizeof({name}) == {t['size']}")
    for name, c in r.callbacks.items():
        w.same_function_type("callback", name, name, c["return"], [p[0] for p in c["params"]])


def enum_facts(w, r):
    for name, e in r.enums.items():
        w.holds("enum size", name, f"sizeof({name}) == 4")
        if "flags_type" in e:
            w.same_type("flags type", e["flags_type"], e["flags_type"], e["underlying"])
        for value in e["values"]:
            w.holds("enumerator", value[0], f"{value[0]} == {value[1]}")


def struct_facts(w, r):
    for name, s in r.structs.items():
        w.holds("struct size", name, f"sizeof({name}) == {s['size']}")
        w.holds("struct alignment", name, f"{w.alignment(name)} == {s['align']}")
        if "stype" in s:
            w.holds("structure type", name, f"{s['stype'][0]} == {s['stype'][1]}")
        for member in s["members"]:
            w.holds("member offset", f"{name}.{member[1]}", f"offsetof({name}, {member[1]}) == {member[2]}")
            member_type_is(w, "member type", name, member[1], member[0])


def function_facts(w, r):
    for name, f in r.functions.items():
        types = [p[0] for p in f["params"]]
        # A C function that is declared again must keep its type, in C++ as well.
        w.add("signature", name, f"UR_APIEXPORT ur_result_t UR_APICALL {name}({', '.join(types) or 'void'});")
        if w.cxx:
            w.same_function_type("signature", name, f"decltype(&{name})", "ur_result_t", types)
        if types:
            params = f["params_struct"]
            w.holds("params struct size", params, f"sizeof({params}) == {8 * len(types)}")
            for i, p in enumerate(f["params"]):
                w.holds("params struct offset", f"{params}.p{p[1]}", f"offsetof({params}, p{p[1]}) == {8 * i}")
                member_type_is(w, "params struct type", params, "p" + p[1], p[0] + " *")


def table_facts(w, r):
    for table, t in r.ddi["ddi_tables"].items():
        w.holds("table size", table, f"sizeof({table}) == {t['size']}")
        for slot, member, function in t["entries"]:
            w.holds("table slot", f"{table}.{member}", f"offsetof({table}, {member}) == {8 * slot}")
            types = [p[0] for p in r.functions[function]["params"]]
            member_type_is(w, "slot type", table, member, w.function_type("ur_result_t", types))
            w.same_function_type("function pointer", f"ur_pfn{function[2:]}_t", f"ur_pfn{function[2:]}_t",
                                 "ur_result_t", types)
        w.add("table getter", t["getter"],
              f"UR_APIEXPORT ur_result_t UR_APICALL {t['getter']}(ur_api_version_t, {table} *);")
        w.same_function_type("getter pointer", t["getter"], f"ur_pfn{t['getter'][2:]}_t", "ur_result_t",
                             ["ur_api_version_t", f"{table} *"])
    tables = r.ddi["ur_dditable_t"]
    w.holds("table size", "ur_dditable_t", f"sizeof(ur_dditable_t) == {tables['size']}")
    for type_name, member, offset in tables["members"]:
        w.holds("table offset", f"ur_dditable_t.{member}", f"offsetof(ur_dditable_t, {member}) == {offset}")
        member_type_is(w, "table type", "ur_dditable_t", member, type_name)


def print_facts(w, r):
    plain, tagged = r.ddi["print_signature"]["tail"]
    for name, first in r.ddi["print_first_param"].items():
        types = [first, *(tagged if name == "urPrintFunctionParams" else plain)]
        result = r.ddi["print_signature"]["return"]
        w.add("print signature", name, f"UR_APIEXPORT {result} UR_APICALL {name}({', '.join(types)});")
        if w.cxx:
            w.same_function_type("print signature", name, f"decltype(&{name})", result, types)


def facts(recorded, language):
    """All facts of a Recorded in "c" or "c++"."""
    w = Writer(language)
    for part in (macro_facts, type_facts, enum_facts, struct_facts, function_facts, table_facts, print_facts):
        part(w, recorded)
    return w.facts


def translation_unit(all_facts, language):
    head = ["#include <stddef.h>", '#include "ur_ddi.h"', '#include "ur_print.h"']
    if language == "c++":
        head += ["#include <type_traits>", 'extern "C" {']
    tail = ["}"] if language == "c++" else []
    return "\n".join(head + [f.source for f in all_facts] + tail) + "\n"
