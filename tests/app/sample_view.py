"""Sample views for the report's tests and for its picture in the documentation.

``python tests/app/sample_view.py OUT.html`` writes the report of the debate. The numbers are real arithmetic
(contribution = weight · polarity · strength, S = tanh(L / 2)); the arguments are written by hand.
"""

import math
import sys
from dataclasses import dataclass, field
from pathlib import Path

from doxa.analysis.view import (
    AgentView,
    ClaimView,
    ItemView,
    MemoryView,
    MoveView,
    PointView,
    RoleView,
    RunView,
    SummaryView,
    TurningView,
    TurnView,
)

MOTION = "Voting should be compulsory in national elections"
UPTAKE, ANCHORING = 0.55, 1.3
LONG_WORD = "x" * 100_000

Said = tuple[str, str, int, float]
"""A snippet of the message, the claim that it makes, its polarity and its strength."""

SEEDS: dict[str, tuple[tuple[str, int, float], ...]] = {
    "violet": (
        ("Universal turnout gives every group an equal claim on politicians' attention.", 1, 0.82),
        ("Voting is a shared duty, like jury service or paying tax.", 1, 0.68),
        ("Forcing people to the polls sits badly with freedom of conscience.", -1, 0.36),
    ),
    "cobalt": (
        ("The right to vote includes the right not to vote.", -1, 0.80),
        ("Compelled voters choose at random and add noise to the result.", -1, 0.66),
        ("High turnout makes a government's mandate harder to dispute.", 1, 0.30),
    ),
}

FOR: tuple[tuple[str, tuple[Said, ...]], ...] = (
    (
        "When turnout falls, it does not fall evenly: the poor and the young leave first, and parties stop writing "
        "policy for them. Compulsion closes that gap at a stroke.",
        (("the poor and the young leave first", "Voluntary turnout silences the poor and the young.", 1, 0.78),),
    ),
    (
        "You say that abstaining is expression. But a blank ballot remains legal under every compulsory system in use. "
        "Nobody is made to choose; they are only asked to turn up.",
        (("a blank ballot remains legal", "A blank ballot preserves the freedom to abstain.", 1, 0.74),),
    ),
    (
        "Australia has done this since 1924. Turnout sits above ninety per cent, the fine is about the price of lunch, "
        "and most Australians want to keep the law.",
        (
            ("Turnout sits above ninety per cent",
             "Compulsory voting sustains turnout above 90% in Australia.", 1, 0.71),
            ("most Australians want to keep the law", "Citizens who live under the law support it.", 1, 0.58),
        ),
    ),
    (
        "Campaigns spend fortunes on getting their own base out of the house. Make attendance certain and that money "
        "goes to persuading the undecided instead.",
        (("that money goes to persuading the undecided", "Campaigns turn from mobilising to persuading.", 1, 0.63),),
    ),
    (
        "I grant that an uninformed vote is a poor vote. Yet people learn when they know that they will be asked; "
        "jurors do not arrive as lawyers either.",
        (
            ("an uninformed vote is a poor vote", "Uninformed ballots lower the quality of a decision.", -1, 0.34),
            ("people learn when they know that they will be asked", "A duty to vote gives a reason to learn.", 1, 0.55),
        ),
    ),
    (
        "Queues, working hours, distant polling stations: a state that compels voting must first make voting easy. The "
        "duty binds the government before it binds the citizen.",
        (("a state that compels voting must first make voting easy",
          "Compulsion forces the state to remove barriers.", 1, 0.69),),
    ),
    (
        "Where the centre stays at home the fringes decide. Bring everyone in, and the median voter is once again a "
        "real person rather than a theorem.",
        (("the fringes decide", "Full turnout weakens the pull of the extremes.", 1, 0.66),),
    ),
)  # fmt: skip

