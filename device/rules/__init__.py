"""The four games, as pure deciders: no IO, no clock, no chance, no camera.

Each game has a folder that reads like its rulebook. `device.rules.game` names what every game and variant offers,
`device.rules.chance` what chance brings to it, `device.rules.refereed` what a table asks beside. What the games share
is in `components` (checked data), `seats` (who sits where), `following` (what follows by itself) and `gathered` (a
variant's class, made of its folder's functions).

In every folder `actions` is what a player can do, `events` what happens, `state` and `fold` what it adds up to, `play`
whose turn it is, `view` what may be seen, `reason` why something is refused; a module named like a section of the
rulebook holds that section, and a module named like a variant gathers them.
"""
