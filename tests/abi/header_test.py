#!/usr/bin/env python3
"""What the compiler cannot see: the tags in the headers' comments, the names, and that the headers hold
nothing beyond the recorded facts. Also the parser that generates core/api/generated."""

import pathlib
import re
import subprocess
import sys
import unittest

import facts

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "core" / "api" / "generator"))
import abi_header  # noqa: E402
import generate  # noqa: E402

RECORDED = facts.Recorded()
ABI = abi_header.read(ROOT / "include" / "ur")


def recorded_tags(text):
    """Splits "in optional range(0, n)" at the spaces outside of parentheses."""
    return sorted(re.findall(r"\w+\([^)]*\)|[\w,]+", text))


class Tags(unittest.TestCase):
    def test_parameters(self):
        for name, f in RECORDED.functions.items():
            with self.subTest(name):
                want = [(p[1], p[0], recorded_tags(p[2])) for p in f["params"]]
                have = [(p.name, p.type, sorted(p.tags)) for p in ABI.functions[name].parameters]
                self.assertEqual(have, want)

    def test_members(self):
        for name, s in RECORDED.structs.items():
            with self.subTest(name):
                want = [(m[1], m[0], recorded_tags(m[3])) for m in s["members"]]
                have = [(m.name, m.type, sorted(m.tags)) for m in ABI.structs[name]]
                self.assertEqual(have, want)

    def test_query_types(self):
        for name, e in RECORDED.enums.items():
            with self.subTest(name):
                extra = [v[2] if len(v) > 2 else {} for v in e["values"]]
                want = [sorted(x[k] for k in ("type", "flags") if k in x) for x in extra]
                self.assertEqual([sorted(v.tags) for v in ABI.enums[name].enumerators], want)


class Extent(unittest.TestCase):
    """The headers declare what is recorded and no more."""

    def test_functions(self):
        self.assertEqual(list(ABI.functions), list(RECORDED.functions))
        for name, f in RECORDED.functions.items():
            self.assertEqual((ABI.functions[name].id, ABI.functions[name].params_struct),
                             (f["id"], f["params_struct"] if f["params"] else None), name)

    def test_types(self):
        types = [*RECORDED.handles, *RECORDED.typedefs, *RECORDED.callbacks, *RECORDED.structs, *RECORDED.enums,
                 *(e["flags_type"] for e in RECORDED.enums.values() if "flags_type" in e)]
        self.assertEqual(sorted(ABI.kinds), sorted(types))

    def test_enumerators(self):
        for name, e in RECORDED.enums.items():
            self.assertEqual([(v.name, v.value) for v in ABI.enums[name].enumerators],
                             [(v[0], v[1]) for v in e["values"]], name)

    def test_tables(self):
        want = [t for t, _, _ in RECORDED.ddi["ur_dditable_t"]["members"]]
        self.assertEqual([t.type for t in ABI.tables], want)
        for table in ABI.tables:
            recorded = RECORDED.ddi["ddi_tables"][table.type]
            self.assertEqual(table.entries, [(m, f) for _, m, f in recorded["entries"]])
            self.assertEqual((table.member, table.getter), (recorded["member_of_ur_dditable_t"], recorded["getter"]))

    def test_parameter_names_of_function_pointers(self):
        """read_ddi compares the parameters of every ur_pfn type with the function's."""
        text = (ROOT / "include/ur/ur_ddi.h").read_text()
        wrong = text.replace("(ur_context_handle_t hContext);", "(ur_context_handle_t hWrong);", 1)
        self.assertNotEqual(text, wrong)
        with self.assertRaisesRegex(abi_header.HeaderError, "has not the signature"):
            abi_header.read_ddi(wrong, abi_header.read_api((ROOT / "include/ur/ur_api.h").read_text()))


class Documentation(unittest.TestCase):
    def test_every_declaration_is_documented(self):
        # A struct's documentation is its comment without the structure type or discriminator.
        prose = {name: re.sub(r"(stype is|Discriminated by) ::\w+\.", "", doc).strip()
                 for name, doc in ABI.docs.items()}
        self.assertEqual([name for name, doc in prose.items() if not doc], [])
        flags_types = {*ABI.flags}  # documented at their enumeration
        self.assertEqual(sorted(prose), sorted({*ABI.kinds, *ABI.functions} - flags_types))

    def test_comments_are_short_lines(self):
        for header in ("ur_api.h", "ur_ddi.h"):
            lines = (ROOT / "include/ur" / header).read_text().split("\n")
            self.assertEqual([x for x in lines if re.match(r"\s*/?\*", x) and len(x) > 100], [])

    def test_names_in_the_prose_are_declared(self):
        known = {*ABI.kinds, *ABI.functions, "ur_dditable_t", "UR_MAKE_VERSION",
                 *(v.name for e in ABI.enums.values() for v in e.enumerators)}
        unknown = [(name, word) for name, doc in ABI.docs.items()
                   for word in re.findall(r"\b(?:ur[A-Z]\w+|UR_[A-Z]\w*|ur_\w+_t)\b", doc) if word not in known]
        self.assertEqual(unknown, [])

    def test_parameters_in_the_prose_are_declared(self):
        unknown = [(f.name, word) for f in ABI.functions.values() for word in re.findall(r"@p (\w+)", f.doc)
                   if word not in [p.name for p in f.parameters]]
        self.assertEqual(unknown, [])


