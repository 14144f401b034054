"""Reads the C ABI headers ur_api.h, ur_ddi.h, ursa.h and its parts into plain data.

The headers are the source of truth and keep one fixed layout: a function has one parameter per
line, each followed by a comment that starts with its tags. The parser accepts only this layout, not C in general,
and rejects a line that it does not understand.
"""

import re
from dataclasses import dataclass, field

HANDLE = "handle"  # pointer to an opaque struct; an adapter's begins with its table pointer
NATIVE_HANDLE = "native handle"  # integer whose meaning the driver defines
CALLBACK = "callback"
ENUM = "enum"
FLAGS = "flags"
STRUCT = "struct"
SCALAR = "scalar"


class HeaderError(Exception):
    """A header does not have the layout that the parser knows."""


@dataclass
class Variable:
    """A parameter of a function or callback, or a member of a struct."""

    name: str
    type: str
    tags: list = field(default_factory=list)
    when: str = None  # for a member of a union: the enumerator that selects it

    @property
    def base_type(self):
        """The type without const, pointers and array bounds."""
        return re.sub(r"\bconst\b|\*|\[\d*\]", "", self.type).strip()

    @property
    def is_pointer(self):
        return self.type.endswith("*")

    def argument(self, tag):
        """The arguments of a tag such as range(0, n) as strings, or None when it is absent."""
        for text in self.tags:
            match = re.fullmatch(re.escape(tag) + r"\((.*)\)", text)
            if match:
                return [part.strip() for part in match.group(1).split(",")]
        return None


@dataclass
class Enumerator:
    name: str
    value: int
    tags: list


@dataclass
class Enum:
    name: str
    enumerators: list
    flags_type: str = None
    flags_mask: int = None


@dataclass
class Function:
    name: str
    parameters: list
    section: str
    doc: str
    id: int = None
    params_struct: str = None


@dataclass
class Table:
    type: str
    entries: list  # (member, function)
    getter: str = None
    member: str = None


@dataclass
class Abi:
    kinds: dict = field(default_factory=dict)  # type name -> HANDLE, ENUM, ...
    enums: dict = field(default_factory=dict)
    flags: dict = field(default_factory=dict)  # flags type -> Enum
    structs: dict = field(default_factory=dict)  # structs and unions
    unions: set = field(default_factory=set)
    callbacks: dict = field(default_factory=dict)
    functions: dict = field(default_factory=dict)
    params_structs: dict = field(default_factory=dict)
    tables: list = field(default_factory=list)  # in the order of ur_dditable_t
    docs: dict = field(default_factory=dict)  # any declared name -> its doc comment


def key(name):
    """Folds the three spellings of a function's name: urUSMFree, UR_FUNCTION_USM_FREE, ur_usm_free_params_t."""
    name = re.sub(r"^UR_FUNCTION_|^ur_|^ur(?=[A-Z])|_params_t$", "", name)
    return name.replace("_", "").lower()


def split_tags(comment):
    """Splits "[in][range(0, n)] words" into its tags; brackets may nest, as in [char[]]."""
    tags, rest = [], comment.strip()
    while rest.startswith("["):
        depth = 0
        for at, char in enumerate(rest):
            depth += (char == "[") - (char == "]")
            if depth == 0:
                break
        else:
            raise HeaderError(f"Tag without end in comment '{comment}'.")
        tags.append(rest[1:at])
        rest = rest[at + 1 :]
    return tags


def variable(declaration, tags=()):
    """Reads "const char *pName" or "int x[3]"."""
    match = re.fullmatch(r"(.*?[ *])(\w+)(\[\d+\])?", declaration.strip())
    if not match:
        raise HeaderError(f"'{declaration}' is not a declaration of one variable.")
    type_name, name, bound = match.groups()
    return Variable(name, type_name.strip() + (bound or ""), list(tags))


def variables(text):
    """Reads a parameter list on one line."""
    return [] if text == "void" else [variable(part) for part in text.split(",")]


