"""Tasks for several messages in one call, done message by message: only a dry run asks the offline performer for them.

A run asks language models alone jointly; where the offline performer stands in for one, the calls are the same.
"""

import json
from dataclasses import replace

from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.classifying import classify
from doxa.models.offline.extracting import extract
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.tasks import classify as classifying
from doxa.tasks.extract import GrantedRoundReply, Inputs, RoundMessages


def extract_messages(request: Request, library: Library) -> Response:
    """Return the claims of several messages."""
    inputs = inputs_of(request, RoundMessages)
    alone = [Inputs(proposition=inputs.proposition, text=text) for text in inputs.messages]
    replies = [json.loads(extract(replace(request, inputs=one), library).text) for one in alone]
    entries = [{"message": number, **entry} for number, entry in enumerate(replies, 1)]
    return reply(GrantedRoundReply.model_validate({"messages": entries}))


def classify_messages(request: Request, library: Library) -> Response:
    """Return a judgement of each claim of several messages."""
    inputs = inputs_of(request, classifying.RoundOfClaims)
    alone = classifying.Inputs(proposition=inputs.proposition, claims=inputs.claims)
    judgements = json.loads(classify(replace(request, inputs=alone), library).text)["judgements"]
    numbered = [{"claim": number, **judgement} for number, judgement in enumerate(judgements, 1)]
    return reply(classifying.RoundJudgements.model_validate({"judgements": numbered}))
