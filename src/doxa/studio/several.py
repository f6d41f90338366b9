"""The addresses of several runs beside each other: a folder's as small multiples, two runs, and two sets."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from doxa.errors import LogError
from doxa.studio.asking import JSON, told
from doxa.studio.comparing import compare_runs
from doxa.studio.opened import OpenedRuns
from doxa.studio.processes import command
from doxa.studio.sets import TwoSets, cells_of, compare_sets, swept_keys
from doxa.studio.shelf import RunShelf
from doxa.studio.sparks import varying

MOST_OF_GROUP = 400
"""Runs of one folder that are drawn beside each other."""


@dataclass(frozen=True, kw_only=True)
class Several:
    """What shows runs beside each other."""

    shelf: RunShelf
    runs: OpenedRuns

    def routes(self) -> list[Route]:
        return [
            Route("/api/group", told(self.group)),
            Route("/api/compare/{run}/{other}", told(self.compare)),
            Route("/api/sets", told(self.sets)),
        ]

    async def group(self, request: Request) -> Response:
        name = request.query_params.get("name", "")
        return JSONResponse(await anyio.to_thread.run_sync(self._group, name))

    def _group(self, name: str) -> dict[str, Any]:
        """Return the runs of one folder with the settings in which they differ, and the commands that go on."""
        rows = sorted((row for row in self.shelf.rows() if row.group == name), key=lambda row: row.path)
        if not rows:
            raise LogError(
                f"the folder {name!r} has no runs", hint=f"Go back to the shelf, which lists {self.shelf.root}."
            )
        whole = [row for row in rows if row.status != "damaged"][:MOST_OF_GROUP]
        differing = varying([self.shelf.path(row.handle) for row in whole])
        return {
            "runs": [row.model_dump(mode="json") for row in whole],
            "more": len(rows) - len(whole),
            "settings": {path: list(values) for path, values in differing.items()},
            "command": command(["frames", str(self.shelf.root / name), "--to", "csv"]),
        }

    async def compare(self, request: Request) -> Response:
        handles = [request.path_params[name] for name in ("run", "other")]
        return JSONResponse(await anyio.to_thread.run_sync(self._compare, handles))

    def _compare(self, handles: list[str]) -> dict[str, Any]:
        first, second = (self.runs.open(self.shelf.path(handle)).log for handle in handles)
        told = {"command": command(["compare", str(first.path), str(second.path)])}
        return compare_runs(first, second).model_dump(mode="json") | told

    async def sets(self, request: Request) -> Response:
        asked = request.query_params
        names = [(asked.get(name, ""), asked.get(f"{name}_cell", "")) for name in ("first", "second")]
        found = await anyio.to_thread.run_sync(self._sets, names)
        return Response(found.model_dump_json(), media_type=JSON)

    def _sets(self, names: list[tuple[str, str]]) -> TwoSets:
        first, second = (self._set(name, cell) for name, cell in names)
        return compare_sets(first, second).model_copy(update={"command": self._sets_command(names)})

    def _sets_command(self, names: list[tuple[str, str]]) -> str:
        (first, cell), (second, other) = names
        folders = [self.shelf.folder(name) for name in (first, second)]
        if not cell and not other:
            return command(["compare", *map(str, folders)])
        keys = swept_keys(folders[0]) if first == second else ()
        return command(["compare", str(folders[0]), "--by", ",".join(keys)]) if keys else ""

    def _set(self, name: str, cell: str) -> tuple[str, list[Path]]:
        """Return a set by the name of its folder and the number of its cell, or all of the folder."""
        rows = sorted((row for row in self.shelf.rows() if row.group == name), key=lambda row: row.path)
        runs = [self.shelf.path(row.handle) for row in rows if row.status != "damaged" and not row.within]
        if not runs:
            raise LogError(f"the folder {name!r} has no runs", hint="Go back and choose two folders or cells.")
        if not cell:
            return name, runs[:MOST_OF_GROUP]
        cells = cells_of(runs[:MOST_OF_GROUP])
        if not cell.isdigit() or len(cell) > 6 or int(cell) >= len(cells):
            raise LogError(f"the folder {name!r} has no cell {cell}", hint="Go back and choose another.")
        return cells[int(cell)]