AGAINST: tuple[tuple[str, tuple[Said, ...]], ...] = (
    (
        "A right that I may be fined for not using has become a summons. Silence, too, is a political act, and the "
        "state has no business outlawing it.",
        (("Silence, too, is a political act", "Abstention is a legitimate form of political expression.", -1, 0.77),),
    ),
    (
        "Look at the ballots themselves: where voting is compulsory, spoiled papers and straight-down-the-list votes "
        "rise together. That is attendance, not participation.",
        (("spoiled papers and straight-down-the-list votes rise",
          "Compulsion raises spoiled and careless ballots.", -1, 0.70),),
    ),
    (
        "The fine is small only to those for whom it is small. It lands on shift workers and carers, the very people "
        "whom you mean to include.",
        (("It lands on shift workers and carers", "Fines for not voting fall hardest on the poor.", -1, 0.64),),
    ),
    (
        "Fair: a blank ballot answers part of my objection. What it does not answer is why the state may take my "
        "Saturday to collect a piece of paper with nothing on it.",
        (
            ("a blank ballot answers part of my objection", "A blank ballot keeps the freedom to abstain.", 1, 0.52),
            ("why the state may take my Saturday", "Compelled attendance is a cost without a benefit.", -1, 0.45),
        ),
    ),
    (
        "Low turnout is a symptom. Order everyone to the polls and the fever reading looks normal while the patient "
        "is no better; parties lose their only warning.",
        (("parties lose their only warning", "Compulsion hides disaffection that parties should see.", -1, 0.67),),
    ),
    (
        "Automatic registration, weekend voting and post ballots lifted turnout in a dozen countries with no one "
        "fined at all. We should try the open door before the stick.",
        (("lifted turnout in a dozen countries with no one fined",
          "Easier voting lifts turnout without compulsion.", -1, 0.73),),
    ),
    (
        "Studies of Austrian states that dropped the rule found policy scarcely moved. If outcomes stay where they "
        "were, we would be buying a number.",
        (("policy scarcely moved", "Turnout laws change policy very little.", -1, 0.61),),
    ),
)  # fmt: skip


@dataclass
class _Mind:
    """One agent's memory while a sample run is built."""

    id: str
    rows: list[MemoryView] = field(default_factory=list)

    @property
    def log_odds(self) -> float:
        return math.fsum(row.contribution for row in self.rows if row.active)

    @property
    def stance(self) -> float:
        return math.tanh(self.log_odds / 2)

    def finished(self) -> tuple[MemoryView, ...]:
        """Return its records with their attributions, for a stance that is a function of one sum."""
        total, stance = self.log_odds, self.stance
        return tuple(
            row.model_copy(
                update={
                    "without": stance - math.tanh((total - row.contribution) / 2) if row.active else None,
                    "shapley": stance * row.contribution / total if row.active and total else None,
                }
            )
            for row in self.rows
        )


@dataclass
class _Sample:
    """A run under construction: two minds that hear each other turn by turn."""

    minds: dict[str, _Mind]
    turns: list[TurnView] = field(default_factory=list)
    moves: list[MoveView] = field(default_factory=list)
    curves: dict[str, list[PointView]] = field(default_factory=dict)

    def point(self, batch: int) -> None:
        for mind in self.minds.values():
            self.curves.setdefault(mind.id, []).append(
                PointView(batch=batch, stance=mind.stance, log_odds=mind.log_odds, kind="maintained")
            )

    def say(self, batch: int, speaker: str, text: str, said: tuple[Said, ...], note: str = "") -> None:
        key = f"r{(batch + 1) // 2:02d}/debate/{speaker}"
        claims = tuple(_claim(f"{key}#{place}", text, one) for place, one in enumerate(said))
        turn = TurnView(
            key=key, batch=batch, note=note or f"round {(batch + 1) // 2}", speaker=speaker, status="ok",
            reason="", text=text, claims=claims,
        )  # fmt: skip
        self.turns.append(turn)
        for mind in self.minds.values():
            self.moves.append(_heard(mind, turn))
        self.point(batch)

    def fail(self, batch: int, speaker: str, reason: str) -> None:
        self.turns.append(
            TurnView(
                key=f"r{(batch + 1) // 2:02d}/debate/{speaker}", batch=batch, note=f"round {(batch + 1) // 2}",
                speaker=speaker, status="failed", reason=reason, text="", claims=(),
            )
        )  # fmt: skip
        self.point(batch)


