"""What reading people brings: the protocol that hears their messages."""

from doxa.system import System, later

HUMANS = System(name="humans", protocols=later("doxa.humans", listening="listening:LISTENING"))
