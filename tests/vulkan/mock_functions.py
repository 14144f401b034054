#!/usr/bin/env python3
"""Lists the Vulkan functions that the adapter's sources use, with the error codes of each.

Usage: mock_functions.py REGISTRY OUTPUT SOURCES...

REGISTRY is vk.xml. A name that it does not contain is an error, so that the mock loader covers every
call of the adapter. OUTPUT has a line "MOCKED(name, code, ...)" for each; it is only written if it changes.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree


def error_codes(registry):
    codes = {}
    aliases = {}
    for command in xml.etree.ElementTree.parse(registry).getroot().iter("command"):
        if command.get("alias"):
            aliases[command.get("name")] = command.get("alias")
            continue
        prototype = command.find("proto")
        if prototype is not None:
            found = command.get("errorcodes")
            codes[prototype.find("name").text] = found.split(",") if found else []
    for name, alias in aliases.items():
        codes[name] = codes.get(alias, [])
    return codes


def used_names(sources):
    names = set()
    for source in sources:
        text = pathlib.Path(source).read_text(encoding="utf-8")
        text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
        text = re.sub(r'"(?:[^"\\\n]|\\.)*"', "", text)
        names.update(re.findall(r"\bvk[A-Z]\w*", text))
    return sorted(names - {"vkGetDeviceProcAddr"})  # returns the mocks themselves, and cannot fail


def main():
    registry, output, *sources = sys.argv[1:]
    codes = error_codes(registry)
    names = used_names(sources)
    unknown = [name for name in names if name not in codes]
    if unknown:
        sys.exit(f"{registry} does not know {', '.join(unknown)}, which the adapter names.")
    lines = "".join(f"MOCKED({', '.join([name, *codes[name]])})\n" for name in names)
    path = pathlib.Path(output)
    if not path.exists() or path.read_text(encoding="utf-8") != lines:
        path.write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    main()
