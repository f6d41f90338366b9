"""The things that claims name, worked by hand."""

from doxa_train.unlabelled import LEAST, concepts_of


def test_a_thing_is_a_run_of_content_words_where_a_noun_phrase_may_stand():
    claims = [
        "Private military companies are a threat.",
        "We need control of private military companies, and soon.",
        "The harm by Private Military Companies can be large",
    ]
    assert [things[:1] for things in concepts_of(claims)] == [("private military companies",)] * LEAST


def test_what_few_claims_name_is_none():
    assert concepts_of(["Zoos are cruel.", "Zoos are kind.", "Parks are green."]) == [(), (), ()]


def test_a_word_that_leads_to_the_thing_is_none():
    claims = [f"The number of {what} is high." for what in ("zoos", "parks", "cars")]
    assert concepts_of(claims) == [(), (), ()]


def test_words_of_praise_are_none():
    claims = [f"{what} is a good idea." for what in ("Tax", "Rain", "Bread")]
    assert concepts_of(claims) == [(), (), ()]


def test_a_claim_that_names_a_thing_twice_counts_once():
    assert concepts_of(["Zoos are zoos, and zoos are zoos, of zoos."] * (LEAST - 1)) == [()] * (LEAST - 1)
    assert concepts_of(["Zoos are fun, and zoos are fun."] * LEAST) == [("zoos",)] * LEAST
