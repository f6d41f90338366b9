"""Labels are kept: what a corpus labels has its direction and strength when it is spoken word for word."""

from pathlib import Path

import pytest

import doxa
from doxa.analysis.verify import verify
from doxa.corpora import Corpus, load_corpus, normalised
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.minds.hearing import put_labels
from doxa.minds.labels import LabelBook
from doxa.minds.places import places_of
from doxa.models.hearing.claims import claims_of
from doxa.records.events import HeardBody, MessageHeard
from doxa.records.spec import Label
from doxa.systems.dialogue.offline.phrases import MANNERS

MOTION = "Our town should build the tram rather than widen the ring road"

ARGUMENTS = """\
A tram carries as many people as three lanes of cars, on a strip two metres wide.,pro,0.8
Wider roads fill up again within a few years.,pro,0.7
Children and old people who cannot drive would get about by themselves.,pro,
The ring road cuts two districts apart, and a wider one would cut deeper.,pro,0.6
Rails last for forty years; asphalt has to be laid again every twelve.,pro,0.5
Shops along the line in our sister city sell more than before it came.,pro,0.4
Most of our villages will never have a stop within walking distance.,con,0.7
Lorries that bring our food cannot ride on rails.,con,0.6
Five years of digging would kill the small shops that it is meant to save, and nobody pays them.,con,0.5
If demand moves in ten years, rails stay where they are; buses and cars do not.,con,
Ambulances from the new hospital stand in the jam every single morning.,con,0.8
The state pays nine tenths of the road and not a cent of the tram.,con,0.9
"""