class _Reader:
    """Lines of one header with the doc comment that precedes each declaration."""

    def __init__(self, text, path):
        self.lines = text.split("\n")
        self.path = path
        self.at = 0
        self.doc = ""
        self.section = ""

    def fail(self, why):
        raise HeaderError(f"{self.path}:{self.at}: {why}")

    def next(self):
        line = self.lines[self.at]
        self.at += 1
        return line

    def until(self, end):
        """The lines up to one that matches end; returns them and the match."""
        body = []
        while self.at < len(self.lines):
            line = self.next()
            match = re.fullmatch(end, line)
            if match:
                return body, match
            body.append(line)
        self.fail(f"Nothing matches '{end}' up to the end of the file.")

    def comment(self, first):
        """Reads a block comment whose first line is given."""
        lines = [first]
        while "*/" not in lines[-1]:
            lines.append(self.next())
        text = "\n".join(re.sub(r"^\s*/?\*+/?\s?|\s*\*/\s*$", "", line) for line in lines)
        if first.startswith("/**"):
            self.doc = text.strip()
        elif first.startswith("/* ----"):
            self.section = text.strip("- \n")

    def take_doc(self):
        doc, self.doc = self.doc, ""
        return doc


def _evaluate(expression):
    match = re.fullmatch(r"UR_BIT\((\d+)\)", expression)
    return 1 << int(match.group(1)) if match else int(expression, 0)


def _read_enum(reader, abi, name, flags_type):
    doc = reader.take_doc()
    body, _ = reader.until(r"\} (\w+);")
    enum = Enum(name, [], flags_type)
    for line in body:
        match = re.fullmatch(r"  (\w+) = ([^, ]*),?(?:\s+(?:///<|/\*\*<) (.*))?", line)
        if match:
            enum.enumerators.append(
                Enumerator(match.group(1), _evaluate(match.group(2)), split_tags(match.group(3) or "")))
        elif not line.strip().startswith(("/", "*")):
            reader.fail(f"'{line}' is no enumerator of {name}.")
    abi.enums[name] = enum
    abi.kinds[name] = ENUM
    abi.docs[name] = doc
    if flags_type:
        abi.flags[flags_type] = enum
        abi.kinds[flags_type] = FLAGS


def _members(reader, body):
    members = []
    for line in body:
        match = re.fullmatch(r"  (.*?);(?:\s*///< (.*))?", line)
        if not match:
            reader.fail(f"'{line}' is no member.")
        member = variable(match.group(1), split_tags(match.group(2) or ""))
        selector = re.search(r"\] for (UR_\w+)", match.group(2) or "")
        member.when = selector and selector.group(1)
        members.append(member)
    return members


def _read_function(reader, abi, name, rest):
    parameters = []
    while rest is None:
        line = reader.next()
        match = re.fullmatch(r"    (.*?)(,|\);) ///< (.*)", line)
        if not match:
            reader.fail(f"'{line}' is no parameter of {name} with its tags.")
        parameters.append(variable(match.group(1), split_tags(match.group(3))))
        if match.group(2) == ");":
            break
    abi.functions[name] = Function(name, parameters, reader.section, reader.take_doc())
    abi.docs[name] = abi.functions[name].doc


