"""Controls tests/faults/preload/failing_files.cpp, a file system that fails according to a plan: plans, journal, power cuts."""
import dataclasses
import os
import pathlib
import subprocess

from small_model import ROOT

SOURCE = ROOT / "tests/faults/preload/failing_files.cpp"
KINDS = ("create", "open", "write", "truncate", "sync", "close", "rename", "remove", "folder")  # as in failing_files.cpp
CHANGE = {"create", "write", "truncate", "sync", "rename", "remove", "folder"}
FAULTS = {
    "ENOSPC": {"create", "write", "sync", "close", "rename", "folder"},
    "EDQUOT": {"create", "write", "close", "rename", "folder"},
    "EIO": CHANGE | {"close"},
    "EINTR": {"create", "write", "sync"},
    "EROFS": CHANGE,
    "EACCES": {"create", "rename", "remove", "folder"},
    "ENOENT": {"create", "open", "rename", "folder"},
    "short": {"write"},
    "cut": CHANGE | {"close"},
}
LIE = "lie"  # syncs that do nothing, to prove that lost files are detected
HARMLESS = {"short", "none"}
NEVER_LASTS = {"EINTR", "short", "cut", "none"}


@dataclasses.dataclass(frozen=True)
class Plan:
    """The fault of a call, and perhaps a power cut after it. With the fault "none", the cut comes at the end."""

    call: int = 0
    kind: str = ""
    fault: str = "none"
    lasts: bool = False
    power_cut: bool = False
    seed: int = 0

    def __str__(self):
        what = f"{self.fault} at call {self.call} ({self.kind})" if self.call else "no fault"
        return what + (", lasting" if self.lasts else "") + (f", power cut {self.seed}" if self.power_cut else "")


def compile_library(folder):
    library = folder / "failing_files.so"
    command = [os.environ.get("CXX", "c++"), "-std=c++20", "-O1", "-Wall", "-Wextra", "-fPIC", "-shared", "-o", library, SOURCE, "-ldl"]
    subprocess.run(command, check=True)
    return library


def environment(library, plan, folder, journal):
    """The environment of a program whose files below `folder` fail according to the plan."""
    values = {"LD_PRELOAD": library, "FAILING_FOLDER": folder, "FAILING_JOURNAL": journal, "FAILING_CALL": plan.call, "FAILING_FAULT": plan.fault}
    if plan.lasts:
        values["FAILING_LASTS"] = 1
    return {name: str(value) for name, value in values.items()}


class Journal:
    """What a program did to the files of a folder. The folder's earlier content is safe on the disk."""

    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        path.mkdir()
        self.sizes_before = {file.stat().st_ino: file.stat().st_size for file in folder.rglob("*") if file.is_file()}

    def lines(self):
        calls = self.path / "calls"
        return [line.split("\t") for line in calls.read_text().splitlines()] if calls.exists() else []

    def calls(self):
        """(kind, path) of each call, in order."""
        return [(KINDS[int(words[1]).bit_length() - 1], words[2]) for words in self.lines() if words[0] == "call"]

    def failures(self):
        return [pathlib.Path(words[2]) for words in self.lines() if words[0] == "fail"]

    def replaced(self):
        """(path, its earlier content) of each file that was replaced or removed."""
        for words in self.lines():
            if words[0] in ("rename", "remove") and words[-1] != "-":
                yield pathlib.Path(words[-2]), self.path / words[-1]

    def removed(self):
        return {pathlib.Path(words[1]) for words in self.lines() if words[0] == "remove"}

    def cut_power(self, generator):
        """Puts the folder into a state that a disk may be in after a power cut: only synced data is certain."""
        changes, safe_sizes = [], {}  # changes to folders that are not synced yet; synced bytes by number of the file
        for deed, *words in self.lines():
            if deed in ("make_folder", "create", "rename", "remove"):
                name = pathlib.Path(words[1] if deed == "rename" else words[0])
                changes.append((name.parent, deed, words))
            elif deed == "sync_folder":
                changes = [change for change in changes if change[0] != pathlib.Path(words[0])]
            elif deed in ("write", "append", "sync"):
                file, size = map(int, words)
                before = safe_sizes.get(file, self.sizes_before.get(file, 0))
                safe_sizes[file] = {"write": 0, "append": min(size, before), "sync": size}[deed]
        kept = generator.choice((0, len(changes), generator.randint(0, len(changes))))
        for _, deed, words in reversed(changes[kept:]):
            self._undo(deed, *words)
        for file in sorted(self.folder.rglob("*")):
            if file.is_file():
                tear(file, safe_sizes.get(file.stat().st_ino), generator)

    def _undo(self, deed, path, other=None, link="-"):
        if deed == "make_folder":
            subprocess.run(["rm", "-rf", path], check=True)
        elif deed == "create":
            pathlib.Path(path).unlink(missing_ok=True)
        elif deed == "remove" and other == "-":
            pathlib.Path(path).mkdir()
        elif deed == "remove":
            os.link(self.path / other, path)
        elif deed == "rename" and os.path.exists(other):
            os.rename(other, path)
            if link != "-":
                os.link(self.path / link, other)


def tear(file, safe_size, generator):
    """Keeps a random part of the data that was not synced; the rest is cut off or becomes zeros."""
    size = file.stat().st_size
    if safe_size is None or safe_size >= size:
        return
    end = generator.choice((safe_size, size, generator.randint(safe_size, size)))
    with_zeros = generator.random() < 0.5
    os.truncate(file, end)
    if with_zeros:
        os.truncate(file, size)
