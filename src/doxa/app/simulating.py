"""What of a run was simulated, as every command that shows its results says below them."""

from doxa.log.rundir import RunLog
from doxa.records.plugins import face_of

OFFLINE = (("speaker", "words simulated"), ("extractor", "claims judged simply"))


def simulating(log: RunLog) -> str:
    """Say what stood in for models; '' where nothing did."""
    face = face_of(log.spec.protocol)
    if face and face.stood_in and (told := str(face.stood_in(log))):
        return told
    roles = {name.partition("@")[0] for name, one in log.spec.roles.items() if one.model == "offline"}
    words = [word for role, word in OFFLINE if role in roles]
    return f"Offline: {', '.join(words)} (docs/offline.md)." if words else ""
