"""What the shipped network of single claims is right on, by whether its training saw the motion in other words.

    .tools/train/bin/python bench/leaks.py [COSINE]

The shipped weights held motions out by their words alone: they learned from a train part's proposition unless it stands
word for word in a dev or test part. By ``corpora/motions.py`` a test motion is seen in other words where one of those
is the same motion; COSINE (0.5 when not given) is that from which on listed pairs count. The network alone is asked,
without guards and without abstention. The last row of each set leaves out the questions of the Habermas Machine too,
whose statements taught the network as well.
"""

import sys
from collections.abc import Iterable, Sequence
from itertools import groupby

from doxa.corpora.argument_sets import QUESTIONS, RANKED_ARGUMENTS
from doxa.corpora.corpus import normalised
from doxa.corpora.motions import NEAR, forms_of, normal_form
from doxa.corpora.stances import STANCES, LabelledClaim, read_stances
from doxa.models.embedded import embedder, polarity
from doxa.models.embedded.phrasing import canonical
from doxa_train.heldout import PARTS, stances

Forms = frozenset[frozenset[str]]


def plain_words_of(proposition: str) -> str:
    """Return the words of a proposition as trainings compared them."""
    return normalised(canonical(proposition))


def learned_forms() -> Forms:
    """Return the normal forms of the propositions whose claims taught the shipped weights."""
    held = {plain_words_of(row.proposition) for name in STANCES for part in PARTS for row in stances(name, part)}
    rows = (*(row.proposition for name in STANCES for row in stances(name, "train")), *ranked_propositions())
    return frozenset(normal_form(one) for one in rows if plain_words_of(one) not in held)


def train_part_forms() -> Forms:
    """Return the normal forms of every proposition of a train part."""
    labelled = (row.proposition for name in STANCES for row in read_stances(name, "train"))
    return frozenset(map(normal_form, (*labelled, *ranked_propositions())))


def ranked_propositions() -> list[str]:
    """Return the propositions of UKPConvArg1's train part, on whose arguments a larger encoder taught the weights."""
    return [argument.proposition for argument in RANKED_ARGUMENTS.read() if argument.part == "train"]


def question_forms() -> Forms:
    """Return the normal forms of the Habermas Machine's training questions."""
    return frozenset(normal_form(one.affirming) for one in QUESTIONS.read() if one.part == "train")


def share_right(rows: Sequence[LabelledClaim]) -> float:
    """Return the share of claims on whose side the network alone lies."""
    hits = 0
    for proposition, of_motion in groupby(rows, key=lambda row: row.proposition):
        claims = list(of_motion)
        chances = polarity().probabilities(canonical(proposition), [row.claim for row in claims], embedder())
        hits += sum((chance > 0.5) == (row.polarity > 0) for row, chance in zip(claims, chances, strict=True))
    return hits / len(rows)


def print_row(what: str, rows: Sequence[LabelledClaim]) -> None:
    """Print how many motions and claims there are, and the share on whose side the network lies."""
    motions = len({row.proposition for row in rows})
    print(f"  {what:<58} {motions:>4} motions {len(rows):>6} claims  {share_right(rows) if rows else float('nan'):.3f}")


def rows_by_what_was_seen(rows: Iterable[LabelledClaim], least: float) -> dict[str, list[LabelledClaim]]:
    """Return the rows of a test part by what training saw of their motions."""
    of_all = sorted(rows, key=lambda row: row.proposition)
    seen, train, questions = learned_forms(), train_part_forms(), question_forms()

    def without(forms: Forms, some: Sequence[LabelledClaim]) -> list[LabelledClaim]:
        return [row for row in some if forms.isdisjoint(forms_of(canonical(row.proposition), least))]

    unseen, new = without(seen, of_all), without(train, of_all)
    return {
        "all": of_all,
        "in the training of the shipped weights, in other words": [row for row in of_all if row not in unseen],
        "not in it": unseen,
        "in no train part at all": new,
        "and no question of the Habermas Machine": without(questions, new),
    }


def main() -> None:
    least = float(sys.argv[1]) if len(sys.argv) > 1 else NEAR
    for name in STANCES:
        print(f"{name} test, listed pairs from a cosine of {least:.2f} on")
        for what, rows in rows_by_what_was_seen(stances(name, "test"), least).items():
            print_row(what, rows)


if __name__ == "__main__":
    main()
