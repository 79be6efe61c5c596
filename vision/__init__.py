"""From photons to pieces: cameras, calibration, enrolment, recognition.

Knows pieces and millimetres, never seats or scores.
"""
