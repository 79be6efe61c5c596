import cv2
import numpy as np
import photo_folder
import pytest

from vision.errors import CalibrationError
from vision.frames import BgrImage
from vision.marker_watch import check
from vision.markers import calibrate
from vision.reading import Problem
from vision.surface import Surface


def brighter(image: BgrImage, times: float, plus: float = 0.0) -> BgrImage:
    return np.clip(image * times + plus, 0, 255).astype(np.uint8)


def without_markers(image: BgrImage, name: str, *markers: int) -> BgrImage:
    """The picture with gray paper over some markers."""
    hidden = image.copy()
    calibration = photo_folder.calibration(name)
    for marker in markers:
        corners = calibration.to_px(Surface().marker_corners_mm(marker, 64.0))
        cv2.fillPoly(hidden, [np.rint(corners).astype(np.int32)], (120, 120, 120))
    return hidden


def refusal(image: BgrImage) -> CalibrationError:
    with pytest.raises(CalibrationError) as caught:
        calibrate(image)
    return caught.value


def test_a_photograph_is_tied_to_the_surface() -> None:
    calibration = calibrate(photo_folder.picture("enrol.jpg"))
    assert calibration.markers == (0, 1, 2, 3)
    assert calibration.residual_mm < 0.3


def test_a_camera_mounted_upside_down_is_fine() -> None:
    assert photo_folder.calibration("020.jpg").turned
    assert not photo_folder.calibration("001.jpg").turned


def test_three_markers_are_enough() -> None:
    hidden = without_markers(photo_folder.picture("001.jpg"), "001.jpg", 2)
    found = calibrate(hidden)
    middle = np.array([560.0, 315.0])
    assert found.markers == (0, 1, 3)
    assert np.abs(found.to_mm(photo_folder.calibration("001.jpg").to_px(middle)) - middle).max() < 2.0


@pytest.mark.parametrize("marker", [1, 3])
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_a_quarter_of_a_third_marker_is_enough(marker: int, turn: int) -> None:
    hidden = without_markers(photo_folder.picture("001.jpg"), "001.jpg", 1, 3)
    known = photo_folder.calibration("001.jpg")
    corners = known.to_px(Surface().marker_corners_mm(marker, 56.0))
    quarter = np.array([corners[turn], (corners[turn] + corners[turn - 3]) / 2, corners.mean(axis=0)])
    quarter = np.vstack([quarter, (corners[turn] + corners[turn - 1]) / 2])
    shows = cv2.fillPoly(np.zeros(hidden.shape[:2], np.uint8), [np.rint(quarter).astype(np.int32)], (1,))
    hidden[shows > 0] = photo_folder.picture("001.jpg")[shows > 0]
    found = calibrate(hidden)
    middle = np.array([560.0, 315.0])
    assert found.markers == tuple(sorted((0, 2, marker)))
    assert np.abs(found.to_mm(known.to_px(middle)) - middle).max() < 2.0


def test_two_missing_markers_are_named() -> None:
    error = refusal(without_markers(photo_folder.picture("001.jpg"), "001.jpg", 1, 3))
    assert error.problem is Problem.MARKER_MISSING
    assert "1 (top right), 3 (bottom left)" in str(error)


def test_two_markers_do_for_a_camera_calibrated_before() -> None:
    hidden = without_markers(photo_folder.picture("001.jpg"), "001.jpg", 1, 3)
    assert calibrate(hidden, previous=photo_folder.calibration("001.jpg")).markers == (0, 2)


def test_a_mirrored_picture_is_told() -> None:
    mirrored = np.ascontiguousarray(photo_folder.picture("enrol.jpg")[:, ::-1])
    assert refusal(mirrored).problem is Problem.MIRRORED


def test_marker_sheets_in_the_wrong_order_are_told() -> None:
    swapped = photo_folder.picture("enrol.jpg").copy()
    left, right = swapped[20:190, 80:240].copy(), swapped[20:190, 2090:2250].copy()
    swapped[20:190, 80:240], swapped[20:190, 2090:2250] = right, left
    left, right = swapped[1110:1280, 80:240].copy(), swapped[1110:1280, 2090:2250].copy()
    swapped[1110:1280, 80:240], swapped[1110:1280, 2090:2250] = right, left
    assert "anticlockwise" in str(refusal(swapped))


def test_a_dark_picture_is_told() -> None:
    assert refusal(brighter(photo_folder.picture("enrol.jpg"), 0.06)).problem is Problem.TOO_DARK


def test_a_washed_out_picture_is_told() -> None:
    assert refusal(brighter(photo_folder.picture("enrol.jpg"), 0.1, 235)).problem is Problem.TOO_BRIGHT


@pytest.mark.parametrize("sigma_px", [6.0, 25.0])
def test_a_blurred_picture_is_told(sigma_px: float) -> None:
    blurred = cv2.GaussianBlur(photo_folder.picture("enrol.jpg"), (0, 0), sigma_px)
    assert refusal(np.asarray(blurred, np.uint8)).problem is Problem.BLURRED


def test_the_same_picture_passes_the_check() -> None:
    refused, shown = check(photo_folder.picture("001.jpg"), photo_folder.calibration("001.jpg"))
    assert refused is None
    assert shown == (0, 1, 2, 3)


def test_hidden_markers_are_no_reason_to_refuse() -> None:
    hidden = without_markers(photo_folder.picture("001.jpg"), "001.jpg", 0, 1, 3)
    refused, shown = check(hidden, photo_folder.calibration("001.jpg"))
    assert refused is None
    assert shown == (2,)


@pytest.mark.parametrize("shift_px", [8, 60])
def test_a_bumped_camera_is_told(shift_px: int) -> None:
    bumped = np.roll(photo_folder.picture("001.jpg"), shift_px, axis=1)
    refused, _ = check(bumped, photo_folder.calibration("001.jpg"))
    assert refused is not None
    assert refused.problem is Problem.MOVED


def test_a_camera_turned_since_its_calibration_is_told() -> None:
    turned = np.ascontiguousarray(photo_folder.picture("001.jpg")[::-1, ::-1])
    refused, _ = check(turned, photo_folder.calibration("001.jpg"))
    assert refused is not None
    assert refused.problem is Problem.UPSIDE_DOWN


def test_lights_out_is_told() -> None:
    refused, _ = check(brighter(photo_folder.picture("001.jpg"), 0.02), photo_folder.calibration("001.jpg"))
    assert refused is not None
    assert refused.problem is Problem.TOO_DARK
