"""Where two plain values differ, by dotted path; of specs with participants by id."""

from typing import Any


def spec_differences(left: dict[str, Any], right: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    """Return (path, left, right) for each difference of two plain specs, with participants by id under ``agents``."""
    return differences(_by_agent(left), _by_agent(right))


def _by_agent(plain: dict[str, Any]) -> dict[str, Any]:
    people = plain.get("participants", [])
    if not isinstance(people, list) or not all(isinstance(person, dict) and "id" in person for person in people):
        return plain  # a file that was changed may have any shape
    others = {key: setting for key, setting in plain.items() if key != "participants"}
    return {**others, "agents": {str(participant["id"]): participant for participant in people}}


def differences(left: Any, right: Any, path: str = "") -> list[tuple[str, Any, Any]]:
    """Return (dotted path, left, right) for each difference of two plain JSON values; absent values are None."""
    if isinstance(left, dict) and isinstance(right, dict):
        return [
            entry
            for key in sorted(left.keys() | right.keys())
            for entry in differences(left.get(key), right.get(key), f"{path}.{key}" if path else key)
        ]
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        return [
            entry
            for place, pair in enumerate(zip(left, right, strict=True))
            for entry in differences(*pair, f"{path}.{place}")
        ]
    return [] if left == right else [(path, left, right)]
