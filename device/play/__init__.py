"""Every game in a terminal, without a table: to play it against bots, to watch them, and to let them play thousands.

`seating` (who sits there) · `words` (actions and events as sentences) · `plain` and a file for each game (how its view
is laid out) · `screen` (the whole picture) · `choosing` (one of many actions) · `session` (a game at the keyboard) ·
`simulation` (many games in figures).
"""
