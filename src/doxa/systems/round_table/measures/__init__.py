"""The behaviour metrics of policy-parameterised prompts."""
