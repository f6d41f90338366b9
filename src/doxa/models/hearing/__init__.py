"""What the offline judge hears in plain words, before and after its networks.

sentences   sentences of a text and their places        markup     a message without marks of Markdown
roles       what each sentence does, by a trained reader     claims     the claims of a message
motions     a motion in plain words, negations turned   guards     where no side is read, and what a run is warned of
avowals     the position that a short text takes

No grammar is written here to make the judge seem to hear more than its networks do: every rule that stays was worth a
point on texts that nobody had read for it (``docs/judgement.md``); what is not heard is unclear.
"""
