"""The exhibits of policy-parameterised prompts: discussions in, tables and figures out, published numbers beside."""
