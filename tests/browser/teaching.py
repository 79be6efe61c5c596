"""A stand-in for the table that really learns pieces, from the pictures that a test lays under its camera."""

import threading
from pathlib import Path
from typing import Any

from browser.standin import StandInTable
from msgspec.structs import replace
from rules.xxl_builders import PARTY

from device.commands import Commands, EnrolmentCommand
from device.config import Config
from device.enrolling import PICTURE, Enrolment
from device.enrolment_view import view as enrolment_view
from device.galleries import Galleries
from device.games import layouts
from device.language import Language
from device.rules.game import Refusal
from vision.frames import BgrImage, Frame
from vision.surface import Surface


class TeachingTable(StandInTable):
    """`image` is what the camera sees; `start` begins to look at it, `stop` ends that."""

    def __init__(self, state: Path, image: BgrImage) -> None:
        super().__init__()
        self.image = image
        config = Config()
        galleries = Galleries(replace(config, paths=replace(config.paths, state=str(state))))
        house = galleries.load("house")
        self.enrolment = Enrolment(layouts(), galleries, "house", house, Surface(), self._newest, lambda gallery: None)
        self.enrolment.changed = lambda: self.show(self._view)
        self._read = Commands((PARTY,)).read
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self.enrolment.run, args=(self._ended,))

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self.enrolment.wake()
        self._thread.join()

    def view(self, role: str) -> dict[str, Any]:
        shown = super().view(role)
        return {**shown, "enrolment": enrolment_view(self.enrolment)} if role == "referee" else shown

    def submit(self, command: dict[str, Any], by: str) -> dict[str, Any]:
        self.commands.add(command)
        read = self._read(command)
        refusal = self.enrolment.ask(read, playing=False) if isinstance(read, EnrolmentCommand) else read
        if not isinstance(refusal, Refusal):
            return {"ok": True}
        return {"ok": False, "reason": str(refusal.reason), "sentence": Language().say(refusal.line)}

    def picture(self, name: str) -> bytes | None:
        return self.enrolment.picture() if name == PICTURE else super().picture(name)

    def _newest(self) -> Frame:
        return Frame(0, 1, self.image)
