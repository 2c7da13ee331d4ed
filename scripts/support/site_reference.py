"""The reference pages of the site, each from the description that the program itself uses."""
import ast
import json
import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request


def output_of(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout


def commands_page(program):
    """The help of every command."""
    listed = output_of(program, "--help")
    page = ["# Commands in detail", "", "The help that `regard COMMAND --help` prints."]
    for command in re.findall(r"^  ([a-z]+) {2,}", listed, re.M):
        page += ["", f"## regard {command}", "", "```text", output_of(program, command, "--help").rstrip(), "```"]
    return "\n".join(page) + "\n"


def config_page(program):
    return output_of(program, "config", "reference")


def openapi_of(program, models):
    """The answer for /v1/openapi.json of a server with the models of a folder."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    server = subprocess.Popen([str(program), "serve", "--quiet", "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env={**os.environ, "REGARD_MODELS": str(models)})
    try:
        for _ in range(600):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/openapi.json", timeout=10) as answer:
                    return json.load(answer)
            except (urllib.error.URLError, OSError):
                if server.poll() is not None:
                    break
                time.sleep(0.1)
        raise RuntimeError(f"{program} serve does not answer")
    finally:
        server.terminate()
        server.wait()


def type_of(schema):
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{name.lower()})"
    for kind in ("oneOf", "anyOf"):
        if kind in schema:
            return " or ".join(dict.fromkeys(type_of(part) for part in schema[kind]))
    if schema.get("type") == "array":
        return f"list of {type_of(schema.get('items', {}))}"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    kind = schema.get("type", "any")
    bounds = [f"{word} {schema[key]:,}" for key, word in (("minimum", "from"), ("maximum", "to")) if key in schema]
    return " ".join([*([kind] if isinstance(kind, str) else [" or ".join(kind)]), *bounds])


def cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def fields_of(schema):
    """A table of an object's fields."""
    rows = [f"| `{name}` | {type_of(field)} | {cell(field.get('description', ''))} |" for name, field in schema.get("properties", {}).items()]
    return ["| field | type | meaning |", "|---|---|---|", *rows, ""] if rows else []


def http_page(document):
    page = ["# HTTP API", "", "From the description that a server returns for `/v1/openapi.json`.", ""]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method not in ("get", "post", "put", "patch", "delete"):
                continue
            page += [f"## {method.upper()} {path}", "", operation.get("summary", ""), "", operation.get("description", ""), ""]
            rows = [f"| `{given['name']}` | {given.get('in', '')}: {type_of(given.get('schema', {}))} | {cell(given.get('description', ''))} |"
                    for given in operation.get("parameters", []) if "name" in given]
            page += ["| parameter | type | meaning |", "|---|---|---|", *rows, ""] if rows else []
            for kind, body in operation.get("requestBody", {}).get("content", {}).items():
                page += [f"Body, `{kind}`: {type_of(body['schema'])}", "", *fields_of(body["schema"])]
            for status, answer in operation.get("responses", {}).items():
                if "$ref" in answer:
                    answer = document["components"]["responses"][answer["$ref"].rsplit("/", 1)[-1]]
                text = answer.get("description", "")
                kinds = ", ".join(f"{type_of(body['schema'])}" for body in answer.get("content", {}).values())
                page += [f"- **{status}:** {text} {kinds}".rstrip()]
            page.append("")
    for name, schema in document.get("components", {}).get("schemas", {}).items():
        page += [f"## {name}", "", schema.get("description", ""), "", *fields_of(schema)]
    return "\n".join(page) + "\n"


def signature(function):
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"{function.name}({ast.unparse(function.args)}){returns}"


def is_property(function):
    return any(isinstance(mark, ast.Name) and mark.id == "property" for mark in function.decorator_list)


def members(node):
    """The lines about a class: its fields and methods."""
    lines = []
    for item in node.body:
        if isinstance(item, ast.AnnAssign):
            lines += ["", f"- `{item.target.id}: {ast.unparse(item.annotation)}`"]
        elif isinstance(item, ast.FunctionDef):
            shown = f"{item.name}: {ast.unparse(item.returns)}" if is_property(item) and item.returns else signature(item)
            text = " ".join((ast.get_docstring(item) or "").split())
            lines += ["", f"- `{shown}`" + (f"<br>{text}" if text else "")]
    return lines


def python_page(stub):
    """The Python reference from the module's stub, which has types and texts."""
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    page = ["# Python API", "", ast.get_docstring(tree) or ""]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            page += ["", f"## {node.name}", "", ast.get_docstring(node) or "", *members(node)]
        elif isinstance(node, ast.FunctionDef):
            page += ["", f"## {node.name}", "", f"`{signature(node)}`", "", ast.get_docstring(node) or ""]
    return "\n".join(page) + "\n"


def cpp_pages(root, folder):
    """Doxygen's pages of the installed headers, in `folder`. Warnings about undocumented names are not shown."""
    options = {"PROJECT_NAME": "regard", "INPUT": root / "include/regard", "RECURSIVE": "YES", "OUTPUT_DIRECTORY": folder.parent, "HTML_OUTPUT": folder.name,
               "GENERATE_LATEX": "NO", "EXTRACT_ALL": "YES", "STRIP_FROM_PATH": root / "include", "STRIP_FROM_INC_PATH": root / "include", "QUIET": "YES",
               "WARNINGS": "NO", "FULL_PATH_NAMES": "YES", "JAVADOC_AUTOBRIEF": "YES", "FILE_PATTERNS": "*.h", "HTML_TIMESTAMP": "NO", "HAVE_DOT": "NO"}
    text = "".join(f'{key} = "{value}"\n' for key, value in options.items())
    subprocess.run(["doxygen", "-"], input=text, text=True, check=True)
