"""Learning an owner's pieces with the referee's help: from the live check to the photograph, and to a gallery in use.

The work is done in a thread of its own. Until pieces are accepted, and whenever anything fails, those in use stay.
"""

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial

from device import commands as asked
from device.errors import TableError
from device.galleries import HOUSE, Galleries, is_name
from device.games import Layout, photographs
from device.pictures import WIDTH_PX, encode
from device.refusals import Reason, refused
from device.rules.game import Refusal
from device.rules.layout import Row
from vision.check import Checked, Finding, What, check_layout
from vision.errors import EyesError
from vision.frames import BgrImage, Frame
from vision.gallery import BACK, Gallery
from vision.kinds import Kind
from vision.learning import Page, learn
from vision.lens import Lens
from vision.relearn import piece_names, relearn
from vision.rows import Expected
from vision.surface import Surface

PICTURE = "enrolment"  # the name of the picture that was looked at
EVERY_S = 1.0
MOST_PHOTOGRAPHS = 2
NO_PICTURE = "No picture comes from the camera; see how it is under Health."


class Stage(StrEnum):
    """How far an enrolment is."""

    LAYING = "laying"  # pieces are laid out and looked at again and again
    LEARNING = "learning"
    LEARNT = "learnt"  # and not yet accepted


@dataclass(frozen=True)
class Look:
    """One picture and what was seen in it."""

    number: int
    image: BgrImage
    jpeg: bytes
    checked: Checked


@dataclass(frozen=True)
class Job:
    """An enrolment under way: of a game, or of a single `piece` of the gallery in use."""

    title: str
    name: str  # under which the pieces are kept, unless the referee says otherwise
    pages: tuple[tuple[Row, ...], ...] = ()
    piece: str | None = None
    dice_mm: float | None = None  # dice that belong to the game, and need no picture
    stage: Stage = Stage.LAYING
    taken: tuple[Page, ...] = ()
    look: Look | None = None
    gallery: Gallery | None = None
    alike: tuple[tuple[str, str, float], ...] = ()
    trouble: str | None = None

    @property
    def rows(self) -> tuple[Row, ...]:
        """Those of the photograph that is to be taken now."""
        return self.pages[min(len(self.taken), len(self.pages) - 1)]


def expected_rows(rows: Sequence[Row]) -> list[list[Expected]]:
    """The rows as the eyes know them."""
    return [[Expected(piece.label, piece.kind) for piece in row.pieces] for row in rows]


