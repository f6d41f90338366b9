"""A warm process that forks runs on command, so that fifty kills do not pay fifty imports.

Reads lines ``run DIR`` from standard input; prints ``pid N`` when the run begins and ``exit N CODE`` when it ended.
"""

import os
import sys
import traceback
from pathlib import Path

from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import Terms, sit
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings

CHANGES = {
    "script.rounds": 3,
    "models.speaker": "compatible:test",
    "models.extractor": "compatible:test",
    "models.scorer": "compatible:test",
    "models.embedder": "compatible:test",
}


def main() -> None:
    scenario = load_scenario("compulsory-voting", CHANGES)
    spec = plan(scenario)
    performer_for(ModelSettings(model="compatible:test"))  # imports the provider's client
    print("ready", flush=True)
    for line in sys.stdin:
        path = Path(line.split()[1])
        child = os.fork()
        if child == 0:
            code = 0
            try:
                sit(spec, path, Terms(conditions=scenario.conditions))
            except BaseException:
                traceback.print_exc()
                code = 1
            os._exit(code)
        print(f"pid {child}", flush=True)
        _, status = os.waitpid(child, 0)
        print(f"exit {child} {os.waitstatus_to_exitcode(status)}", flush=True)


if __name__ == "__main__":
    main()