def _claim(id: str, text: str, said: Said) -> ClaimView:
    snippet, claim, polarity, strength = said
    start = text.find(snippet) if snippet else -1
    return ClaimView(
        id=id, text=claim, snippet=snippet, polarity=polarity, strength=strength, tags=(),
        start=start if start >= 0 else None, end=start + len(snippet) if start >= 0 else None,
        strengths={"scorer": strength, "extractor": round(min(1.0, strength + 0.07), 3)},
    )  # fmt: skip


def _heard(mind: _Mind, turn: TurnView) -> MoveView:
    """Admit a turn's claims; a claim whose text is in memory is a duplicate, every eighth replaces an older claim."""
    before, items, origin = mind.log_odds, [], "self" if turn.speaker == mind.id else "peer"
    for claim in turn.claims:
        weight = UPTAKE * (0.5 if origin == "self" else 1.0)
        copy = any(row.text == claim.text and row.active for row in mind.rows)
        row = MemoryView(
            claim=claim.id, text=claim.text, origin=origin, polarity=claim.polarity, strength=claim.strength or 0.0,
            weight=weight, contribution=weight * claim.polarity * (claim.strength or 0.0), active=not copy,
            superseded_by=None, similarity=0.94 if copy else round(0.31 + len(claim.text) % 17 / 40, 6),
            reason="duplicate" if copy else "new", message=turn.key, batch=turn.batch, without=None, shapley=None,
        )  # fmt: skip
        if not copy and len(mind.rows) % 8 == 7:
            items += _replace(mind, row)
        mind.rows.append(row)
        items.append(_item(row, 0.0, 0.0 if copy else row.contribution, row.reason))
    return MoveView(
        agent=mind.id, batch=turn.batch, before=math.tanh(before / 2), after=mind.stance, log_odds_before=before,
        log_odds_after=mind.log_odds, items=tuple(items), heard=(turn.key,),
    )  # fmt: skip


def _replace(mind: _Mind, newer: MemoryView) -> list[ItemView]:
    for place, row in enumerate(mind.rows):
        if row.active and row.polarity == newer.polarity and row.origin != "seed":
            mind.rows[place] = row.model_copy(
                update={"active": False, "superseded_by": newer.claim, "reason": "replaced"}
            )
            return [_item(row, row.contribution, 0.0, "replaced")]
    return []


def _item(row: MemoryView, before: float, after: float, why: str) -> ItemView:
    return ItemView(
        claim=row.claim, text=row.text, origin=row.origin, polarity=row.polarity, strength=row.strength,
        weight=row.weight, before=before, after=after, why=why, message=row.message,
    )  # fmt: skip


def _minds() -> dict[str, _Mind]:
    minds = {name: _Mind(id=name) for name in SEEDS}
    for name, mind in minds.items():
        for place, (text, polarity, strength) in enumerate(SEEDS[name]):
            mind.rows.append(
                MemoryView(
                    claim=f"seed/{name}#{place}", text=text, origin="seed", polarity=polarity, strength=strength,
                    weight=ANCHORING, contribution=ANCHORING * polarity * strength, active=True, superseded_by=None,
                    similarity=None, reason="seed", message=None, batch=0, without=None, shapley=None,
                )
            )  # fmt: skip
    return minds


def _agents() -> tuple[AgentView, ...]:
    settings = {"u": UPTAKE, "a": ANCHORING, "theta": 0.85, "theta_self": 0.9}
    return tuple(
        AgentView(
            id=name.lower(), name=name, side=side, persona=persona, kernel="log_odds", settings=dict(settings),
            prior={"mode": "seeds"}, unit="L",
        )
        for name, side, persona in (
            ("Violet", "pro", "A constitutional lawyer who thinks that institutions teach citizens."),
            ("Cobalt", "con", "A civil-liberties campaigner who distrusts every duty that comes with a fine."),
        )
    )  # fmt: skip


