"""Why the table itself refuses a command, whatever is played on it; the sentences are in the language files."""

from enum import StrEnum
from typing import Any

from device.rules.game import Line, Refusal


class Reason(StrEnum):
    """Why a command was not carried out."""

    UNKNOWN_COMMAND = "unknown_command"
    MALFORMED = "malformed"
    UNKNOWN_GAME = "unknown_game"
    SEAT_COUNT = "seat_count"
    SEATS = "seats"
    AGE_ORDER = "age_order"
    NO_SUCH_VERDICT = "no_such_verdict"
    NO_CHOICE = "no_choice"
    NO_SUCH_CHOICE = "no_such_choice"
    SAME = "same"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NO_GAME = "no_game"
    OTHER_GAME = "other_game"
    NOT_SAVED = "not_saved"
    NO_ANSWER = "no_answer"
    ENROL_PLAYING = "enrol_playing"
    ENROL_GAME = "enrol_game"
    ENROL_PHOTOGRAPHS = "enrol_photographs"
    ENROL_NONE = "enrol_none"
    ENROL_NOT_LEARNT = "enrol_not_learnt"
    ENROL_NAME = "enrol_name"
    ENROL_PIECE = "enrol_piece"
    ENROL_HOUSE = "enrol_house"
    ENROL_GALLERY = "enrol_gallery"


def refused(reason: Reason, **gaps: Any) -> Refusal:
    """A refusal of the table's own."""
    return Refusal(reason, Line(f"refusal.{reason}", gaps))