class Exports(unittest.TestCase):
    def test_export_map(self):
        lines = (ROOT / "core/api/generated/export.map").read_text().split("\n")
        names = [line.strip(" ;") for line in lines if line.startswith("    ") and "*" not in line]
        exports = RECORDED.ddi["loader_exports"]
        own = [name for header in (ROOT / "include/ur").glob("ursa*.h")
               for name in re.findall(r"\b(ursa[A-Z]\w+)\(", header.read_text())]
        self.assertEqual(sorted(names), sorted([*exports["api"], *exports["tables"], *exports["print"], *own]))
        self.assertIn(RECORDED.ddi["loader"]["symbol_version"]["loader"] + " {", lines)

    def test_print_header(self):
        text = (ROOT / "include/ur/ur_print.h").read_text()
        self.assertEqual(sorted(re.findall(r"\b(urPrint\w+)\(", text)), sorted(RECORDED.ddi["loader_exports"]["print"]))


class Generator(unittest.TestCase):
    GENERATE = ROOT / "core/api/generator/generate.py"

    def run_generator(self, *arguments):
        return subprocess.run([sys.executable, self.GENERATE, *arguments], capture_output=True, text=True)

    def test_committed_files_are_current(self):
        done = self.run_generator("--check")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_check_names_a_stale_and_a_foreign_file(self):
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.run_generator("--output", folder).returncode, 0)
            self.assertEqual(self.run_generator("--check", "--output", folder).returncode, 0)
            with open(pathlib.Path(folder) / "tables.inc", "a") as file:
                file.write("// edited\n")
            (pathlib.Path(folder) / "foreign.inc").touch()
            done = self.run_generator("--check", "--output", folder)
            self.assertEqual(done.returncode, 1)
            self.assertIn("tables.inc, foreign.inc", done.stderr)

    def test_output_is_deterministic(self):
        self.assertEqual(generate.generate(), generate.generate())


class Parser(unittest.TestCase):
    ENUM = "typedef enum ur_function_t {\n  UR_FUNCTION_THING_GET = 4,\n} ur_function_t;\n"
    HEAD = ENUM + "typedef struct ur_thing_handle_t_ *ur_thing_handle_t;\n"
    FUNCTION = ("UR_APIEXPORT ur_result_t UR_APICALL urThingGet(\n"
                "    ur_thing_handle_t hThing, ///< [in][optional] words\n"
                "    void *pData); ///< [out][typename(a, b)]\n")
    PARAMS = "typedef struct ur_thing_get_params_t {\n  int *phThing;\n} ur_thing_get_params_t;\n"

    def refused(self, text, why):
        with self.assertRaisesRegex(abi_header.HeaderError, why):
            abi_header.read_api(text, "test.h")

    def test_function(self):
        abi = abi_header.read_api(self.HEAD + "/** Gets it. */\n" + self.FUNCTION + self.PARAMS)
        f = abi.functions["urThingGet"]
        self.assertEqual((f.id, f.doc, f.params_struct), (4, "Gets it.", "ur_thing_get_params_t"))
        self.assertEqual([(p.name, p.type, p.tags) for p in f.parameters],
                         [("hThing", "ur_thing_handle_t", ["in", "optional"]),
                          ("pData", "void *", ["out", "typename(a, b)"])])

    def test_refuses_what_it_does_not_know(self):
        self.refused(self.HEAD + "int x;\n", r"test.h:5: 'int x;' is no declaration")
        self.refused(self.HEAD + self.FUNCTION.replace(" ///< [in][optional] words", ""), "with its tags")
        self.refused("typedef enum ur_function_t {\n  A,\n} ur_function_t;\n", "'  A,' is no enumerator")
        self.refused("typedef enum ur_function_t {\n", "up to the end of the file")
        self.refused(self.HEAD + self.FUNCTION.replace("[in]", "[in"), "Tag without end")

    def test_refuses_a_union_without_selectors(self):
        self.refused("typedef union ur_a_t ur_a_t;\nunion ur_a_t {\n  int x; ///< [in] a number\n};\n",
                     "does not say which enumerator it is for")

    def test_refuses_what_does_not_belong_together(self):
        self.refused(self.HEAD + self.FUNCTION, "no params struct")
        self.refused(self.HEAD + self.PARAMS, "No function goes with")
        self.refused(self.HEAD + self.FUNCTION.replace("urThing", "urOther") + self.PARAMS, "has no number")


if __name__ == "__main__":
    unittest.main()