SCENARIO = f"""\
proposition = "{MOTION}"
[agents.ada]
side = "pro"
[agents.ben]
side = "con"
[script]
rounds = 6
[seeds]
corpus = "own.csv"
per_side = 1
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scenario of one's own with twelve labelled arguments."""
    folder = tmp_path_factory.mktemp("own")
    rows = [line.rsplit(",", 2) for line in ARGUMENTS.splitlines()]
    lines = [f'{MOTION},"{text}",{side},{strength}' for text, side, strength in rows]
    (folder / "own.csv").write_text("\n".join(["proposition,text,polarity,strength", *lines]), encoding="utf-8")
    (folder / "own.toml").write_text(SCENARIO, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def kept(folder: Path) -> Path:
    return doxa.run(folder / "own.toml", out=folder / "kept").path


def heard_in(run: Path) -> list[HeardBody]:
    return [event.body for event in doxa.open_run(run).events if isinstance(event, MessageHeard)]


def own_corpus(folder: Path) -> Corpus:
    return load_corpus(folder / "own.csv")


def test_every_labelled_argument_that_is_spoken_is_one_claim_with_its_label(folder: Path, kept: Path) -> None:
    labels = {normalised(argument.text): argument for argument in own_corpus(folder).motion(MOTION)}
    spoken = 0
    for body in heard_in(kept):
        said = f" {normalised(body.text)} "
        expected = [words for words in labels if f" {words} " in said]
        by_corpus = {normalised(claim.text): claim for claim in body.claims if claim.direction_by == "corpus"}
        assert sorted(by_corpus) == sorted(expected)
        for words, claim in by_corpus.items():
            assert claim.polarity == labels[words].polarity
            if labels[words].strength is not None:
                assert set(claim.strengths.values()) == {labels[words].strength}
            spoken += 1
    assert spoken >= 12


def test_a_log_with_labels_verifies(kept: Path) -> None:
    assert verify(kept).status == "verified"


def test_judged_labels_are_read_like_any_words(folder: Path, kept: Path) -> None:
    run = doxa.run(folder / "own.toml", out=folder / "judged", changes={"hearing.labels": "judged"})
    claims = [claim for body in heard_in(run.path) for claim in body.claims]
    assert run.spec.labels == ()
    assert {claim.direction_by for claim in claims} == {"judge"}
    rated = {normalised(one.text): one.strength for one in own_corpus(folder).motion(MOTION) if one.strength}
    spoken = [claim for claim in claims if normalised(claim.text) in rated]
    assert spoken
    assert not any(rated[normalised(claim.text)] in claim.strengths.values() for claim in spoken)
    assert heard_in(run.path)[0].text == heard_in(kept)[0].text


def test_a_text_that_is_labelled_both_ways_is_left_out(folder: Path, tmp_path: Path) -> None:
    rows = (folder / "own.csv").read_text(encoding="utf-8")
    (tmp_path / "own.csv").write_text(f'{rows}\n{MOTION},"LORRIES that bring our food cannot ride on rails",pro,\n')
    (tmp_path / "own.toml").write_text(SCENARIO, encoding="utf-8")
    assert len(plan(load_scenario(folder / "own.toml")).labels) == 12
    assert len(plan(load_scenario(tmp_path / "own.toml")).labels) == 11


X = "Children who can't drive would get about by themselves"
Y = "Rails last for forty years; asphalt has to be laid again every twelve."
BOOK = LabelBook(
    (
        Label(text=X, polarity=1, strength=0.25),
        Label(text=Y, polarity=-1),
        Label(text="Thank you all for your patience.", polarity=1),
        Label(text="Isn't it plain that the road fills up again?", polarity=-1),
    )
)

SPOKEN = {
    "as it stands": (f"{X}.", [X]),
    "in a frame": (f"Let me add something: {X}.", [X]),
    "behind a connective": (f"Besides, {X[0].lower()}{X[1:]}. I am for it.", [X]),
    "as an opinion": (f"I think that {X[0].lower()}{X[1:]}!", [X]),
    "granted": (f"I admit that {X[0].lower()}{X[1:]}. Still, I am against it.", [X]),
    "in other type": (f"{X.upper().replace(chr(39), chr(0x2019))} …", [X]),
    "with invisible characters": (f"{X.replace('drive', 'dri' + chr(0xAD) + 've')}.", [X]),
    "two in a row": (f"{X}. {Y}", [X, Y]),
    "split by the extractor": (Y, [Y]),
    "in bold": (f"**{X}.** That is all.", [X]),
    "before a colon that denies nothing": (f"It does not outweigh the rest: {X}.", [X]),
    "without a doubt": (f"There is no doubt about it: {X}.", [X]),
    "with leave": (f"If I may add: {X}.", [X]),
    "with a though": (f"On the whole, though, {X[0].lower()}{X[1:]}.", [X]),
    "beyond denial": (f"Nobody can deny that {X[0].lower()}{X[1:]}.", [X]),
    "with a note": (f"{X} [1]. That is all.", [X]),
    "with a face": (f"{X} 😢", [X]),
    "with a source": (f"{X} (Weber 2019).", [X]),
    "compared afterwards": (f"{X}. It is not so much the young as the old.", [X]),
    "in a list": (f"1. {X}\n2. {Y}", [X, Y]),
    "as thanks, which no extractor takes": ("Thank you all for your patience.", ["Thank you all for your patience."]),
    "as a question": ("Isn't it plain that the road fills up again?", ["Isn't it plain that the road fills up again?"]),
}

TURNED = {
    "denied": f"It is false that {X[0].lower()}{X[1:]}.",
    "denied after": f"Some say this: {X}. They are wrong.",
    "a myth": f"{X}. But that is a myth.",
    "restricted in brackets": f"{X} (but only if somebody takes them to the stop).",
    "gone on": f"{X} only if somebody takes them to the stop.",
    "supposed": f"If {X[0].lower()}{X[1:]}, who would pay?",
    "asked": f"{X}?",
    "quoted": f"“{X}” is what they print on the leaflets.",
    "quoted line": f"> {X}.",
    "ridiculed": f"It would be ridiculous to think that {X[0].lower()}{X[1:]}.",
    "given up": f"I have stopped believing that {X[0].lower()}{X[1:]}.",
    "believed by few": f"Few believe that {X[0].lower()}{X[1:]}.",
    "rejected before a colon": f"This is simply not true: {X}.",
}


def put(text: str) -> list[str]:
    drawn = [claim.model_dump() for claim in claims_of(text, MOTION)]
    places = places_of([claim["snippet"] for claim in drawn], text)
    placed = [{**claim, "place": place} for claim, place in zip(drawn, places, strict=True)]
    return [claim["label"].text for claim in put_labels(placed, text, BOOK) if "label" in claim]


@pytest.mark.parametrize(("text", "labels"), SPOKEN.values(), ids=list(SPOKEN))
def test_a_labelled_sentence_is_found(text: str, labels: list[str]) -> None:
    assert put(text) == labels


REJECTED = {"Some say this:"}
"""The frame of a claim that the speaker then calls wrong."""


@pytest.mark.parametrize(
    "frame", sorted({frame for one in MANNERS for frame in (*one.adding, *one.granting)} - REJECTED)
)
def test_a_labelled_sentence_is_found_in_every_frame_of_the_offline_speaker(frame: str) -> None:
    text = f"I have listened, Ada. {frame} {X}. That does not change the answer."
    assert put(text) == [X]


@pytest.mark.parametrize("text", TURNED.values(), ids=list(TURNED))
def test_what_is_not_said_as_it_stands_is_left_to_the_judge(text: str) -> None:
    assert put(text) == []


def test_an_extractor_that_turns_the_words_round_keeps_the_judges_direction() -> None:
    text = f"Parents keep telling us this. {X}. Ask them again in winter."
    start = text.index(X)
    turned = {"claim": "Children would not get about by themselves.", "snippet": X, "place": (start, start + len(X))}
    assert put_labels([turned], text, BOOK) == [turned]


def test_a_label_that_one_claim_says_is_heard_though_another_says_otherwise() -> None:
    place = (0, len(X))
    as_said = {"claim": f"{X}.", "snippet": X, "place": place}
    turned = {"claim": "Children would not get about.", "snippet": X, "place": place}
    assert [one["label"].text for one in put_labels([turned, as_said], f"{X}.", BOOK) if "label" in one] == [X]


def test_a_claim_that_joins_a_label_with_another_sentence_leaves_that_one() -> None:
    text = f"{X}. Their parents would get back two hours of every day."
    joined = {"claim": text, "snippet": text, "place": (0, len(text))}
    first, second = put_labels([joined], text, BOOK)
    assert first["label"].text == X
    assert second["claim"] == "Their parents would get back two hours of every day."
