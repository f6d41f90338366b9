"""Training: the small models that doxa judges with, and a user's larger ones."""

from doxa.system import Command, System
from doxa_train.commands.helps import HELPS, PARTS

TRAINING = System(
    name="training",
    commands={"train": Command(at="doxa_train.commands.train:train", help=HELPS["train"], parts=PARTS)},
)
