"""`python -m rolloutdiff`: the command line, for where its script is not on the path."""

from rolloutdiff.cli import main

if __name__ == "__main__":
    main()
