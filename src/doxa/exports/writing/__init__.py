"""Writers of tables: CSV, JSON lines, Parquet, and the formats of other programs."""
