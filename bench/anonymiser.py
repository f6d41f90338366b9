"""How often the anonymiser leaves a name or a side, and how often it changes something else.

    python bench/anonymiser.py

It prints both error rates on the sentences of tests/judging/anonymiser and every sentence in which something is wrong.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from judging.anonymiser.sentences import main

if __name__ == "__main__":
    main()
