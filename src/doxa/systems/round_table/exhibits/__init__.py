"""The exhibits of policy-parameterised prompts: tables and figures of discussions, with the published numbers."""
