"""The one layer for files: nothing writes beside it, and what it promises of single files."""

import ast
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from doxa.errors import DiskError, LockedError, LogError
from doxa.log import disk
from doxa.log.lines import LineFile, Lines
from doxa.log.rundir import locked
from log.disk_faults import BROKEN, ERROR, FULL, LOST, TORN, FailingSystem, Fault

SOURCES = Path(disk.__file__).parents[1]

BESIDE = {
    "log/disk.py": "the layer itself",
    "models/offline/vectors_cache.py": "a cache that no run needs, whose errors are of no account",
    "models/encoder/network.py": "what `doxa train` wrote, which is no run",
    "models/cluster/nodes.py": "a token by which the nodes of a cluster show that they share a disk, no file of a run",
    "models/cluster/trial.py": "the errors of a process that tries to join a cluster",
    "app/exits.py": "the traceback of an unforeseen error, in the system's folder for such files",
    "exports/files.py": "tables in part files, which get their names when whole; a refusal is described",
    "exports/frame.py": "a table into such a part file",
    "exports/convokit.py": "a corpus into such part files",
    "exports/encounters.py": "people into such a part file",
    "conformance/plugins.py": "a file in a temporary folder that a check reads and removes",
    "models/local/server.py": "the log of a process, in a file without a name that ends with it",
    "models/local/serving.py": "no file: the end of a process's input becomes a signal",
    "studio/processes.py": "what a command printed, in the system's folder for such files",
    "studio/scenarios.py": "a scenario in a temporary folder that is read and removed",
}
"""Modules that may write files by themselves, with the reason; so may the room ``training``, which makes no runs."""

WRITING_METHODS = (
    *("write_text", "write_bytes", "mkdir", "unlink", "rmdir", "touch"),
    *("symlink_to", "hardlink_to", "rename", "chmod", "tofile"),
)
WRITING_FUNCTIONS = {
    "os": "open write fsync fdatasync replace rename unlink remove mkdir makedirs rmdir truncate ftruncate link "
    "symlink posix_fallocate removedirs renames",
    "shutil": "copy copy2 copyfile copytree move rmtree",
    "tempfile": "mkstemp mkdtemp NamedTemporaryFile TemporaryFile",
    "fcntl": "flock lockf fcntl",
}


def writes_in(tree: ast.AST) -> Iterator[str]:
    """Yield each place in a module's code that opens a file for writing, or changes one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in WRITING_FUNCTIONS:
            for alias in node.names:
                if alias.name in WRITING_FUNCTIONS[node.module].split():
                    yield f"{node.lineno}: from {node.module} import {alias.name}"
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        owner = getattr(node.func.value, "id", "") if isinstance(node.func, ast.Attribute) else ""
        if owner in WRITING_FUNCTIONS and name in WRITING_FUNCTIONS[owner].split():
            yield f"{node.lineno}: {owner}.{name}"
        elif owner not in WRITING_FUNCTIONS and isinstance(node.func, ast.Attribute) and name in WRITING_METHODS:
            yield f"{node.lineno}: .{name}"
        elif name == "open" and owner != "webbrowser" and _opens_for_writing(node):
            yield f"{node.lineno}: open for writing"


def _opens_for_writing(call: ast.Call) -> bool:
    words = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg in ("mode", "flags"))]
    modes = [word.value for word in words if isinstance(word, ast.Constant) and isinstance(word.value, str)]
    return any(set(mode) <= set("rwaxbt+") and set(mode) & set("wax+") for mode in modes)


def test_no_module_writes_files_beside_the_layer() -> None:
    offences = [
        f"{name}:{place}"
        for path in sorted(SOURCES.rglob("*.py"))
        if (name := path.relative_to(SOURCES).as_posix()) not in BESIDE and not name.startswith(("docs/", "examples/"))
        for place in writes_in(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert offences == []


@pytest.mark.parametrize(
    "code",
    [
        "path.write_text(text)",
        "open(path, 'w')",
        "path.open(mode='ab')",
        "os.replace(old, new)",
        "from os import fsync",
        "shutil.rmtree(path)",
        "fcntl.flock(file, 2)",
        "path.parent.mkdir(parents=True)",
    ],
)
def test_writing_is_recognised(code: str) -> None:
    assert list(writes_in(ast.parse(code)))


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[LineFile]:
    file = LineFile(tmp_path / "lines")
    file.append(b"one\n")
    yield file
    file.close()


def fail(monkeypatch: pytest.MonkeyPatch, lines: LineFile, fault: Fault) -> FailingSystem:
    system = FailingSystem(fault)
    system.adopt(lines._file, lines.path)
    monkeypatch.setattr(disk, "SYSTEM", system)
    return system


@pytest.mark.parametrize("way", [FULL, ERROR, TORN])
def test_a_line_that_cannot_be_written_leaves_the_others_and_the_next_follows(
    way: str, lines: LineFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, lines, Fault("write", 1, way))
    with pytest.raises(DiskError, match="lines could not be written"):
        lines.append(b"two\n")
    assert lines.path.read_bytes() == b"one\n"
    lines.append(b"three\n")
    assert lines.path.read_bytes() == b"one\nthree\n"


def test_no_line_follows_part_of_a_line_that_could_not_be_removed(
    lines: LineFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else both lines would be lost as one line that nobody can read."""
    fail(monkeypatch, lines, Fault("write", 1, BROKEN))
    for line in (b"second\n", b"third\n"):
        with pytest.raises(DiskError):
            lines.append(line)
    assert lines.path.read_bytes() == b"one\nsec"
    monkeypatch.setattr(disk, "SYSTEM", disk.FileSystem())
    lines.append(b"fourth\n")
    assert lines.path.read_bytes() == b"one\nfourth\n"


