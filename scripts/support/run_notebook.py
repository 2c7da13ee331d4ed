"""Runs the cells of a notebook in order, and prints as JSON what each code cell prints and displays, in the format of notebooks.

  run_notebook.py NOTEBOOK [EXPRESSION]   also the value of an expression after the last cell

It replaces Jupyter where only numpy is installed, and provides the parts of IPython's display that the notebooks use.
"""
import contextlib
import io
import json
import sys
import types
import xml.etree.ElementTree


class SVG:
    def __init__(self, data):
        xml.etree.ElementTree.fromstring(data)  # fails if the picture is not well-formed
        self.data = data


class Recorder:
    """The outputs of each cell, in their order."""

    def __init__(self):
        self.outputs, self.printed = [], io.StringIO()

    def display(self, picture):
        self.end_text()
        self.outputs[-1].append({"data": {"image/svg+xml": picture.data.splitlines(keepends=True)}, "metadata": {}, "output_type": "display_data"})

    def end_text(self):
        if text := self.printed.getvalue():
            self.outputs[-1].append({"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)})
        self.printed.seek(0)
        self.printed.truncate()

    def run(self, code, names):
        self.outputs.append([])
        with contextlib.redirect_stdout(self.printed):
            exec(code, names)
        self.end_text()


def main(path, expression="None"):
    recorder, display, names = Recorder(), types.ModuleType("IPython.display"), {"__name__": "__main__"}
    display.SVG, display.display = SVG, recorder.display
    sys.modules |= {"IPython": types.ModuleType("IPython"), "IPython.display": display}
    with open(path, encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            recorder.run(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
    print(json.dumps({"outputs": recorder.outputs, "value": eval(expression, names)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
