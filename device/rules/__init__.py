"""The four games, as pure deciders: no IO, no clock, no chance, no camera.

Each game has a folder that reads like its rulebook. `device.rules.game` names what every game and variant offers,
`device.rules.chance` what chance brings to it, `device.rules.refereed` what a table asks beside.
"""
