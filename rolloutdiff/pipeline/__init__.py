"""The ordered stages from rollouts to alerts; each is one transaction."""
