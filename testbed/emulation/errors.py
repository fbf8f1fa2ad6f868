"""Errors that a person can do something about; the text says what."""


class UsageError(Exception):
    """An argument cannot be used, or something that is needed is missing."""


class RunError(Exception):
    """Something failed while running."""
