"""Performers: who carries steps out. Offline, scripted, and real providers behind one small port."""
