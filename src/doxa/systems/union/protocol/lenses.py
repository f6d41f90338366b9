"""Eight emphases that a preparation can have: one is drawn for each speaker, so that runs differ in what comes first.

A lens changes weight, not side or substance: the speaker still argues from what it knows.
"""

LENSES: dict[str, str] = {
    "evidence": "lead with the argument that has the most concrete evidence behind it.",
    "principle": "lead with the principle at stake, and let cases follow from it.",
    "unexpected": "look for the argument in the material that this audience expects least.",
    "people": "begin with what happens to particular people, and argue from there.",
    "rebuttal": "prepare for the strongest thing the other side can say, and build the case around answering it.",
    "mechanism": "show step by step how the motion would work in practice, or would fail to.",
    "stakes": "make clear what is lost if the debate is decided the wrong way.",
    "common_ground": "start from what both sides accept, and show where it leads.",
}
