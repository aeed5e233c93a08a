"""Hostile dumps and texts: everything is read or refused in words, and nothing else is raised."""
