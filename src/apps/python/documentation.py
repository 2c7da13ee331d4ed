#!/usr/bin/env python3
"""documentation.py _regard.pyi documentation.h: what help() shows of each name of the C++ part, as constants for its sources.

The type hints describe each name once: its sentence, and its signature, which Python reads at the head of a description.
"""
import ast
import pathlib
import sys


def signature(function, name):
    """Returns the form that Python parses in a description: without types, which are for readers of the hints."""
    arguments = function.args
    for argument in [*arguments.args, *arguments.kwonlyargs, arguments.kwarg, arguments.vararg]:
        if argument is not None:
            argument.annotation = None
    if arguments.args and arguments.args[0].arg == "self":
        arguments.args[0].arg = "$self"
    return f"{name}({ast.unparse(arguments)})\n--\n\n"


def is_property(function):
    return any(getattr(decorator, "id", "") == "property" for decorator in function.decorator_list)


def described(body):
    """Yields (name, text) for classes, functions and members of classes, which are named Class_member."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, signature(node, node.name) + (ast.get_docstring(node) or "")
        if not isinstance(node, ast.ClassDef):
            continue
        text = ast.get_docstring(node) or ""
        for member in node.body:
            if not isinstance(member, ast.FunctionDef):
                continue
            sentence = ast.get_docstring(member) or ""
            if member.name == "__init__":
                text = signature(member, node.name) + "\n\n".join(part for part in (text, sentence) if part)
            elif is_property(member):
                yield f"{node.name}_{member.name}", sentence
            elif not member.name.startswith("__"):
                yield f"{node.name}_{member.name}", signature(member, member.name) + sentence
        yield node.name, text


def main():
    hints, header = map(pathlib.Path, sys.argv[1:])
    texts = dict(described(ast.parse(hints.read_text(encoding="utf-8")).body))  # the last of several overloads
    lines = [f'inline constexpr const char* {name} = R"text({text})text";' for name, text in texts.items()]
    header.write_text("\n".join(["#pragma once", "namespace regard::python::doc {", *lines, "}", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
