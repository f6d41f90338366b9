"""Commands that the studio starts leave nothing in the system's folder for temporary files."""

import gc
import tempfile
import time

from doxa.studio.processes import Children


def test_what_commands_print_goes_with_the_studio(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    children = Children()
    assert not list(tmp_path.iterdir())
    number = children.start(["--version"])
    while children.going:
        time.sleep(0.05)
    report = children.report(number)
    assert (report["code"], report["command"]) == (0, "doxa --version")
    assert report["told"]
    (folder,) = tmp_path.iterdir()
    del children
    gc.collect()
    assert not folder.exists()