def test_part_of_a_line_that_an_earlier_process_left_is_removed_on_opening(tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(b"one\ntw")
    assert list(Lines(tmp_path / "lines")) == [b"one\n"]
    LineFile(tmp_path / "lines").close()
    assert (tmp_path / "lines").read_bytes() == b"one\n"


def test_a_file_that_lost_lines_in_a_sync_is_never_synced_again(
    lines: LineFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system may report the next sync as done although the lines are gone."""
    fail(monkeypatch, lines, Fault("sync", 1, LOST))
    lines.append(b"lost\n")
    for _ in range(2):
        with pytest.raises(DiskError, match="could not be written: Input/output error"):
            lines.sync()
    assert not lines.is_synced


def test_a_write_in_several_parts_is_whole(lines: LineFile, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(disk.FileSystem):
        def write(self, file: int, content: bytes) -> int:
            return super().write(file, content[:3])

    monkeypatch.setattr(disk, "SYSTEM", Slow())
    lines.append(b"a longer line\n")
    assert lines.path.read_bytes() == b"one\na longer line\n"


def test_a_lock_that_cannot_be_had_is_no_other_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Lockless(disk.FileSystem):
        def lock(self, file: int) -> None:
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(disk, "SYSTEM", Lockless())
    with pytest.raises(DiskError, match="No locks available") as told, locked(tmp_path):
        pass
    assert "a file system that has locks" in told.value.hint
    assert not isinstance(told.value, LockedError)


def test_an_earlier_file_stays_where_the_new_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "page.html").write_text("before")
    monkeypatch.setattr(disk, "SYSTEM", FailingSystem(Fault("write", 1, TORN)))
    with pytest.raises(DiskError, match=r"page\.html could not be written: No space"):
        disk.write_text(tmp_path / "page.html", "after")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    assert (tmp_path / "page.html").read_text() == "before"


def test_a_link_stays_a_link_to_the_new_content(tmp_path: Path) -> None:
    (tmp_path / "real.html").write_text("before")
    (tmp_path / "link.html").symlink_to("real.html")
    disk.write_text(tmp_path / "link.html", "after")
    assert (tmp_path / "link.html").is_symlink()
    assert (tmp_path / "real.html").read_text() == "after"


def test_a_device_is_written_as_it_is() -> None:
    disk.write_text(Path("/dev/null"), "nothing is renamed to it")
    assert not Path("/dev/null").is_file()


def test_a_place_where_nothing_can_be_is_no_fault_of_the_disk(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "file" / "report.html", tmp_path / ("x" * 300)):
        with pytest.raises(LogError, match="cannot be written") as told:
            disk.write_text(path, "text")
        assert not isinstance(told.value, DiskError)
        assert "--out" in told.value.hint
