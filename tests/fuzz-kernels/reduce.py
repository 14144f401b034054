#!/usr/bin/env python3
"""Makes a kernel in OpenCL C smaller as long as a question about it has the same answer.

A kernel is taken apart into statements, which may hold blocks of statements. What is tried, again and again:
leaving out runs of statements, a block in place of its statement, a number in place of an expression in
parentheses. No knowledge of the language beyond braces, parentheses and semicolons is needed, since a text
that is no longer a program is not interesting.
"""

import re


class Statement:
    """Pieces of text and, between them, blocks: lists of statements."""

    def __init__(self):
        self.parts = []

    def text(self):
        return "".join(part if isinstance(part, str) else "{ " + join(part) + " }" for part in self.parts)

    def blocks(self):
        return [part for part in self.parts if not isinstance(part, str)]


def join(statements):
    return "\n".join(statement.text().strip() for statement in statements)


def parse(text):
    """The statements of a text, whose braces match."""
    statements, _ = parse_block(text, 0)
    return statements


def parse_block(text, at):
    statements = []
    statement, piece, depth = Statement(), "", 0

    def finish():
        nonlocal statement, piece
        if piece.strip():
            statement.parts.append(piece)
        if statement.parts:
            statements.append(statement)
        statement, piece = Statement(), ""

    while at < len(text):
        char = text[at]
        at += 1
        if char == "}" and depth == 0:
            break
        if char == "{" and depth == 0:
            block, at = parse_block(text, at)
            statement.parts += [piece, block]
            piece = ""
            behind = text[at:].lstrip()
            is_value = statement.parts[0].lstrip().startswith("struct") or statement.parts[0].rstrip().endswith("=")
            is_loop = statement.parts[0].lstrip().startswith("do")
            if not is_value and not behind.startswith("else") and not (is_loop and behind.startswith("while")):
                finish()
            continue
        piece += char
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(char, 0)
        if char == ";" and depth == 0:
            finish()
    finish()
    return statements, at


def lists(statements):
    """All lists of statements, outer ones first."""
    yield statements
    for statement in statements:
        for block in statement.blocks():
            yield from lists(block)


def reduce(text, is_interesting, attempts=400):
    """A smaller kernel for which is_interesting(text) is still true. The text has one kernel."""
    open_brace = text.index("{")
    head, body = text[:open_brace + 1], text[open_brace + 1:text.rindex("}")]
    tree = parse(body)
    left = attempts

    def current():
        return head + "\n" + join(tree) + "\n}\n"

    def works():
        nonlocal left
        if left <= 0:
            return False
        left -= 1
        return is_interesting(current())

    def drop(statements):
        """Leaves out runs of statements, long ones first."""
        changed = False
        length = max(len(statements), 1)
        while length:
            at = 0
            while at < len(statements):
                kept = statements[at:at + length]
                del statements[at:at + length]
                if works():
                    changed = True
                else:
                    statements[at:at] = kept
                    at += length
            length //= 2
        return changed

    def unwrap(statements):
        """A block in place of the statement that holds it."""
        changed = False
        for at, statement in enumerate(list(statements)):
            for block in statement.blocks():
                place = statements.index(statement)
                statements[place:place + 1] = block
                if works():
                    changed = True
                    break
                statements[place:place + len(block)] = [statement]
            del at
        return changed

    def simplify(statement):
        """Numbers in place of what is in parentheses, outer ones first."""
        changed = False
        for index, part in enumerate(statement.parts):
            if not isinstance(part, str):
                continue
            at = 0
            while (at := statement.parts[index].find("(", at)) >= 0:
                piece = statement.parts[index]
                end = closing(piece, at)
                if end - at > 2 and not re.match(r"\((u?(char|short|int|long)|float)\d*\)", piece[at:]):
                    statement.parts[index] = piece[:at] + "(1u)" + piece[end:]
                    if piece[at:end] != "(1u)" and works():
                        changed = True
                    else:
                        statement.parts[index] = piece
                at += 1
        return changed

    changed = True
    while changed and left > 0:
        changed = False
        for statements in list(lists(tree)):
            changed |= drop(statements)
        for statements in list(lists(tree)):
            changed |= unwrap(statements)
        for statements in list(lists(tree)):
            for statement in statements:
                changed |= simplify(statement)
    return current()


def closing(text, at):
    """The place behind the parenthesis that closes the one at `at`."""
    depth = 0
    for place in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    return len(text)
