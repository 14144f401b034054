#!/usr/bin/env python3
"""Compiles the recorded facts against the headers with one compiler.

    check_facts.py COMPILER c|c++              every fact must hold
    check_facts.py COMPILER c|c++ --self-test  one wrong fact of each category must be refused
"""

import argparse
import copy
import pathlib
import subprocess
import sys

import facts

ROOT = pathlib.Path(__file__).resolve().parents[2]
STANDARD = {"c": "c99", "c++": "c++11"}


def compile_facts(compiler, language, source):
    """Compiles source from standard input; returns the exit status and the messages."""
    command = [compiler, "-x", language, f"-std={STANDARD[language]}", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
               "-fsyntax-only", f"-I{ROOT / 'include' / 'ur'}", "-"]
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    return done.returncode, done.stderr


def mutations(recorded):
    """For each kind of fact one change that makes it wrong: (what, changed copy)."""

    def changed(what, change):
        copied = copy.deepcopy(recorded)
        change(copied)
        return what, copied

    def shift_row(rows, index):
        rows[index] = [*rows[index][:1], rows[index][1] + 1, *rows[index][2:]]

    def drop_parameter(r):
        r.functions["urQueueCreate"]["params"].pop()

    def parameter_type(r):
        r.functions["urMemBufferCreate"]["params"][2][0] = "uint8_t"

    def parameter_name(r):
        r.functions["urKernelCreate"]["params"][0][1] = "hOther"

    def swap_slots(r):
        entries = r.ddi["ddi_tables"]["ur_kernel_dditable_t"]["entries"]
        entries[0][0], entries[1][0] = entries[1][0], entries[0][0]

    def slot_function(r):
        r.ddi["ddi_tables"]["ur_event_dditable_t"]["entries"][0][2] = "urEventWait"

    def member_offset(r):
        r.structs["ur_image_desc_t"]["members"][3][2] += 8

    def member_type(r):
        r.structs["ur_image_desc_t"]["members"][3][0] = "uint16_t"

    def table_offset(r):
        r.ddi["ur_dditable_t"]["members"][5][2] -= 8

    yield changed("macro", lambda r: r.macros["UR_DEVICE_BINARY_TARGET_SPIRV64"][0].update(value='"spirv"'))
    yield changed("function-like macro", lambda r: r.macros["UR_BIT( _i )"][0].update(value="( 2 << _i )"))
    yield changed("flag mask", lambda r: r.flag_masks.update(UR_MAP_FLAGS_MASK="0xfffffff0"))
    yield changed("handle", lambda r: r.handles["ur_queue_handle_t"].update(type="struct ur_other_t_ *"))
    yield changed("typedef", lambda r: r.typedefs["ur_bool_t"].update(type="uint16_t"))
    yield changed("typedef size", lambda r: r.typedefs["ur_bool_t"].update(size=4))
    yield changed("callback", lambda r: r.callbacks["ur_event_callback_t"]["params"].pop())
    yield changed("enumerator", lambda r: shift_row(r.enums["ur_result_t"]["values"], 4))
    yield changed("flags type", lambda r: r.enums["ur_map_flag_t"].update(underlying="uint64_t"))
    yield changed("struct size", lambda r: r.structs["ur_rect_offset_t"].update(size=32))
    yield changed("struct alignment", lambda r: r.structs["ur_rect_offset_t"].update(align=4))
    yield changed("member offset", member_offset)
    yield changed("member type", member_type)
    yield changed("signature", drop_parameter)
    yield changed("parameter type", parameter_type)
    yield changed("params struct member", parameter_name)
    yield changed("table slot", swap_slots)
    yield changed("slot function", slot_function)
    yield changed("table size", lambda r: r.ddi["ddi_tables"]["ur_mem_dditable_t"].update(size=8))
    yield changed("table offset", table_offset)
    yield changed("print signature",
                  lambda r: r.ddi["print_first_param"].update(urPrintBackend="enum ur_mem_type_t"))
    yield changed("size of all tables", lambda r: r.ddi["ur_dditable_t"].update(size=1920))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("compiler")
    parser.add_argument("language", choices=STANDARD)
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--data", type=pathlib.Path, default=facts.DATA)
    options = parser.parse_args()
    recorded = facts.Recorded(options.data)

    def check(r):
        all_facts = facts.facts(r, options.language)
        status, messages = compile_facts(options.compiler, options.language,
                                         facts.translation_unit(all_facts, options.language))
        return status, messages, len(all_facts)

    status, messages, count = check(recorded)
    if status:
        sys.exit(f"{messages}\nA recorded fact does not hold for the headers.")
    print(f"{count} facts hold.")
    if not options.self_test:
        return
    missed = [what for what, r in mutations(recorded) if check(r)[0] == 0]
    if missed:
        sys.exit(f"A wrong fact was not noticed: {', '.join(missed)}.")
    print(f"{sum(1 for _ in mutations(recorded))} wrong facts were refused.")


if __name__ == "__main__":
    main()
