"""What happened on a feed: opinions by round, the posts that moved them, who trusts whom."""
