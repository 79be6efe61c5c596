"""Trains the net of `vision/dice_net.py`: draws dice, learns from the drawings, writes the weights.

    pip install -e '.[train]'
    python -m vision.training.train var/dice vision/dice_net.onnx

draws 20,000 pictures into `var/dice` (once, a quarter of an hour), learns for an hour on one core, writes the weights
and prints what the two thresholds cost on drawn pictures that it has not learned from. No photograph is used.
The weights in the repository took about 6,000 steps, the first with smaller dice and fewer decoys.
"""
