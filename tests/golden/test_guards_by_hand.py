"""Propositions as the guards rewrite them, worked by hand."""

import pytest

from doxa.models.embedded.guards.comparisons import halves_of, swap_comparison
from doxa.models.embedded.guards.hedges import ends_undecided, takes_no_side
from doxa.models.embedded.guards.languages import is_foreign
from doxa.models.embedded.guards.negations import affirm, in_plain_form
from doxa.models.embedded.guards.personal import is_personal
from doxa.models.embedded.guards.wording import cautions_about, is_double


@pytest.mark.parametrize(
    ("proposition", "swapped"),
    [
        ("Trains are safer than planes.", "Planes are safer than trains"),
        ("Copper pipes are better than lead pipes", "Lead pipes are better than copper pipes"),
        ("Genes explain intelligence better than upbringing", "Upbringing explain intelligence better than genes"),
        ("NATO is more useful than the EU", "The EU is more useful than NATO"),
        (
            "Heat pumps are cheaper to run than gas boilers in winter",
            "Gas boilers are cheaper to run than heat pumps in winter",
        ),
        ("In a war, drones are better than tanks", "In a war, tanks are better than drones"),
        ("We should fund buses rather than trams", "We should fund trams rather than buses"),
        (
            "We should fix the old bridge rather than build a new one",
            "We should build a new one rather than fix the old bridge",
        ),
        (
            "The council should spend the money on a library instead of a pool",
            "The council should spend the money on a pool instead of a library",
        ),
        (
            "Wages fell mainly because of trade rather than because of automation",
            "Wages fell mainly because of automation rather than because of trade",
        ),
        ("Walking is healthy rather than harmful", "Walking is harmful rather than healthy"),
        ("I prefer tea to coffee", "I prefer coffee to tea"),
        ("We should value freedom more than comfort", "We should value comfort more than freedom"),
        ("The city should spend more on buses than on trams", "The city should spend more on trams than on buses"),
        ("It is better to rent than to buy", "It is better to buy than to rent"),
        ("Marriage is more a burden than a blessing", "Marriage is more a blessing than a burden"),
        ("Social media does more harm than good", "Social media does more good than harm"),
        ("Sport is more about making money than playing well", "Sport is more about playing well than making money"),
        ("Parents rather than schools should teach manners", "Schools rather than parents should teach manners"),
        ("Poverty, not television, causes crime", "Television, not poverty, causes crime"),
        ("The benefits of wind power outweigh its costs", "Its costs outweigh the benefits of wind power"),
        ("We should put safety before profit", "We should put profit before safety"),
        ("Board games teach more than sports do.", "Sports teach more than board games do"),
        ("Penalties are decided by luck more than by skill", "Penalties are decided by skill more than by luck"),
        ("For short trips, trains beat planes", "For short trips, planes beat trains"),
        ("Podcasts are not as trustworthy as newspapers", "Newspapers are not as trustworthy as podcasts"),
        ("Free speech trumps religious feelings", "Religious feelings trumps free speech"),
        ("Compared with chess, poker is the deeper game", "Compared with poker, chess is the deeper game"),
        ("Better a bad peace than a good war", "Better a good war than a bad peace"),
        ("The money should go to rivers, not beaches", "The money should go to beaches, not rivers"),
        (
            "Rather than new roads, the state should build railways",
            "Rather than railways, the state should build new roads",
        ),
        ("Of Messi and Ronaldo, Messi is the greater", "Of Messi and Ronaldo, Ronaldo is the greater"),
        ("Freedom over security", "Security over freedom"),
        (
            "Small theatres need premises more than they need grants",
            "Small theatres need grants more than they need premises",
        ),
    ],
)
def test_a_comparison_has_its_two_things_swapped(proposition, swapped):
    assert swap_comparison(proposition) == swapped


