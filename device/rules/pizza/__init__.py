"""Pizza, in the order of its rulebook.

`components` Game Materials · `setup` Setup · `cooking` the cooking phase, with `track` for the disc · `serving` the
serving phase · `rounds` the end of a round · `scoring` End of the Game · `tiles` and `locations` Advanced Mode. `state`
and `events` hold the game, `play` says whose turn it is and what follows.
"""
