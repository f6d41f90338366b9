"""Where the words of a claim stand in their message, counted by hand."""

from doxa.minds.places import places_of

MESSAGE = "Well: trees cool “the street”.\nTrees  cost money — and trees cool it."


def words(*snippets):
    return [MESSAGE[slice(*place)] if place else None for place in places_of(snippets, MESSAGE)]


def test_words_are_found_letter_for_letter():
    assert places_of(["trees cool"], "Well: trees cool the street.") == ((6, 16),)


def test_the_same_words_twice_have_two_places_in_order():
    assert places_of(["trees cool", "trees cool"], MESSAGE) == ((6, 16), (55, 65))


def test_the_same_words_for_two_claims_share_their_only_place():
    assert places_of(["cost money", "cost money"], MESSAGE) == ((38, 48), (38, 48))


def test_words_inside_another_snippet_are_looked_for_beside_it_first():
    assert words("trees cool “the street”.", "trees cool") == ["trees cool “the street”.", "trees cool"]
    assert places_of(["trees cool “the street”.", "trees cool"], MESSAGE)[1] == (55, 65)


def test_words_before_those_that_hold_them_are_looked_for_beside_them_too():
    assert words("trees cool", "trees cool “the street”.") == ["trees cool", "trees cool “the street”."]
    assert places_of(["trees cool", "trees cool “the street”."], MESSAGE)[0] == (55, 65)


def test_order_tells_which_of_several_places_is_meant():
    text = "Fines hurt. Taxes fall. Fines hurt. Crime drops. Fines hurt."
    first, second, third = (0, 10), (24, 34), (49, 59)
    assert places_of(["Fines hurt"], text) == (first,)
    assert places_of(["Taxes fall", "Fines hurt"], text)[1] == second
    assert places_of(["Taxes fall", "Fines hurt", "Crime drops"], text)[1] == second
    assert places_of(["Crime drops", "Fines hurt"], text)[1] == third
    assert places_of(["Fines hurt", "Taxes fall", "Fines hurt", "Fines hurt"], text) == (first, (12, 22), second, third)
    # between what stands in another order than it was drawn nothing is kept: the first place
    assert places_of(["Crime drops", "Fines hurt", "Taxes fall"], text)[1] == first
    # what has no place says nothing
    assert places_of(["Taxes fall", "Nobody pays", "Fines hurt"], text)[1:] == (None, second)


def test_case_space_quotes_and_dashes_may_differ():
    assert words('TREES COOL "the street"') == ["trees cool “the street”"]
    assert words("trees cost money - and") == ["Trees  cost money — and"]


def test_punctuation_around_the_words_may_differ():
    assert words('"Trees cost money..."') == ["Trees  cost money"]


def test_accents_may_be_written_either_way():
    assert places_of(["vote nul cafe\u0301"], "Un vote nul café.") == ((3, 16),)


def test_whole_words_come_before_parts_of_words():
    assert places_of(["art"], "Parties cut art first.") == ((12, 15),)


def test_characters_are_counted_not_bytes_or_surrogates():
    assert places_of(["the ballot"], "🗳️ the ballot") == ((3, 13),)
    assert places_of(["b"], "\ud83d\uddf3 b") == ((2, 3),)


def test_what_does_not_stand_there_has_no_place():
    assert words("trees warm the street", "", "  ", "...") == [None, None, None, None]


def test_words_at_the_end_of_a_longer_word_are_looked_for_by_themselves_first():
    assert places_of(["ab"], "xab ab") == ((4, 6),)


def test_words_at_the_start_of_a_longer_word_are_looked_for_by_themselves_first():
    assert places_of(["ab"], "abx ab") == ((4, 6),)


def test_a_mark_that_stands_alone_is_not_taken_for_a_space():
    assert places_of(["a b"], "a \u00a8b") == (None,)


def test_of_two_places_inside_the_neighbours_words_the_first_is_taken():
    assert places_of(["ab cd", "cd", "cd ef"], "ab cd gh cd ef")[1] == (3, 5)
