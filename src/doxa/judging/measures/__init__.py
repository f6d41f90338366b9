"""What judgements are counted with: rubric, tally, panel, audit, argument graphs, bias and agreement."""
