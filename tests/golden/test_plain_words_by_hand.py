"""What a motion would do and what a claim says a thing does, in words that the networks know; forms of verbs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.models.embedded.guards.bans import without_ban
from doxa.models.embedded.guards.deeds import DEEDS, QUALITIES, in_plain_deeds
from doxa.models.embedded.guards.effects import ALSO_NOUNS, EFFECTS, in_plain_effects
from doxa.models.embedded.guards.verbs import forms_of
from doxa.models.embedded.phrasing import canonical


@pytest.mark.parametrize(
    ("motion", "plain"),
    [
        ("Israel should lift the blockade of Gaza", "Israel should end the blockade of Gaza"),
        ("Lifting the ban on hunting is wrong", "Ending the ban on hunting is wrong"),
        ("It is time to pull the plug on the opera", "It is time to end the opera"),
        ("The upper house should be wound up", "We should end The upper house"),
        ("We should lift wages", "We should increase wages"),
        ("The minimum wage should be lifted", "We should increase The minimum wage"),
        ("The curfew must be lifted at once", "We should end The curfew at once"),
        ("Coal power should be phased out by 2030", "We should end Coal power by 2030"),
        ("The council should scale the fair back", "The council should reduce the fair"),
        ("We should phase private cars out of city centres", "We should end private cars in city centres"),
        ("Phasing out coal would help the climate", "Ending coal would help the climate"),
        ("Lift the embargo", "End the embargo"),
        ("It is time to phase out cash", "It is time to end cash"),
        ("Britain should pull out of the treaty", "Britain should leave the treaty"),
        ("Schools ought to gradually phase out homework", "Schools ought to gradually end homework"),
        ("I think that beauty contests should be dropped", "I think that We should drop beauty contests"),
        ("Beauty contests must go", "We should end Beauty contests"),
        ("The monarchy has had its day", "We should end The monarchy"),
        ("Night trains are indispensable", "Night trains are essential"),
        ("National service is long overdue", "National service is needed"),
    ],
)
def test_motions_in_plain_words(motion, plain):
    assert in_plain_deeds(motion) == plain


@pytest.mark.parametrize(
    ("motion", "plain"),
    [
        ("The ban on Sunday shopping should be lifted", "We should allow Sunday shopping"),
        ("The city should repeal its partial ban on busking", "The city should allow busking"),
        ("The ban on hunting must be kept", "We should ban hunting"),
        ("The smoking ban should be repealed", "We should allow smoking"),
        ("The new phone ban must be kept", "We should ban phone"),
        ("A ban on smoking is unjustified", "We should allow smoking"),
        ("A fur ban is overdue", "We should ban fur"),
        ("A total ban should be lifted", "We should end A total ban"),
        ("Parliament should impose a ban on glyphosate", "Parliament should ban glyphosate"),
        ("We should discuss the ban on hunting", "We should discuss the ban on hunting"),
    ],
)
def test_motions_about_a_ban(motion, plain):
    assert without_ban(in_plain_deeds(motion)) == plain


@pytest.mark.parametrize(
    "motion",
    [
        "We should ban zoos",
        "We must go",
        "Children should go",
        "It is time to lift people out of poverty",
        "The retirement age should be raised",
        "The speed limit should be lowered to 30 km/h",
        "Illegal downloaders should be cut off from the internet",
        "Bars should close at midnight",
        "A cap on rents is wrong",
        "The police should be defunded",
        "People should go outside more",
        "The state is right to trust people",
        "Ease of use matters more than beauty",
        "The lift should be repaired",
        "",
    ],
)
def test_a_motion_in_plain_words_stays(motion):
    assert in_plain_deeds(motion) == motion


@pytest.mark.parametrize(
    ("claim", "plain"),
    [
        ("School uniforms stifle creativity.", "School uniforms decrease creativity."),
        ("The tax holds back small firms.", "The tax decreases small firms."),
        ("It held girls back, and stunted growth.", "It held girls back, and decreased growth."),
        ("Homework gets in the way of family life.", "Homework prevents family life."),
        ("The rule put paid to village shops.", "The rule destroyed village shops."),
        ("Trams would cut noise.", "Trams would decrease noise."),
        ("Cutting down on meat helps.", "decreasing meat helps."),
        ("Fees can burden families.", "Fees can harm families."),
    ],
)
def test_claims_in_plain_words(claim, plain):
    assert in_plain_effects(claim) == plain


@pytest.mark.parametrize(
    "claim",
    [
        "Spending cuts hurt the poor.",
        "The burden falls on families.",
        "Crush injuries are common.",
        "Uniforms reduce bullying.",
        "The sapling grows.",
        "Sap flows in spring.",
        "Hampers of food help.",
        "The foil is thin.",
        "Mar del Plata is far.",
        "A cutting-edge laboratory is built.",
        "",
    ],
)
def test_a_claim_in_plain_words_stays(claim):
    assert in_plain_effects(claim) == claim


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("phase out", ("phase out", "phases out", "phased out", "phased out", "phasing out")),
        ("cap", ("cap", "caps", "capped", "capped", "capping")),
        ("wither", ("wither", "withers", "withered", "withered", "withering")),
        ("quash", ("quash", "quashes", "quashed", "quashed", "quashing")),
        ("tear up", ("tear up", "tears up", "tore up", "torn up", "tearing up")),
        ("deny", ("deny", "denies", "denied", "denied", "denying")),
        ("delay", ("delay", "delays", "delayed", "delayed", "delaying")),
        ("forgo", ("forgo", "forgoes", "forwent", "forgone", "forgoing")),
        ("put on hold", ("put on hold", "puts on hold", "put on hold", "put on hold", "putting on hold")),
    ],
)
def test_forms_of_verbs(verb, forms):
    assert tuple(forms_of(verb)) == forms


@pytest.mark.parametrize(
    ("motion", "plain"),
    [
        ("THW ban gambling", "We should ban gambling"),
        ("THBT zoos are cruel.", "Zoos are cruel"),
        ("THS quotas", "We should support quotas"),
        ("THO the draft", "We should oppose the draft"),
        ("THC users should pay", "THC users should pay"),
        ("Ban THW meetings", "Ban THW meetings"),
    ],
)
def test_motions_of_debating_societies(motion, plain):
    assert canonical(motion) == plain


def test_what_is_plain_is_read_as_nothing_else():
    for table in (DEEDS, QUALITIES, EFFECTS, ALSO_NOUNS):
        read_otherwise = [verb for verbs in table.values() for verb in verbs]
        assert len(read_otherwise) == len(set(read_otherwise))
        assert not set(read_otherwise) & set(table)


@given(st.sampled_from([verb for verbs in DEEDS.values() for verb in verbs]), st.sampled_from(["zoos", "rent control"]))
def test_plain_words_are_final_and_keep_the_thing(verb, thing):
    for motion in (f"We should {verb} {thing}", f"{thing} should be {forms_of(verb).participle} soon"):
        plain = in_plain_deeds(motion)
        assert plain != motion
        assert thing in plain
        assert in_plain_deeds(plain) == plain
