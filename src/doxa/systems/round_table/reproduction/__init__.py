"""The experiments of policy-parameterised prompts: what is run, how, and what its tables and figures are made of."""
