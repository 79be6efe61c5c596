"""Everything the screens can raise, each also a builtin, so a caller may catch either.

    ScreensError
    ├── AddressError (OSError)       the address to listen on is taken or not ours
    ├── LibrariesError (OSError)   the browser libraries were never fetched
    └── PinFileError (OSError)       the file with the referee's PIN cannot be read

Messages are one sentence or two: what was found, what was expected, what to do.
"""


class ScreensError(Exception):
    """Base of all errors of the screens."""


class AddressError(ScreensError, OSError):
    """The address to listen on is taken or not ours."""


class LibrariesError(ScreensError, OSError):
    """The browser libraries were never fetched."""


class PinFileError(ScreensError, OSError):
    """The file with the referee's PIN cannot be read."""
