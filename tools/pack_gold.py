"""Pack the gold data that doxa ships beside the ArgKP arguments: people's labels, for testing and training judges.

    python tools/pack_gold.py SOURCE TARGET

SOURCE contains the published files in folders ``argkp``, ``ukpconvarg1``, ``perspectrum``, ``ibm-claim-stance`` and
``propositions``; TARGET is ``packages/models/src/doxa_models/texts``, but ``argkp/`` belongs into
``src/doxa/corpora/shipped``, as runs read it. Every run gives the same bytes: rows are in the order of the data
set, and the gzip header has no time.
"""

import csv
import gzip
import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

Row = Sequence[str | int]


def pack(target: Path, notice: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Write one compressed CSV file whose first line says what was changed."""
    lines = io.StringIO(newline="")
    lines.write(f"# {notice}\n")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(lines.getvalue().encode(), 9, mtime=0))


def pack_argkp(source: Path, target: Path) -> None:
    """Pack the argument–key-point labels; ``pack_argkp.py`` packs arguments and key points."""
    notice = "Changed from ArgKP-2021 (IBM/KPA_2021_shared_task): parts joined, ids prefixed by part. CDLA-Sharing-1.0."
    rows = (
        (f"{part}/{row['arg_id']}", f"{part}/{row['key_point_id']}", row["label"])
        for part in ("train", "dev", "test")
        for row in csv_rows(source / f"labels_{part}.csv")
    )
    pack(target / "labels.csv.gz", notice, ("argument", "key_point", "label"), rows)


def pack_ukp(source: Path, target: Path) -> None:
    """Pack the ranked arguments, and the pairs by ids, the more convincing argument first."""
    notice = "Changed from UKPConvArg1 (UKPLab/acl2016-convincing-arguments): tables joined, renamed. CC-BY-4.0."
    ranked = [(row["id"], row["topic_side"], row["rank"], row["argument"]) for row in csv_rows(source / "ranks.csv.gz")]
    pack(target / "arguments.csv.gz", notice, ("id", "side", "rank", "text"), ranked)
    pairs = []
    for row in csv_rows(source / "strict_pairs.csv.gz"):
        first, second = row["pair_id"].split("_")
        pairs.append((first, second) if row["label"] == "a1" else (second, first))
    pack(target / "pairs.csv.gz", notice, ("better", "worse"), pairs)


def pack_perspectrum(source: Path, target: Path) -> None:
    """Pack claims with their part, the pool of perspectives, and the clusters with their stance."""
    notice = "Changed from Perspectrum v1.0 (CogComp/perspectrum): JSON to tables, no evidence or votes. CC-BY-SA-4.0."
    claims = json_of(source / "perspectrum_with_answers_v1.0.json.gz")
    parts = json.loads((source / "dataset_split_v1.0.json").read_text(encoding="utf-8"))
    told = ((one["cId"], parts[str(one["cId"])], " ".join(one["topics"]), one["text"]) for one in claims)
    pack(target / "claims.csv.gz", notice, ("id", "part", "topics", "text"), told)
    pool = json_of(source / "perspective_pool_v1.0.json.gz")
    texts = ((one["pId"], one["source"], one["text"]) for one in pool)
    pack(target / "perspectives.csv.gz", notice, ("id", "source", "text"), texts)
    clusters = (
        (claim["cId"], one["stance_label_3"], " ".join(str(id) for id in one["pids"]))
        for claim in claims
        for one in claim["perspectives"]
    )
    pack(target / "clusters.csv.gz", notice, ("claim", "stance", "perspectives"), clusters)


def pack_ibm(source: Path, target: Path) -> None:
    """Pack the corrected claims with their stance."""
    notice = "Changed from IBM Claim Stance Dataset v1: columns chosen and renamed. CC-BY-SA-3.0."
    names = ("claims.claimId", "split", "topicId", "topicText", "topicTarget", "claims.stance")
    rows = (
        (*(row[name] for name in names), row["claims.claimCorrectedText"])
        for row in csv_rows(source / "claim_stance_dataset.csv.gz")
    )
    pack(target / "claims.csv.gz", notice, ("id", "part", "topic", "motion", "target", "stance", "text"), rows)


def pack_propositions(source: Path, target: Path) -> None:
    """Pack questions, each with the statement that affirms it and the statement that negates it."""
    notice = "Changed from the questions of google-deepmind/habermas_machine: JSON to a table. CC-BY-4.0."
    names = ("id", "split", "topic", "question", "affirming_statement", "negating_statement")
    rows = ([one[name] for name in names] for one in json_of(source / "habermas_questions.json.gz"))
    pack(target / "propositions.csv.gz", notice, ("id", "part", "topic", "question", "affirming", "negating"), rows)


def csv_rows(path: Path) -> Iterator[dict[str, str]]:
    """Return the rows of a CSV file, compressed or not."""
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode()
    return csv.DictReader(io.StringIO(text, newline=""))


def json_of(path: Path) -> list[dict[str, Any]]:
    """Return the list in a compressed JSON file."""
    found: list[dict[str, Any]] = json.loads(gzip.decompress(path.read_bytes()))
    return found


def main() -> None:
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    pack_argkp(source / "argkp", target / "argkp")
    pack_ukp(source / "ukpconvarg1", target / "ukp")
    pack_perspectrum(source / "perspectrum", target / "perspectrum")
    pack_ibm(source / "ibm-claim-stance", target / "ibm-stance")
    pack_propositions(source / "propositions", target / "propositions")


if __name__ == "__main__":
    main()
