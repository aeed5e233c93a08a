"""What following a run costs: one new step of a long run, and memory over many looks."""
