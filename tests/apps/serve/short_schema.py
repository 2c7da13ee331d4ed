"""Checks parsed YAML against a schema that has the shape of the data.

A type stands for itself; a set lists the allowed values; `re.compile(...)` matches the whole text; [x] is a list of at least one x; Any()
accepts everything. A dictionary has all keys of the schema and no others; keys that end with `?` in the schema are optional; `*` stands for
any further key.
"""
import re


class Any:
    pass


def complaints(value, schema, where="$"):
    """The problems, each with its place."""
    if isinstance(schema, Any):
        return []
    if isinstance(schema, dict):
        return complaints_of_dictionary(value, schema, where)
    if isinstance(schema, list):
        if not isinstance(value, list) or not value:
            return [f"{where}: {value!r} is no list of something"]
        return [found for i, each in enumerate(value) for found in complaints(each, schema[0], f"{where}[{i}]")]
    if isinstance(schema, set):
        return [] if any(value == each and type(value) is type(each) for each in schema) else [f"{where}: {value!r} is none of {sorted(map(str, schema))}"]
    if isinstance(schema, re.Pattern):
        return [] if isinstance(value, str) and schema.fullmatch(value) else [f"{where}: {value!r} does not look like {schema.pattern}"]
    is_right = isinstance(value, schema) and not (schema is int and isinstance(value, bool))
    return [] if is_right else [f"{where}: {value!r} is no {schema.__name__}"]


def complaints_of_dictionary(value, schema, where):
    if not isinstance(value, dict):
        return [f"{where}: {value!r} is no mapping"]
    known = {key.rstrip("?"): each for key, each in schema.items()}
    result = [f"{where}: {key} is missing" for key in schema if not key.endswith("?") and key != "*" and key not in value]
    for key, each in value.items():
        if key in known and key != "*":
            result += complaints(each, known[key], f"{where}.{key}")
        elif "*" in schema:
            result += complaints(each, schema["*"], f"{where}.{key}")
        else:
            result.append(f"{where}: {key} is not known")
    return result
