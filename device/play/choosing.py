"""One of many actions by its number: typing a part of its words leaves fewer to look at."""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

PAGE = 12


class Choice(NamedTuple):
    """An action by its place among the legal ones, counted from 1, and in words."""

    number: int
    words: str


class Choices:
    """The legal actions in words, those that hold all that was typed, a page at a time."""

    def __init__(self, sentences: Sequence[str], page: int = PAGE) -> None:
        self.all = [Choice(number, words) for number, words in enumerate(sentences, start=1)]
        self._page_size = page
        self.typed = ""
        self.listed = self.all
        self._page = 0

    @property
    def page(self) -> Sequence[Choice]:
        """What is to be shown now."""
        return self.listed[self._page * self._page_size :][: self._page_size]

    @property
    def place(self) -> tuple[int, int]:
        """The page that is shown, counted from 1, and how many there are."""
        return self._page + 1, max(1, -(-len(self.listed) // self._page_size))

    def turn(self, pages: int = 1) -> None:
        """Show a later page, or an earlier one; after the last comes the first."""
        self._page = (self._page + pages) % self.place[1]

    def narrow(self, typed: str) -> bool:
        """List those that hold every word of what was typed; False, and no change, when there are none."""
        wanted = plain(typed).split()
        found = [choice for choice in self.all if all(word in plain(choice.words) for word in wanted)]
        if not found:
            return False
        self.typed, self.listed, self._page = typed.strip(), found, 0
        return True


def plain(text: str) -> str:
    """A text without capitals and the marks of letters, as people type it."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