@pytest.mark.parametrize(
    ("proposition", "halves"),
    [
        ("Trains are safer than planes in winter", ("Trains are safer in winter", "Planes are safer in winter")),
        ("We should fund buses rather than trams", ("We should fund buses", "We should fund trams")),
        ("I prefer tea to coffee", ("I prefer tea", "I prefer coffee")),
        ("Zoos do more harm than good", ("Zoos do more harm", "Zoos do more good")),
        ("Juries decide more fairly than judges do", ("Juries decide more fairly", "Judges decide more fairly")),
        (
            "Parents, not schools, should teach manners",
            ("Parents should teach manners", "Schools should teach manners"),
        ),
        ("Put patients ahead of profits", ("Put patients first", "Put profits first")),
        (
            "Cities should spend more on buses than on trams",
            ("Cities should spend more on buses", "Cities should spend more on trams"),
        ),
        (
            "Juries decide better than judges do in hard cases",
            ("Juries decide better in hard cases", "Judges decide better in hard cases"),
        ),
        ("Trains beat planes", None),
        ("We should ban gambling", None),
    ],
)
def test_a_comparison_says_something_of_each_thing(proposition, halves):
    assert halves_of(proposition) == halves


@pytest.mark.parametrize(
    "proposition",
    [
        "We should ban gambling",
        "More than half of all jobs will go",
        "Young people are lonelier than ever",
        "Nobody should have more than two children",
        "Schools should start later than nine",
        "There is no way other than war",
        "It is better than it was",
        "Global warming has turned out worse than scientists predicted",
        "Police officers who beat protesters belong in jail",
        "Most teenagers prefer a later start to the school day",
        "Hiking trails should be closed to dogs",
    ],
)
def test_a_number_a_time_or_a_measure_is_no_thing_to_swap(proposition):
    assert swap_comparison(proposition) is None


@pytest.mark.parametrize(
    ("proposition", "affirmative"),
    [
        ("The city should not sell its water works", "The city should sell its water works"),
        ("Zoos aren't cruel", "Zoos are cruel"),
        ("Cars cannot be banned", "Cars can be banned"),
        ("Robots won't take our jobs", "Robots will take our jobs"),
        ("Poetry is no longer read", "Poetry is read"),
        ("It is wrong to eat meat", "It is right to eat meat"),
        ("It is not true that taxes hurt growth", "Taxes hurt growth"),
        ("There should be no zoos", "There should be zoos"),
        ("Politicians have no right to privacy", "Politicians have a right to privacy"),
        ("No child should own a phone", "Child should own a phone"),
        ("Never trust a bank", "Trust a bank"),
        ("The army should refrain from using drones", "The army should use drones"),
        ("The state has no business cancelling debts", "The state should cancel debts"),
        ("We are against free travel for pensioners", "We should support free travel for pensioners"),
        ("I reject the call to ban fireworks", "We should ban fireworks"),
        ("There is no reason to close the pool", "We should close the pool"),
        ("The council should leave the market as it is", "The council should change the market"),
        ("The council must drop its plan to close the pool", "The council should close the pool"),
        ("It would be unfair to tax savings", "It would be right to tax savings"),
        ("Bringing back conscription is a bad idea", "Bringing back conscription is a good idea"),
        ("Museums need not charge", "Museums should charge"),
        ("The council should leave smokers alone", "The council should restrict smokers"),
        ("Scotland should remain free of wolves", "Scotland should have wolves"),
        ("Religion has no place in schools", "Religion has a place in schools"),
    ],
)
def test_a_negated_proposition_has_an_affirmative(proposition, affirmative):
    assert affirm(proposition) == affirmative


@pytest.mark.parametrize(
    "proposition",
    [
        "We should ban gambling",
        "The party is not only for the rich",
        "People who do not vote should be fined",
        "If it does not work, we should stop it",
        "Walking is not as healthy as running",
        "Public transport should be free of charge",
        "Nature should be left to children",
    ],
)
def test_a_denial_elsewhere_is_left_alone(proposition):
    assert affirm(proposition) is None


