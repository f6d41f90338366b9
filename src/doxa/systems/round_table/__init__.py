"""Round table: discussions under prompt policies, and how they behaved."""
