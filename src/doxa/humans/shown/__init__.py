"""What a replay shows: tables, figures and the reading."""
