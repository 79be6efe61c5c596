"""Trains the nets of `vision/dice_net.py` and `vision/dice_pips.py` on dice that it draws, and writes their weights.

    pip install -e '.[train]'
    python -m vision.training.train var/dice vision/dice_net.onnx
    python -m vision.training.pips var/dice vision/dice_pips.onnx

draws 20,000 pictures into `var/dice` (once, a quarter of an hour), learns for an hour on one core, writes the weights
and prints what the two thresholds cost on drawn pictures that it has not learned from. No photograph is used.
The first net's weights in the repository took about 6,000 steps, the first with smaller dice and fewer decoys.
The second net's took 4,700 steps with 360 sets of dice, drawn by `draw_sets` from the seeds 1 and 2.
"""
