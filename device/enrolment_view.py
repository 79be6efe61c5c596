"""What the referee is shown of an enrolment: the layout as it should be, what was found, and what is learnt."""

from typing import Any

from device.enrolling import Enrolment, Job, Stage
from device.galleries import HOUSE
from device.rules.layout import Row
from vision.check import Checked
from vision.relearn import piece_names


def view(enrolment: Enrolment) -> dict[str, Any]:
    """What a referee is shown, JSON-ready."""
    job = enrolment.job
    return {
        "games": [
            {"game": game, "title": layout.title, "pieces": sum(len(row.pieces) for row in layout.rows)}
            for game, layout in enrolment.layouts.items()
        ],
        "used": enrolment.used,
        "galleries": list(enrolment.kept),
        "pieces": [] if enrolment.used == HOUSE else list(piece_names(enrolment.pieces)),
        "told": enrolment.told,
        "job": _job_view(job) if job else None,
    }


def _job_view(job: Job) -> dict[str, Any]:
    checked = job.look.checked if job.look else None
    missing = set(checked.named.missing) if checked and checked.calibration else None
    return {
        "title": job.title,
        "name": job.name,
        "piece": job.piece,
        "stage": job.stage,
        "photograph": min(len(job.taken) + 1, max(len(job.pages), 1)),
        "photographs": max(len(job.pages), 1),
        "trouble": job.trouble,
        "rows": [_row_view(number, row, missing) for number, row in enumerate(job.rows)] if job.pages else [],
        "look": job.look.number if job.look else None,
        "size_px": [job.look.image.shape[1], job.look.image.shape[0]] if job.look else None,
        "pieces": _pieces_view(checked) if checked else [],
        "findings": [
            {"what": f.what, "sentence": f.sentence, "labels": list(f.labels), "blocks": f.blocks}
            for f in (checked.findings if checked else ())
        ],
        "ready": bool(checked and checked.ready),
        "complete": missing == set(),
        "learnt": len(job.gallery.artworks) if job.gallery and job.stage is Stage.LEARNT else None,
        "alike": [[one, other, round(likeness, 2)] for one, other, likeness in job.alike],
    }


def _row_view(number: int, row: Row, missing: set[tuple[int, int]] | None) -> dict[str, Any]:
    """The row's places; `found` is None before the first look."""
    return {
        "title": row.title,
        "pieces": [
            {
                "label": piece.label,
                "kind": piece.kind,
                "found": None if missing is None else (number, place) not in missing,
            }
            for place, piece in enumerate(row.pieces)
        ],
    }


def _pieces_view(checked: Checked) -> list[dict[str, Any]]:
    """The pieces found with their outlines in pixels; one that is in no list has no label."""
    calibration, named = checked.calibration, checked.named
    if calibration is None:
        return []
    shapes = [*named.pieces, *((None, shape) for shape in named.extra)]
    return [
        {
            "label": label,
            "outline": [
                [round(x), round(y)]
                for x, y in calibration.to_px(
                    checked.kinds[shape.kind.name].placed_mm(shape.x_mm, shape.y_mm, shape.rotation_deg)
                ).tolist()
            ],
        }
        for label, shape in shapes
    ]