def read_api(text, path="ur_api.h"):
    """Parses ur_api.h."""
    abi, reader, flags_type = Abi(), _Reader(text, path), None
    while reader.at < len(reader.lines):
        line = reader.next()
        if line.startswith("/*"):
            reader.comment(line)
            continue
        if match := re.fullmatch(r"typedef struct (\w+) \*(\w+);", line):
            abi.kinds[match.group(2)] = HANDLE
            abi.docs[match.group(2)] = reader.take_doc()
        elif match := re.fullmatch(r"typedef uintptr_t (\w+);", line):
            abi.kinds[match.group(1)] = NATIVE_HANDLE
            abi.docs[match.group(1)] = reader.take_doc()
        elif match := re.fullmatch(r"typedef uint32_t (\w+_flags_t);", line):
            flags_type = match.group(1)
        elif match := re.fullmatch(r"typedef (uint8_t|uint32_t) (\w+);", line):
            abi.kinds[match.group(2)] = SCALAR
            abi.docs[match.group(2)] = reader.take_doc()
        elif match := re.fullmatch(r"typedef enum (\w+) \{", line):
            _read_enum(reader, abi, match.group(1), flags_type)
            flags_type = None
        elif match := re.fullmatch(r"#define (UR_\w+_FLAGS_MASK) (0x[0-9a-f]{8})", line):
            reader.take_doc()
            abi.flags[match.group(1)[: -len("_MASK")].lower() + "_t"].flags_mask = int(match.group(2), 16)
        elif match := re.fullmatch(r"typedef (?:struct|union) (\w+) \1;", line):
            abi.kinds[match.group(1)] = STRUCT
        elif match := re.fullmatch(r"typedef (\w+) \(\*(\w+)\)\((.*)\);", line):
            abi.callbacks[match.group(2)] = variables(match.group(3))
            abi.kinds[match.group(2)] = CALLBACK
            abi.docs[match.group(2)] = reader.take_doc()
        elif match := re.fullmatch(r"(struct|union) (\w+) \{", line):
            name = match.group(2)
            abi.docs[name] = reader.take_doc()
            abi.structs[name] = _members(reader, reader.until(r"\};")[0])
            if match.group(1) == "union":
                abi.unions.add(name)
                if any(m.when is None for m in abi.structs[name]):
                    reader.fail(f"A member of {name} does not say which enumerator it is for.")
        elif match := re.fullmatch(r"typedef struct (ur_\w+_params_t) \{", line):
            abi.params_structs[match.group(1)] = _members(reader, reader.until(r"\} \w+;")[0])
        elif match := re.fullmatch(r"UR_APIEXPORT ur_result_t UR_APICALL (ur\w+)\((void\);)?", line):
            _read_function(reader, abi, match.group(1), match.group(2))
        elif line.startswith(("#", "extern ", "}")):
            reader.take_doc()  # drops the file comment
        elif line.strip():
            reader.fail(f"'{line}' is no declaration that the parser knows.")
    _number(abi)
    return abi


def _number(abi):
    """Gives each function its number in ur_function_t and its struct of parameter pointers."""
    ids = {key(e.name): e.value for e in abi.enums["ur_function_t"].enumerators}
    params = {key(name): name for name in abi.params_structs}
    for function in abi.functions.values():
        if key(function.name) not in ids:
            raise HeaderError(f"{function.name} has no number in ur_function_t.")
        function.id = ids[key(function.name)]
        function.params_struct = params.pop(key(function.name), None)
        if function.parameters and not function.params_struct:
            raise HeaderError(f"{function.name} has parameters but no params struct.")
    if params:
        raise HeaderError(f"No function goes with the params structs {sorted(params.values())}.")


def read_ddi(text, abi, path="ur_ddi.h"):
    """Parses ur_ddi.h into abi.tables and checks it against the functions of abi."""
    reader = _Reader(text, path)
    signatures, tables, getters, order = {}, {}, {}, []
    while reader.at < len(reader.lines):
        line = reader.next()
        if line.startswith("/*"):
            reader.comment(line)
        elif match := re.fullmatch(r"typedef ur_result_t\(UR_APICALL \*ur_pfn(\w+)_t\)\((.*)\);", line):
            signatures["ur" + match.group(1)] = match.group(2)
        elif line == "typedef struct ur_dditable_t {":
            order = _members(reader, reader.until(r"\} \w+;")[0])
        elif match := re.fullmatch(r"typedef struct (\w+_dditable_t) \{", line):
            members = _members(reader, reader.until(r"\} \w+;")[0])
            entries = [(m.name, re.sub(r"^ur_pfn(\w+)_t$", r"ur\1", m.type)) for m in members]
            tables[match.group(1)] = Table(match.group(1), entries)
        elif match := re.fullmatch(r"UR_DLLEXPORT ur_result_t UR_APICALL (urGet\w+ProcAddrTable)\(", line):
            body, _ = reader.until(r"\);")
            getters[variable(body[-1].split("///<")[0]).base_type] = match.group(1)
    for member in order:
        table = tables.pop(member.type)
        table.member, table.getter = member.name, getters[member.type]
        for _, name in table.entries:
            declared = [(p.type, p.name) for p in abi.functions[name].parameters]
            if declared != [(p.type, p.name) for p in variables(signatures[name])]:
                raise HeaderError(f"ur_pfn{name[2:]}_t has not the signature of {name}.")
        abi.tables.append(table)
    if tables:
        raise HeaderError(f"ur_dditable_t has no member for {sorted(tables)}.")
    return abi


