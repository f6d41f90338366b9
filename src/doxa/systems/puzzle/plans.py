"""Planning a puzzle: fills in the team, the puzzle from a file or from the run's seed, and the supervisor's model."""

from pathlib import Path
from typing import Any

from doxa.errors import DoxaError, ScenarioError
from doxa.experiments.scenario import Scenario
from doxa.records.spec import ModelSettings, RunSpec
from doxa.systems.puzzle.files import PuzzleLine, read_puzzle_file
from doxa.systems.puzzle.protocol.choosing import complete_script
from doxa.systems.puzzle.puzzles.solving import solve
from doxa.systems.puzzle.teams import supervisor_settings


def plan_puzzle(scenario: Scenario, spec: RunSpec) -> RunSpec:
    """Return the spec with the puzzle's text, and with the model of a supervisor that names none.

    Raises:
        ScenarioError: the puzzle cannot be used, or none can be made with these settings.
    """
    script = {**spec.script, "prompts": spec.script.get("prompts") or "neutral", **_take_from_file(scenario, spec)}
    spec = spec.model_copy(update={"script": script})
    return spec.model_copy(update={"script": complete_script(spec), "roles": _cast_supervisor(scenario, spec.roles)})


def _take_from_file(scenario: Scenario, spec: RunSpec) -> dict[str, Any]:
    """Return the settings that put a puzzle of a file into the spec; none where the scenario names no file."""
    named = str(spec.script.get("puzzles") or "")
    if not named:
        if spec.script.get("line") is not None:
            raise ScenarioError(
                "script.line: there is no file of puzzles", hint="Set script.puzzles.", key="script.line"
            )
        return {}
    if spec.script.get("puzzle"):
        raise ScenarioError(
            "script.puzzles: script.puzzle is set too",
            hint="Give the text of one puzzle, or a file of puzzles.",
            key="script.puzzles",
        )
    try:
        chosen = _choose_line(read_puzzle_file(_find_file(scenario, named)), spec, named)
    except ScenarioError:
        raise
    except DoxaError as error:
        raise ScenarioError(f"script.puzzles: {error.message}", hint=error.hint, key="script.puzzles") from None
    filed = chosen.filed
    other = filed.solution is not None and solve(filed.puzzle) != [filed.solution]
    oddities = [f"game_id {filed.puzzle.game_id}", chosen.remarks, "the file gives another solution" if other else ""]
    remarks = ". ".join(oddity for oddity in oddities if oddity)
    return {"puzzle": filed.text, "puzzles": chosen.file, "line": chosen.line, "remarks": remarks}


def _find_file(scenario: Scenario, named: str) -> Path:
    """Return the path of a file of puzzles, from the present directory or else beside the scenario's file."""
    beside = scenario.folder / named if scenario.folder is not None else None
    return beside if beside is not None and beside.is_file() and not Path(named).is_file() else Path(named)


def _choose_line(puzzles: tuple[PuzzleLine, ...], spec: RunSpec, named: str) -> PuzzleLine:
    number = spec.script.get("line")
    if number is None and spec.replicate >= len(puzzles):
        raise ScenarioError(
            f"script.puzzles: {named} has {len(puzzles)} puzzles, and replicate {spec.replicate} would have number "
            f"{spec.replicate + 1}",
            hint=f"Make at most {len(puzzles)} replicates, or name a line: script.line.",
            key="script.puzzles",
        )
    if number is None:
        return puzzles[spec.replicate]
    for puzzle in puzzles:
        if puzzle.line == number:
            return puzzle
    raise ScenarioError(
        f"script.line: line {number} of {named} is no puzzle",
        hint=f"Its puzzles are in lines {puzzles[0].line} to {puzzles[-1].line}.",
        key="script.line",
    )


def _cast_supervisor(scenario: Scenario, roles: dict[str, ModelSettings]) -> dict[str, ModelSettings]:
    supervisor = roles.get("supervisor")
    if supervisor is None or supervisor.model:
        return roles
    first = next(iter(scenario.agents))
    return {**roles, "supervisor": supervisor_settings(supervisor, roles.get(f"speaker@{first}", roles["speaker"]))}
