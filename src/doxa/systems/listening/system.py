"""Listening: conversations that were held are heard by minds of any settings, which say nothing themselves."""

from doxa.records.plugins import Later
from doxa.system import Command, PlanHooks, System, flowing, later

LISTEN = """\
Show who would have been moved by a conversation, and by what.

Minds that say nothing hear what was said, in its order; the words are heard once, however many minds there are. FILE
is a conversation (a table, JSON, captions, a document, a chat; doxa docs conversations), or the directory of a run,
also of a feed. Without --listener and --grid one listener hears it, undecided and with the default settings. The
result is a run like any other: explain, whatif, frames, report and verify read it.

Try: doxa listen meeting.vtt --motion "We should close the town centre to cars" --listener Kim:u=.6
     doxa listen talk.csv --motion "We should close the town centre to cars" --grid u=0.1..0.9/5,theta=.5,.6,.7
     doxa listen runs/demo --grid u=.2,.4,.6,prior=-.5,0,.5 --set seeds.corpus=arguments.csv"""

LISTENING = System(
    name="listening",
    scenarios="doxa.systems.listening",
    protocols=later("doxa.systems.listening", conversation="protocol:CONVERSATION"),
    tasks=later("doxa.systems.listening", say_line="protocol:SAY_LINE"),
    plans={"conversation": PlanHooks(planned=Later("doxa.systems.listening.lines:plan_conversation"))},
    hooks=Later("doxa.systems.listening.hooks:HOOKS"),
    commands={
        "listen": Command(at="doxa.systems.listening.commands:listen", help=flowing({"listen": LISTEN})["listen"])
    },
)