def read(include_dir):
    """Parses the headers of the UR functions in a folder (a pathlib.Path)."""
    abi = read_api((include_dir / "ur_api.h").read_text(), "ur_api.h")
    return read_ddi((include_dir / "ur_ddi.h").read_text(), abi, "ur_ddi.h")


def _own_parameters(reader, name, text, doc):
    """Reads the parameters of a function of ursa.h, whose tags are in its doc comment."""
    tags = {m.group(1): split_tags(m.group(2)) for m in re.finditer(r"@param (\w+)\s+(\[.*)", doc)}
    parameters = [] if text == "void" else [variable(re.sub(r"^(const )?struct ", r"\1", part.strip()))
                                            for part in text.split(",")]
    for parameter in parameters:
        if not tags.get(parameter.name):
            reader.fail(f"'@param {parameter.name} [in]' or the like is missing from the comment of {name}.")
        parameter.tags = tags.pop(parameter.name)
    if tags:
        reader.fail(f"{name} has no parameter {', '.join(sorted(tags))}.")
    return parameters


# ursa.h and its parts, in the order of their functions in the generated files.
OWN_HEADERS = ("ursa.h", "ursa_devices.h", "ursa_images.h", "ursa_bundles.h")


def read_own(include_dir, abi):
    """Parses the headers in a folder whose functions the loader implements. Their types are added to the kinds of abi."""
    own = Abi(kinds=abi.kinds)
    for name in OWN_HEADERS:
        _read_own_header((include_dir / name).read_text(), own, name)
    return own


def _read_own_header(text, own, path):
    reader, flags_type = _Reader(text, path), None
    while reader.at < len(reader.lines):
        line = reader.next()
        if line.startswith("/*"):
            reader.comment(line)
        elif match := re.fullmatch(r"typedef struct (\w+) \*(\w+);", line):
            own.kinds[match.group(2)] = HANDLE
        elif match := re.fullmatch(r"typedef uint32_t (\w+_flags_t);", line):
            flags_type = match.group(1)
        elif match := re.fullmatch(r"typedef enum (\w+) \{", line):
            _read_enum(reader, own, match.group(1), flags_type)
            flags_type = None
        elif match := re.fullmatch(r"typedef struct (\w+) \{", line):
            own.kinds[match.group(1)] = STRUCT
            reader.until(r"\} \w+;")
        elif match := re.fullmatch(r"typedef void\(UR_APICALL \*(\w+)\)\(.*", line):
            own.kinds[match.group(1)] = CALLBACK
            while not line.endswith(");"):
                line = reader.next()
        elif match := re.match(r"UR_APIEXPORT ur_result_t UR_APICALL (ursa\w+)\(", line):
            while not line.endswith(");"):
                line += " " + reader.next().strip()
            doc = reader.take_doc()
            name = match.group(1)
            own.functions[name] = Function(
                name, _own_parameters(reader, name, line[match.end():-2].strip(), doc), reader.section, doc)
        elif line.startswith(("#", "extern ", "}", "struct ")) or not line.strip():
            continue
        else:
            reader.fail(f"'{line}' is no declaration that the parser knows.")
