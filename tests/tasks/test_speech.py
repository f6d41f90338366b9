"""The check of speech: what of an answer was said by its speaker, with known answers."""

import pytest

from doxa.tasks.speech import EarlierTurn, SpeechContext, check_speech

MOTION = "We should plant more trees along the main road"
FIRST = (
    "Trees cool a street by several degrees in summer, and the people who wait for the bus there are mostly old. "
    "That alone is worth the loss of nine parking places."
)
REQUEST = (
    f'You are Ana, one of two people who discuss a motion in public. The motion, word for word: "{MOTION}"\n'
    "It does not repeat what you have already said unless it is being answered; a point made once is made.\n"
    "It is your turn, in round 2. Write only the words you say."
)
OWN = "I walk that road twice a day, and in July nobody stays outdoors between noon and four. Shade would change that."
CONTEXT = SpeechContext(
    speaker="Ana Berg",
    others=("Ben Ode",),
    motion=MOTION,
    request=REQUEST,
    earlier=(EarlierTurn(speaker="Ben Ode", text=FIRST),),
)


@pytest.mark.parametrize(
    "answer",
    [
        OWN,
        "Certainly.",
        "Ja, natürlich, aber nicht um jeden Preis.",
        f"We should plant more trees along the main road, and soon. {OWN}",
        f"Ben says “{FIRST}” I do not think so: parking feeds the shops.",
        f'You told us "{FIRST}"\nAnd who pays for it?',
        f"> {FIRST}\n{OWN}",
        "Ben Ode: Trees cool a street by several degrees in summer\nis what I heard, and it is not what I measured.",
        "My name is Ana Berg, and I walk that road twice a day.",
        "Ana is not the only one who walks that road.",
        "It is a fair point: shade counts. It is a fair point, and yet parking feeds the shops on that road.",
    ],
    ids=[
        "own words",
        "one word",
        "German",
        "motion and more",
        "curly",
        "straight",
        "block",
        "named line",
        "own name",
        "first name",
        "refrain",
    ],
)
def test_words_that_somebody_may_say_are_kept_as_they_are(answer: str) -> None:
    checked = check_speech(answer, CONTEXT)
    assert (checked.text, checked.fault, checked.cut) == (answer, "", ())


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("...", "empty"),
        ("  12 !", "empty"),
        ("<|im_start|>", "empty"),
        ("Ben Ode: I disagree with all of that.", "other"),
        (f"{MOTION}.", "motion"),
        ("Ana Berg begins with the shade, and she goes on to the old people at the bus stop.", "report"),
        (f"Ana Berg: Ana Berg argues for shade. {OWN}", "report"),
        (FIRST, "echo"),
        (f"Well. {FIRST}", "echo"),
        ("It is your turn, in round 2. Write only the words you say.", "echo"),
        ("write only the words you say", "echo"),
        (f"{OWN} " + "It would cool the street. " * 12, "loop"),
        ("no way " * 30, "loop"),
    ],
    ids=[
        "dots",
        "no letter",
        "token",
        "other's line",
        "motion",
        "from outside",
        "behind its name",
        "earlier turn",
        "with a lead",
        "request",
        "short request",
        "tail",
        "two words",
    ],
)
def test_what_is_no_speech_has_a_fault(answer: str, fault: str) -> None:
    assert check_speech(answer, CONTEXT).fault == fault


@pytest.mark.parametrize(
    ("answer", "cut"),
    [
        (f"Ana Berg: {OWN}", "Ana Berg:"),
        (f"**Ana:** {OWN}", "**Ana:**"),
        (f"Ana Berg (for): {OWN}", "Ana Berg (for):"),
        (f"“{OWN}”", "“”"),
        (f"{OWN}\n\nBen Ode: I see your point.", "Ben Ode: I see your point."),
        (f"{OWN}\n**Ben Ode:** I see.\nAna Berg: Good.", "**Ben Ode:** I see.\nAna Berg: Good."),
        (f"{OWN}<|im_end|>\n<|im_start|>user", "<|im_end|>\n<|im_start|>user"),
        (f"{OWN}</s>", "</s>"),
        (f"{OWN}<｜end▁of▁sentence｜>", "<｜end▁of▁sentence｜>"),
        (f"{OWN}<end_of_turn>", "<end_of_turn>"),
        (f"<|im_start|>assistant\n{OWN}", "<|im_start|>assistant\n"),
    ],
)
def test_what_stands_around_a_speech_is_cut_and_kept_apart(answer: str, cut: str) -> None:
    checked = check_speech(answer, CONTEXT)
    assert (checked.text, checked.fault, checked.cut) == (OWN, "", (cut,))


def test_what_the_speaker_may_say_again_is_no_echo() -> None:
    memory = "The water board has offered to pay for the saplings and for two years of their care."
    context = CONTEXT.model_copy(update={"request": f"{REQUEST}\nMemory:\n+ (own) {memory}"})
    assert check_speech(memory, context).fault == "echo"
    assert check_speech(memory, context.model_copy(update={"own": (memory,)})).fault == ""


def test_half_of_the_words_make_an_echo_and_fewer_do_not() -> None:
    echoed = " ".join(FIRST.split()[:20])
    assert check_speech(f"{' '.join(OWN.split()[:19])} {echoed}", CONTEXT).fault == "echo"
    assert check_speech(f"{OWN} {echoed}", CONTEXT).fault == ""


def test_a_name_with_an_article_is_known_without_it() -> None:
    context = CONTEXT.model_copy(update={"speaker": "The persuader", "others": ("The target",)})
    checked = check_speech(f"Persuader: {OWN}\n\nThe target: I see.\nTarget: Yes.", context)
    assert (checked.text, checked.cut) == (OWN, ("Persuader:", "The target: I see.\nTarget: Yes."))


@pytest.mark.parametrize(
    ("speaker", "answer", "fault"),
    [
        ("Cobalt", "Cobalt argues that shade would change that.", "report"),
        ("The persuader", "The persuader argues for shade.", "report"),
        ("The persuader", "The persuaders of the last round argued for shade.", ""),
        ("Cobalt", f"Cobalt, {OWN}", "report"),
        ("Pro", "The pro side has shown that shade would change that.", ""),
    ],
)
def test_a_report_begins_with_the_name_word_for_word(speaker: str, answer: str, fault: str) -> None:
    context = CONTEXT.model_copy(update={"speaker": speaker})
    assert check_speech(answer, context).fault == fault
    assert check_speech(answer, context.model_copy(update={"is_line": False})).fault == ""
