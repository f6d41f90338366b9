"""The speaker ``person``: a person does an agent's steps, in a terminal or in the studio's page of the run."""