def _summary(mind: _Mind, moves: list[MoveView]) -> SummaryView:
    mine = [move for move in moves if move.agent == mind.id and move.before is not None and move.after is not None]
    most = max([row for row in mind.rows if row.active and row.origin == "peer"], key=lambda row: abs(row.contribution))
    largest = max(mine, key=lambda move: abs((move.after or 0) - (move.before or 0)))
    crossed = [move for move in mine if (move.before or 0) * (move.after or 0) < 0]
    turning = [("largest move", largest)] + [("crossed zero", move) for move in crossed[:1]]
    return SummaryView(
        agent=mind.id,
        sentence=f"“{most.text.rstrip('.')}” did most: without it the final stance would be "
        f"{math.tanh((mind.log_odds - most.contribution) / 2):+.2f} instead of {mind.stance:+.2f}.",
        turning=tuple(
            TurningView(batch=move.batch, kind=kind, before=move.before or 0.0, after=move.after or 0.0)
            for kind, move in turning
        ),
    )


def _view(sample: _Sample, batches: int, **changes: object) -> RunView:
    shares = [0.0] + [min(0.97, 0.62 + 0.35 * (1 - math.exp(-place / 4))) for place in range(1, (batches + 1) // 2)]
    shares = [share if place % 9 != 8 else 0.41 for place, share in enumerate(shares)]
    view = RunView(
        name="compulsory-voting", spec="9f2c1e7b40aa5d3c81", status="finished", simulated="",
        proposition=MOTION, protocol="round_table", seed=7, replicate=0, agents=_agents(),
        batches=("prior", *(f"round {(place + 1) // 2}" for place in range(1, batches + 1))),
        curves={name: tuple(points) for name, points in sample.curves.items()},
        turns=tuple(sample.turns), moves=tuple(sample.moves),
        memory={mind.id: mind.finished() for mind in sample.minds.values()},
        summaries=tuple(_summary(mind, sample.moves) for mind in sample.minds.values()),
        roles=(
            RoleView(role="speaker", model="anthropic:claude-sonnet", calls=batches, input_tokens=84_210,
                     output_tokens=6_120, cached_tokens=61_930, cost=0.1874, failed=1, tries=4),
            RoleView(role="extractor", model="openai:gpt-mini", calls=batches, input_tokens=31_870,
                     output_tokens=4_411, cached_tokens=18_432, cost=0.0096, failed=0, tries=0),
            RoleView(role="scorer", model="ollama:qwen3:8b", calls=2 * batches, input_tokens=22_004,
                     output_tokens=918, cached_tokens=None, cost=None, failed=0, tries=1),
        ),
        prefix={"respond": tuple(shares), "extract": tuple(max(0.0, share - 0.03) for share in shares)},
        settings=(
            ("protocol", "round_table"), ("script.rounds", (batches + 1) // 2), ("seed", 7),
            ("proposition.text", MOTION), ("participants.violet.belief.u", UPTAKE),
            ("participants.violet.belief.a", ANCHORING), ("participants.violet.memory.theta", 0.85),
            ("participants.cobalt.belief.u", UPTAKE), ("participants.cobalt.belief.a", ANCHORING),
            ("participants.cobalt.memory.theta", 0.85), ("roles.speaker.model", "anthropic:claude-sonnet"),
            ("roles.speaker.temperature", 0.8), ("roles.extractor.model", "openai:gpt-mini"),
            ("roles.scorer.model", "ollama:qwen3:8b"), ("hearing.strength", "scorer"), ("counters", []),
        ),
        counts={"turns": len(sample.turns)},
    )  # fmt: skip
    return view.model_copy(update=changes)


def debate_view() -> RunView:
    """Return thirty batches on compulsory voting, with a failed turn, and some judged and self-reported stances."""
    sample = _Sample(minds=_minds())
    sample.point(0)
    for batch in range(1, 31):
        pro = batch % 2 == 1
        turn = (FOR if pro else AGAINST)[((batch - 1) // 2 * (3 if batch > 14 else 1)) % 7]
        if batch == 18:
            sample.fail(batch, "cobalt", "rate_limited")
            continue
        sample.say(batch, "violet" if pro else "cobalt", *(turn if batch <= 14 else _again(turn, batch)))
    for name, points in sample.curves.items():
        asked = [point for point in points if point.batch % 5 == 0]
        side = 1 if name == "violet" else -1
        points += [_other(point, "self_report", 0.14 * side) for point in asked]
        points += [_other(point, "judged", -0.09 * side) for point in asked]
    return _view(
        sample,
        30,
        simulated="Every message was performed offline from a corpus of real arguments; no language model spoke.",
    )


def _again(turn: tuple[str, tuple[Said, ...]], batch: int) -> tuple[str, tuple[Said, ...]]:
    """Return the same argument at a later turn, in other words, so that it counts as new."""
    text, said = turn
    opening = ("Let me come back to this. ", "That has not been answered. ", "Take the point once more. ")[batch % 3]
    later = tuple((snip, f"{claim[:-1]}, even on your terms.", sign, s * 0.6) for snip, claim, sign, s in said)
    return opening + text, later


def _other(point: PointView, kind: str, shift: float) -> PointView:
    stance = max(-1.0, min(1.0, (point.stance or 0.0) + shift + 0.04 * math.sin(point.batch)))
    return PointView(batch=point.batch, stance=stance, log_odds=None, kind=kind)


def hostile_view() -> RunView:
    """Return six batches whose texts contain markup and control characters."""
    attacks = (
        "<script>window.hacked=1</script> and <b>bold</b>",
        "[click](javascript:window.hacked=1) <a href='https://hostile.invalid/a'>here</a> https://hostile.invalid/b "
        "\u202edetrever\u202c \u2066apart\u2069 \x1b[31mred \U000e0041 \U0001f468\u200d\U0001f469",
        "</script><img src=https://hostile.invalid/x.png onerror=window.hacked=1><!-- <script>",
        f"A long word: {LONG_WORD}",
        "\u2028\u2029 \U0001f5f3\ufe0f the ballot \ud800 is secret ${window.hacked=1} {{7*7}}",
    )
    sample = _Sample(minds=_minds())
    sample.point(0)
    for batch, text in enumerate(attacks, start=1):
        said: tuple[Said, ...] = (("the ballot", text[:200], 1 if batch % 2 else -1, 0.5), (text, text, -1, 0.25))
        sample.say(batch, "violet" if batch % 2 else "cobalt", text, said, note="<i>note</i>")
    sample.fail(6, "cobalt", "rate_limited")
    return _view(sample, 6, name="</title><script>window.hacked=1</script>", simulated="<u>simulated</u>")


def bare_view(agents: int) -> RunView:
    """Return a run that stopped before its first batch, with agents who show no stance."""
    view = _view(_Sample(minds={}), 0, status="unfinished", curves={}, memory={}, prefix={}, roles=(), settings=())
    bare = AgentView(id="", name="", side="neutral", persona="", kernel=None, settings={}, prior={})
    some = tuple(bare.model_copy(update={"id": f"a{place}", "name": f"Agent {place}"}) for place in range(agents))
    return view.model_copy(update={"agents": some})


def long_view(turns: int = 2000) -> RunView:
    """Return a run of many turns, with a memory of as many records."""
    sample = _Sample(minds=_minds())
    sample.point(0)
    for batch in range(1, turns + 1):
        text, said = (FOR if batch % 2 else AGAINST)[batch // 2 % 7]
        later = tuple((snippet, f"{claim} ({batch})", sign, s / 20) for snippet, claim, sign, s in said)
        sample.say(batch, "violet" if batch % 2 else "cobalt", text, later)
    return _view(sample, turns)


if __name__ == "__main__":
    from doxa.terminal.report import write_report

    write_report(debate_view(), Path(sys.argv[1]))
