"""Pack messages of other people's projects whose argued side is known, for the benchmark under shift.

    pip download --no-deps --no-binary :all: debatebench==0.1.2
    pip download --no-deps evals==3.0.1.post1
    python tools/pack_outside_messages.py SOURCE TARGET

SOURCE holds both archives unpacked, as ``debatebench-0.1.2`` and ``evals``; TARGET is
``packages/models/src/doxa_models/texts``. Notes that a model made before a debate are left out. The propositions of
ballot measures are doxa's: their titles propose nothing.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pack_messages import packed_rows

from doxa.corpora.message_sets import BALLOT_ARGUMENTS, MODEL_DEBATES

NOTICES = {
    MODEL_DEBATES: "# Changed from debatebench 0.1.2 (Robert E. Roy): selected turns and fields, as JSON lines. MIT.",
    BALLOT_ARGUMENTS: "# Changed from the evals of OpenAI: arguments cut out of ballot measures. Public domain.",
}

MOTIONS = {
    "A federal carbon tax would do more good than harm.": "A federal carbon tax would do more good than harm.",
    "Are DataCenters good for the community": "Data centers are good for the community.",
}
"""The source's topic → the proposition that it asks about."""

MEASURES = {
    "eb2fc296": "Voters should be allowed to register on election day.",
    "5cd0f694": "California should pass Proposition 24 to amend its consumer privacy laws.",
    "6367a0c5": "California should issue bonds to build homes for veterans.",
    "4e1fbef4": "Only marriage between a man and a woman should be recognized in California.",
    "4c87303c": "App-based drivers should be classified as independent contractors.",
    "c263177d": "References to the municipal courts should be deleted from the California Constitution.",
    "5fd9ce4f": "Murderers of transit and state university police officers should get longer sentences.",
    "cffe9574": "Congressional candidates should be allowed to declare on the ballot that they will limit their terms.",
    "df11c522": "Charities should be allowed to hold raffles.",
    "d0c0bea7": "Murder by shooting from a vehicle should be punished with twenty years to life.",
    "d53d9e12": "Half of the growth in lottery money for schools should be spent on textbooks.",
    "0611978a": "Ballot measures should apply to every place alike, however that place voted on them.",
    "d56354c4": "The death penalty should be extended to murders by lying in wait, arson and kidnapping.",
    "752f2164": "The sales tax on snacks, candy and bottled water should be repealed.",
    "31186fa5": "Court commissioners should be disciplined by the Commission on Judicial Performance.",
    "88de9214": "Seventeen-year-olds who turn 18 by the general election should be allowed to vote in the primary.",
    "fa5c972d": "Rainwater capture systems should be excluded from property tax reassessment.",
    "129886f3": "Kidney dialysis clinics should be required to have a doctor on site.",
    "cfacba6b": "Voters should be able to choose none of the above on the ballot.",
}
"""The beginning of a measure's id → what it proposes."""

HEADING = re.compile(r"(?im)^\s*((?:rebuttal to )?argument (?:in favou?r of|against)[^\n]{0,40})")
CLOSING = re.compile(
    r"(?i)\n\s*(?:Argument against was not submitted|No argument|Text of (?:the )?Proposed Law|Proposition \d+: Text)"
)

NOTES = "prep"
"""The phase in which a model makes notes."""

Row = dict[str, object]


def debates(source: Path) -> Iterator[Row]:
    """Yield the turns of the debates, without notes."""
    for path in sorted((source / "debatebench-0.1.2/probe").rglob("*transcript*.json")):
        if "INVALID" not in path.name:
            transcript = json.loads(path.read_text(encoding="utf-8"))
            for number, turn in enumerate(_turns(transcript), 1):
                yield {"id": f"{path.stem.replace('-transcript', '')}-{number}", **turn}


def _turns(transcript: dict[str, Any]) -> Iterator[Row]:
    run = transcript["run"]
    for turn in transcript["turns"]:
        if turn["phase"] != NOTES:
            yield {
                "motion": MOTIONS[run["topic"]],
                "side": {"pro": "for", "con": "against"}[run["sides"][turn["side_index"]]["side"]],
                "kind": turn["phase"],
                "text": turn["text"].strip(),
            }


def measures(source: Path) -> Iterator[Row]:
    """Yield the arguments on the measures of which doxa states the proposition."""
    path = source / "evals/registry/data/ballots/samples25.jsonl"
    for measure in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        name = measure["proposal_id"][:8]
        if name in MEASURES:
            for number, (heading, text) in enumerate(_arguments(measure["proposal_text"]), 1):
                rebuts = "rebuttal" in heading.lower()
                favours = ("favo" in heading.lower()) != rebuts
                yield {
                    "id": f"{name}-{number}",
                    "motion": MEASURES[name],
                    "side": "for" if favours else "against",
                    "kind": "rebuttal" if rebuts else "argument",
                    "text": text,
                }


def _arguments(measure: str) -> Iterator[tuple[str, str]]:
    """Yield the heading and the words of each argument in the text of a measure."""
    headings = [found for found in HEADING.finditer(measure) if "not submitted" not in found[1].lower()]
    ends = [*(heading.start() for heading in headings[1:]), len(measure)]
    for heading, end in zip(headings, ends, strict=True):
        yield heading[1], CLOSING.split(measure[heading.end() : end].strip())[0].strip()


def main() -> None:
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    for messages, read in {MODEL_DEBATES: debates, BALLOT_ARGUMENTS: measures}.items():
        (target / messages.folder).mkdir(parents=True, exist_ok=True)
        (target / messages.folder / messages.file).write_bytes(packed_rows(NOTICES[messages], read(source)))


if __name__ == "__main__":
    main()
