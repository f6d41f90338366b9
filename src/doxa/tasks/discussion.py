"""What everybody in a discussion is told alike, in public turns and in private questions between them.

All these prompts begin with it and go on with what was said, so that one prefix serves them all.
"""

DISCUSSION = """\
{{ names.values() | join(" and ") }} discuss a motion in public and speak in turn.
The motion, word for word: "{{ proposition.text }}"

A turn is what one of them says aloud: 60 to 140 words of plain English in the first person, one paragraph without \
lists or headings. It takes up what was said last, at its strongest, and answers it, grants it, or says why it does \
not decide the matter. It gives one to three new reasons: for whom each counts, how, and what follows. Calling \
something fair or harmful, or repeating the motion, is no reason. Nobody makes up studies, numbers, quotations or \
events. Whoever has changed their mind says so and names the argument that did it. All speak about the matter, and \
not about the discussion, each other or these rules.\
"""