@dataclass
class Enrolment:
    """`newest` gives the camera's picture, `use` puts pieces on the table for the eyes, `changed` tells the screens."""

    layouts: Mapping[str, Layout]
    galleries: Galleries
    used: str
    pieces: Gallery
    surface: Surface
    newest: Callable[[], Frame | None]
    use: Callable[[Gallery], None]
    lens: Lens | None = None
    changed: Callable[[], None] = lambda: None
    job: Job | None = None
    told: str | None = None  # how the last one ended
    kept: tuple[str, ...] = ()
    _work: "queue.SimpleQueue[Callable[[], None] | None]" = field(default_factory=queue.SimpleQueue)
    _looks: int = 0

    def __post_init__(self) -> None:
        self.kept = self.galleries.names()

    # From the table's thread: none of it blocks

    def ask(self, command: asked.EnrolmentCommand, playing: bool) -> Refusal | None:
        """Have a command carried out; a refusal when it makes no sense now."""
        match command:
            case asked.StartEnrolment() | asked.StartRelearning() | asked.UseGallery() if playing:
                return refused(Reason.ENROL_PLAYING)
            case asked.StartEnrolment(game=game, photographs=count):
                return self._start(game, count)
            case asked.StartRelearning(piece=piece):
                return self._start_piece(piece)
            case asked.UseGallery(name=name):
                if name not in self.kept:
                    return refused(Reason.ENROL_GALLERY, name=name, known=", ".join(self.kept))
                return self._do(partial(self._use, name))
        return self._go_on(command)

    def _start(self, game: str, count: int) -> Refusal | None:
        if game not in self.layouts:
            return refused(Reason.ENROL_GAME, game=game, known=", ".join(self.layouts))
        layout = self.layouts[game]
        pages = photographs(layout.rows, count)
        if not 1 <= count <= MOST_PHOTOGRAPHS or len(pages) < count:
            return refused(Reason.ENROL_PHOTOGRAPHS, photographs=count)
        return self._do(partial(self._begin, Job(layout.title, layout.title, tuple(pages), dice_mm=layout.dice_mm)))

    def _start_piece(self, piece: str) -> Refusal | None:
        if self.used == HOUSE:
            return refused(Reason.ENROL_HOUSE)
        known = piece_names(self.pieces)
        if piece not in known:
            return refused(Reason.ENROL_PIECE, piece=piece, name=self.used, known=", ".join(known))
        return self._do(partial(self._begin, Job(piece, self.used, piece=piece)))

    def _go_on(self, command: asked.EnrolmentCommand) -> Refusal | None:
        job = self.job
        if job is None:
            return refused(Reason.ENROL_NONE)
        match command:
            case asked.TakePhotograph(anyway=anyway):
                return self._do(partial(self._take, anyway))
            case asked.RetakePhotographs():
                return self._do(lambda: self._begin(replace(job, stage=Stage.LAYING, taken=(), gallery=None)))
            case asked.AcceptEnrolment(name=name):
                if job.gallery is None:
                    return refused(Reason.ENROL_NOT_LEARNT)
                return self._do(partial(self._accept, name)) if is_name(name) else refused(Reason.ENROL_NAME, name=name)
        return self._do(self._cancel)

    def _do(self, work: Callable[[], None]) -> Refusal | None:
        self._work.put(work)
        return None

    # From a thread of its own

    def run(self, stop: threading.Event) -> None:
        """Carry out what is asked and look at the table while pieces are laid out, until `stop`; `wake` ends a wait."""
        while not stop.is_set():
            laying = self.job is not None and self.job.stage is Stage.LAYING
            try:
                work = self._work.get(timeout=EVERY_S if laying else None)
            except queue.Empty:
                work = self.look
            if work is not None:
                work()

    def wake(self) -> None:
        """Let `run` look at its `stop`."""
        self._work.put(None)

    def look(self) -> None:
        """Look at the newest picture, unless it is the one that was looked at."""
        job, frame = self.job, self.newest()
        if job is None or job.stage is not Stage.LAYING:
            return
        if frame is None:
            self._now(replace(job, trouble=NO_PICTURE))
        elif job.look is None or job.look.image is not frame.image:
            self._now(self._looked(job, frame.image, _known(job)))

    def picture(self) -> bytes | None:
        """The JPEG of what was looked at last."""
        job = self.job
        return job.look.jpeg if job and job.look else None

    def _now(self, job: Job | None, told: str | None = None) -> None:
        self.job, self.told = job, told
        self.changed()

    def _begin(self, job: Job) -> None:
        self._now(replace(job, look=None, trouble=None))
        self.look()

    def _looked(self, job: Job, image: BgrImage, known: Mapping[str, Kind] | None) -> Job:
        """The job with what this picture shows."""
        self._looks += 1
        gallery = None
        if job.piece is None:
            checked = check_layout(image, expected_rows(job.rows), self.surface, known, self.lens)
        else:
            checked, gallery = self._single(job.piece, image)
        look = Look(self._looks, image, encode(image, WIDTH_PX), checked)
        return replace(job, look=look, gallery=gallery, trouble=None)

    def _single(self, piece: str, image: BgrImage) -> tuple[Checked, Gallery | None]:
        """Whether a piece lies there alone, and the gallery with it."""
        kind = next(a.kind for a in self.pieces.artworks if piece in (a.label, f"{a.kind.name}{BACK}"))
        checked = check_layout(image, [[Expected(piece, kind.name)]], self.surface, {kind.name: kind}, self.lens)
        if checked.calibration is None:
            return checked, None
        light = tuple(f for f in checked.findings if not f.blocks)
        try:
            return replace(checked, findings=light), relearn(self.pieces, image, [piece], self.surface, self.lens)
        except EyesError as error:
            missing = Finding(What.MISSING, _sentence(error), (piece,), blocks=True)
            return replace(checked, findings=(missing, *light)), None

    def _take(self, anyway: bool) -> None:
        """Take the newest picture, if it shows what it should; `anyway` if it shows more or something touches."""
        job, frame = self.job, self.newest()
        if job is None or job.stage is not Stage.LAYING:
            return
        if frame is None:
            self._now(replace(job, trouble=NO_PICTURE))
            return
        job = self._looked(job, frame.image, None)
        assert job.look is not None
        checked = job.look.checked
        complete = checked.calibration is not None and not checked.named.missing
        if not (checked.ready or (anyway and complete and job.piece is None)):
            blocking = next(finding.sentence for finding in checked.findings if finding.blocks)
            self._now(replace(job, trouble=f"Not taken. {blocking}"))
        elif job.piece is not None:
            self._learnt(job)
        else:
            assert checked.calibration is not None
            taken = (*job.taken, Page(frame.image, checked.calibration, checked.named.pieces))
            self._next(replace(job, taken=taken))

    def _next(self, job: Job) -> None:
        if len(job.taken) < len(job.pages):
            self._now(replace(job, look=None))
            return
        self._now(replace(job, stage=Stage.LEARNING))
        try:
            gallery = learn(job.taken).with_dice(job.dice_mm)
        except EyesError as error:
            self._now(replace(job, stage=Stage.LAYING, taken=(), look=None, trouble=_sentence(error)))
            return
        self._learnt(replace(job, gallery=gallery))

    def _learnt(self, job: Job) -> None:
        assert job.gallery is not None
        pairs = job.gallery.confusable()
        alike = tuple(pair for pair in pairs if job.piece is None or job.piece in pair)
        self._now(replace(job, stage=Stage.LEARNT, alike=alike))

    def _accept(self, name: str) -> None:
        job = self.job
        if job is None or job.gallery is None:
            return
        try:
            self.galleries.save(name, job.gallery)
            self.galleries.use(name)
        except (EyesError, TableError) as error:
            self._now(replace(job, trouble=_sentence(error)))
            return
        self._put_on_table(name, job.gallery)
        learnt = job.piece or f"{len(job.gallery.artworks)} pieces of {job.title}"
        self._now(None, f"Learnt {learnt}. The table reads “{name}” from now on.")

    def _use(self, name: str) -> None:
        try:
            gallery = self.galleries.load(name)
            self.galleries.use(name)
        except (EyesError, TableError) as error:
            self._now(None, _sentence(error))
            return
        self._put_on_table(name, gallery)
        self._now(None, f"The table reads “{name}” from now on.")

    def _put_on_table(self, name: str, gallery: Gallery) -> None:
        self.used, self.pieces, self.kept = name, gallery, self.galleries.names()
        self.use(gallery)

    def _cancel(self) -> None:
        self._now(None, "Nothing was learnt; the pieces in use are the same as before.")


def _known(job: Job) -> Mapping[str, Kind] | None:
    """Sizes from the last look, with which the next is quicker, when most pieces lay there."""
    if job.look is None or job.piece is not None:
        return None
    named = job.look.checked.named
    return job.look.checked.kinds if len(named.pieces) > len(named.missing) else None


def _sentence(error: Exception) -> str:
    text = str(error).rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."