@pytest.mark.parametrize(
    "text",
    [
        "Das kostet den Staat Milliarden.",
        "Wer arbeitet, soll auch davon leben können.",
        "La gente no quiere pagar más impuestos.",
        "Les voitures polluent nos villes.",
        "Non possiamo permetterci questo lusso.",
        "De bussen zijn te duur voor arme gezinnen.",
        "To nie jest dobry pomysł dla dzieci.",
        "Os carros poluem as cidades e matam pessoas.",
        "Автомобили загрязняют города.",
        "車は街を汚す。",
    ],
)
def test_another_language_is_told(text):
    assert is_foreign(text)


@pytest.mark.parametrize(
    "text",
    [
        "Fines hurt.",
        "NO!",
        "El Niño causes floods in Peru.",
        "Voltaire said: écrasez l'infâme.",
        "Laissez-faire works.",
        "1893",
        "",
    ],
)
def test_a_borrowed_word_or_a_short_sentence_is_no_other_language(text):
    assert not is_foreign(text)


@pytest.mark.parametrize(
    "claim",
    [
        "A toll could be good or bad, I really don't know.",
        "Opinions on conscription are divided.",
        "Good zoos may be worth keeping, bad ones may not.",
        "Let's not rush to judgement about tolls.",
        "I haven't made up my mind about fur farming yet.",
        "Tolls are a fascinating question, and I have no answer to it.",
        "There's a case for conscription and a case against it.",
        "Which of the two weighs more, I do not know.",
        "It depends.",
        "I am not sure what to think of the tram.",
        "There are good arguments on both sides.",
        "On the one hand it is cheap, on the other it is ugly.",
        "Some commuters would gain, others would lose.",
        "The evidence is mixed.",
        "This is an interesting debate.",
        "Let us first define what a tram is.",
        "Absolutely, well said!",
        "How many people would use it?",
    ],
)
def test_a_hedge_takes_no_side(claim):
    assert takes_no_side(claim)


@pytest.mark.parametrize(
    "claim",
    [
        "There are good points on both sides; still, nuclear power is too dangerous.",
        "I'm not sure about much, but I'm sure that homework harms children.",
        "For better or worse, zoos are where children meet animals.",
        "Trams are quiet.",
        "We should build it, because both sides of the river would gain.",
        "Adults may live in any way they like.",
        "Everything that a child eats should be safe.",
        "Right-wing parties oppose it.",
        "Who would want to live there?",
        "I live in the middle of a city without a single free seat on the bus.",
        "There is no way of telling who is behind a mask, so the police are helpless.",
    ],
)
def test_a_claim_with_a_side_is_no_hedge(claim):
    assert not takes_no_side(claim)


@pytest.mark.parametrize(
    ("ending", "undecided"),
    [
        ("I can see both sides, and I'd want larger trials before deciding.", True),
        ("In the end, it depends.", True),
        ("I'm still on the fence.", True),
        ("But the sea will send the bill either way, and I would sooner we paid now.", False),
        ("We should hear both sides before deciding on a ban.", False),
        ("Take him away, and the wounded on both sides lose.", False),
        ("Whether it works depends on who pays.", False),
    ],
)
def test_a_message_ends_undecided_where_its_writer_is(ending, undecided):
    assert ends_undecided(ending) is undecided


@pytest.mark.parametrize(
    ("proposition", "double"),
    [
        ("Christianity is right and atheism is wrong", True),
        ("We should ban smoking and drinking", True),
        ("We should cut taxes and raise wages", True),
        ("Taxes are too high; wages are too low", True),
        ("We should support the use of truth and reconciliation commissions", False),
        ("Governments should reduce the gap between rich and poor citizens", False),
        ("Cats and dogs are good pets", False),
        ("We should ban gambling", False),
        ("The council should sell the golf course, and it should also reopen the pool.", True),
        ("Ireland should legalise cannabis while also making organ donation opt-out.", True),
        ("Ban smartphones from classrooms and bring back swimming lessons!", True),
        ("Homework is useless. Exams should start in year one.", True),
        ("Daylight saving time should go, and so should the penny.", True),
        ("Parliament should recognise Palestine and Taiwan.", True),
        ("Remote work makes people lonely but boosts output.", True),
        ("Besides grounding private jets, France should buy back its motorways.", True),
        ("The voting age should be lowered to sixteen and voting should be compulsory.", True),
        ("The state should fund opera while cutting the army.", True),
        ("Either tuition fees should be abolished or grants should be doubled.", True),
        ("We should find polluters and punish them.", False),
        ("We should tax and regulate cannabis.", False),
        ("Mountain search and rescue should be billed to the people who get lost.", False),
        ("Smoking should be forbidden in parks, playgrounds and at bus stops.", False),
        ("Spain and Portugal should share a time zone.", False),
        ("The same limit on hours should cover doctors as well as nurses.", False),
        ("Solitary confinement is torture and must end.", False),
    ],
)
def test_a_proposition_of_two_things_is_told(proposition, double):
    assert is_double(proposition) is double


