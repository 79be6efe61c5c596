"""What can go wrong in the eyes, as one tree.

EyesError
├── CalibrationError  the picture cannot be tied to the surface; carries the `Problem`   (also a ValueError)
├── EnrolmentError    the photograph of the pieces and its list do not fit together      (also a ValueError)
├── GalleryError      a saved gallery cannot be loaded or holds nothing usable           (also a ValueError)
├── LensError         pictures of the lens board do not tell what the lens does           (also a ValueError)
├── PictureError      a file is no picture                                               (also an OSError)
├── FramesError       the list of recorded pictures is damaged                           (also a ValueError)
├── CameraLost        no pictures come any more                                          (also an OSError)
└── ArtworkError      the house set has no such piece                                    (also a ValueError)
"""

from vision.reading import Problem


class EyesError(Exception):
    """Any failure of the eyes that a person can do something about."""


class CalibrationError(EyesError, ValueError):
    """The picture cannot be tied to the surface; `problem` is the reason, the message says what to do."""

    def __init__(self, problem: Problem, message: str) -> None:
        super().__init__(message)
        self.problem = problem


class EnrolmentError(EyesError, ValueError):
    """The photograph of the pieces and the list of their names do not fit together."""


class LensError(EyesError, ValueError):
    """Pictures of the lens board do not tell what the lens does, or a saved lens cannot be loaded."""


class GalleryError(EyesError, ValueError):
    """A saved gallery cannot be loaded, or holds nothing usable."""


class PictureError(EyesError, OSError):
    """A file is missing or is no picture."""


class FramesError(EyesError, ValueError):
    """The list of recorded pictures is damaged."""


class CameraLost(EyesError, OSError):  # noqa: N818 - the name of the event that the screens show
    """No pictures come any more, or none came at all; the message says what to do."""


class ArtworkError(EyesError, ValueError):
    """The house set has no such piece."""
