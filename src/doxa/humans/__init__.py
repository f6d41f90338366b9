"""Human data sets: people's conversations replayed under doxa's belief rules, and the rules fitted to people."""
