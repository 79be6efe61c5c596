"""Everything the table can raise, each also a builtin, so a caller may catch either.

    TableError
    ├── ConfigError (ValueError)        the configuration names something impossible
    ├── ComponentsError (ValueError)    a game's components file breaks the rulebook's arithmetic
    ├── RecordingError (ValueError)     a recording cannot be read
    ├── MatchError (ValueError)         a game without a table was asked for something that it is not
    ├── LogError (OSError)              the log cannot be opened, read or written
    │   └── DamagedLogError             its file is no log any more
    └── HardwareError (OSError)         a GPIO line or chip cannot be used

Messages are one sentence or two: what was found, what was expected, what to do.
"""


class TableError(Exception):
    """Base of all errors of the table."""


class ConfigError(TableError, ValueError):
    """The configuration names something impossible."""


class ComponentsError(TableError, ValueError):
    """A game's components file breaks the rulebook's arithmetic."""


class RecordingError(TableError, ValueError):
    """A recording cannot be read."""


class MatchError(TableError, ValueError):
    """A game without a table was asked for something that it is not."""


class LogError(TableError, OSError):
    """The log cannot be opened, read or written."""


class DamagedLogError(LogError):
    """The log's file is no log any more."""


class HardwareError(TableError, OSError):
    """A GPIO line or chip cannot be used."""
