"""Human data sets: people, their conversations and stances, read from many layouts."""
