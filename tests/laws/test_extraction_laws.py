"""Laws of extraction: words of the message and no others, found again at their places; a claim yields itself."""

from collections import Counter
from itertools import pairwise

from hypothesis import assume, example, given, strategies as st

from doxa.corpora import load_corpus
from doxa.minds.places import places_of
from doxa.models.hearing.claims import claims_of
from doxa.models.hearing.markup import plain
from doxa.records.base import clean

MOTION = "We should adopt compulsory voting"

PIECES = (
    "Compulsory voting raises turnout|it also saves money|fines hurt the poor|although parties listen|I think that|"
    "why bother|because nobody reads|some say that|“forced votes”|e.g.|1.|-|🙂|First, |second, |; |, |. |? |\n|\n\n|"
    " and | but |—|: |Hello |THE TAX FALLS|**Fines** hurt|*laughs*|> Taxes fall|# Costs|~~cheap~~|`x`|<b>|<br>|@ada|"
    "[Taxes](https://a.org/b) fall|[1]|You say |I see your point, but |Others claim |However, |1) |2) |#tax|"
    "Isn't it clear that |Doesn't it also|Don't you think that |No.|"
    "Who pays? The poor.|If it fails, |Secondly, it helps |投票は義務だ。|_|*"
)
pieces = st.sampled_from(PIECES.split("|"))
messages = st.lists(pieces, max_size=14).map(" ".join) | st.text(max_size=200)


@given(messages)
@example("it is true that  a, but b.\ud800 \ud83d\uddf3 Fines hurt the poor workers")
def test_every_snippet_stands_at_its_place(message):
    snippets = [one.snippet for one in claims_of(message, MOTION)]
    places = places_of(snippets, message)
    assert all(place is not None for place in places)
    assert [clean(message)[start:end] for start, end in places] == snippets
    assert len(set(places)) == len(places)


@given(messages)
def test_the_same_message_gives_the_same_claims_and_none_is_empty(message):
    found = claims_of(message, MOTION)
    assert claims_of(message, MOTION) == found
    assert all(one.claim.strip() and one.snippet.strip() == one.snippet != "" for one in found)


@given(messages)
def test_what_is_left_of_a_marked_text_stands_in_it_in_order(message):
    view = plain(message)
    assert len(view.text) == len(view.origins)
    assert list(view.origins) == sorted(view.origins)
    assert all(one in ("\n", message[origin]) for one, origin in zip(view.text, view.origins, strict=True))


@given(st.text("ab ", min_size=1, max_size=4), st.integers(1, 6), st.text("ab ", max_size=20))
def test_words_repeated_as_often_as_they_stand_have_different_places(words, times, message):
    assume(words.strip())
    standing = message.count(words.strip())
    found = [one for one in places_of([words] * times, message) if one]
    assert len(set(found)) == min(times, standing)
    assert all(message[start:end] == words.strip() for start, end in found)


@given(st.lists(st.tuples(st.sampled_from(["a", "b", "c", "unique"]), st.booleans()), max_size=12))
def test_words_drawn_in_the_order_of_a_message_have_places_in_that_order(drawn):
    said = [f"{word}{number}" if word == "unique" else word for number, (word, _) in enumerate(drawn)]
    words = [one for one, (_, chosen) in zip(said, drawn, strict=True) if chosen]
    places = places_of(words, " ".join(said))
    assert all(one[1] <= other[0] for one, other in pairwise(places))
    assert [" ".join(said)[start:end] for start, end in places] == words


@given(st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=8), st.permutations("xyz"))
def test_words_that_stand_once_have_their_place_in_whatever_order_they_are_drawn(others, once):
    message = " ".join([*once, *others])
    places = places_of([*others, *"xyz"], message)
    assert places[-3:] == tuple((2 * once.index(one), 2 * once.index(one) + 1) for one in "xyz")


@given(st.text(max_size=30), st.text(max_size=30))
def test_a_place_lies_within_the_message(snippet, message):
    (place,) = places_of([snippet], message)
    assert place is None or 0 <= place[0] < place[1] <= len(clean(message))


def arguments(part):
    corpus = load_corpus("argkp")
    return [(one.text, motion) for motion, found in corpus.motions.items() for one in found if one.part == part]


def test_single_arguments_are_seldom_missed_and_seldom_cut():
    drawn = arguments("test")[::3]
    counts = Counter(min(2, len(claims_of(text, motion))) for text, motion in drawn)
    assert counts[0] <= 0.03 * len(drawn)
    assert counts[2] <= 0.12 * len(drawn)


def test_a_claim_of_a_real_argument_yields_itself():
    claims = [(claim.claim, motion) for text, motion in arguments("dev")[::9] for claim in claims_of(text, motion)]
    again = [[claim.claim for claim in claims_of(claim, motion)] for claim, motion in claims]
    assert sum(found == [claim] for found, (claim, _) in zip(again, claims, strict=True)) >= 0.9 * len(claims)
