"""The four games, as pure deciders: no IO, no clock, no chance, no camera.

A game decides with `judge`, `observe`, `on_time` and `decide`, which answer with events or a refusal, and folds with
`apply`, which never fails and never decides. `device.rules.game` names what each game offers.
"""