def test_foreign_seeds_are_counted_for_the_offline_judge_alone():
    seeds = ["Das kostet den Staat Milliarden.", "Gambling ruins whole families."]
    (caution,) = cautions_about("We should ban gambling", seeds, offline=True)
    assert caution.startswith("1 of 2 seed arguments are not in English")
    assert cautions_about("We should ban gambling", seeds, offline=False) == ()


@pytest.mark.parametrize(
    ("proposition", "personal"),
    [
        ("I should adopt a second dog.", True),
        ("My son should quit the violin", True),
        ("We should spend Christmas with my parents", True),
        ("Should I sell the house?", True),
        ("Whether or not I move, the flat should be let", True),
        ("We should ban gambling", False),
        ("I do not believe that gambling should be banned", False),
        ("I cannot accept that speed bumps help", False),
        ("In my view zoos should close", False),
        ("World War I was avoidable", False),
        ("Charles I should not have been executed", False),
        ("A mine should be opened in Cornwall", False),
        ('"My body, my choice" is a bad slogan', False),
    ],
)
def test_a_decision_in_the_speaker_s_own_life_is_told(proposition, personal):
    assert is_personal(proposition) is personal


def test_a_personal_decision_warns_who_hears_offline_and_blind():
    motion = "I should adopt a second dog."
    (caution,) = cautions_about(motion, offline=True)
    assert "--hear MODEL" in caution
    assert cautions_about(motion, offline=True, blind=False) == cautions_about(motion, offline=False) == ()


@pytest.mark.parametrize("words", ["I ", "we see both ", "I am not for "])
def test_an_endless_sentence_comes_to_an_end(words):
    assert not ends_undecided(words * 20_000)


@pytest.mark.parametrize(
    ("proposition", "plain", "is_opposite"),
    [
        ("We should oppose a ban on zoos", "We should support a ban on zoos", True),
        ("We should not oppose a ban on zoos", "We should support a ban on zoos", False),
        ("The city must strongly reject the stadium", "The city must support the stadium", True),
        ("Schools should refuse to sell sweets", "Schools should sell sweets", True),
        ("Nobody should not vote", "Everyone should vote", False),
        ("We should oppose the idea that art is free", "We should oppose the idea that art is free", False),
        ("Those who oppose war should be heard", "Those who oppose war should be heard", False),
    ],
)
def test_denials_are_taken_away_until_none_is_left(proposition, plain, is_opposite):
    assert in_plain_form(proposition) == (plain, is_opposite)


@pytest.mark.parametrize(
    "claim",
    [
        "Maybe smoking in parks is bad, maybe it isn't.",
        "Smoking in parks is a complicated matter.",
        "The ban remains a deeply divisive and sensitive issue.",
        "What do we know about smoke in parks?",
    ],
)
def test_what_is_only_called_hard_or_asked_takes_no_side(claim):
    assert takes_no_side(claim)


@pytest.mark.parametrize(
    "claim",
    [
        "Smoking in parks is a serious problem for children.",
        "Maybe a ban is costly, but it saves lives.",
        "Enforcing the ban is a difficult matter that costs the town thousands.",
    ],
)
def test_what_says_more_than_that_takes_one(claim):
    assert not takes_no_side(claim)
