import flat_table

from vision.edges import TopView
from vision.frames import BgrImage
from vision.glare import GlareWatch
from vision.memory import BoardMemory
from vision.places import inside
from vision.reading import BoardReading, Face, Sighting

VIEW = TopView(flat_table.CAMERA)
WHITE = (253, 253, 253)


def blinded(image: BgrImage) -> tuple[tuple[tuple[float, float], ...], ...]:
    watch = GlareWatch(VIEW)
    watch.look(VIEW, VIEW.straighten(image))
    return watch.blinded()


def test_glare_as_broad_as_a_token_blinds_and_a_bright_table_does_not() -> None:
    image = flat_table.empty((235, 235, 235))
    assert blinded(image) == ()
    flat_table.draw_disc(image, 600, 300, 40, WHITE)
    (outline,) = blinded(image)
    assert inside((600, 300), outline)
    assert not inside((600, 330), outline)


def test_a_spark_blinds_nothing() -> None:
    image = flat_table.empty()
    flat_table.draw_disc(image, 600, 300, 8, WHITE)
    assert blinded(image) == ()


def test_a_part_that_is_looked_at_again_shows_when_the_glare_is_gone() -> None:
    image = flat_table.empty()
    flat_table.draw_disc(image, 600, 300, 40, WHITE)
    watch = GlareWatch(VIEW)
    watch.look(VIEW, VIEW.straighten(image))
    part = VIEW.part((550.0, 250.0, 650.0, 350.0))
    watch.look(part, part.straighten(flat_table.empty()))
    assert watch.blinded() == ()


def test_a_piece_in_the_glare_is_still_there() -> None:
    memory = BoardMemory()
    piece = Sighting("disc", Face.UP, "egg", 600.0, 300.0, 0.0, 0.95)
    memory.update(BoardReading(1, 2, (piece,)))
    glare = ((570.0, 270.0), (630.0, 270.0), (630.0, 330.0), (570.0, 330.0))
    assert [p.label for p in memory.update(BoardReading(3, 4, (), (), (glare,))).pieces] == ["egg"]
    assert memory.update(BoardReading(5, 6)).pieces == ()
