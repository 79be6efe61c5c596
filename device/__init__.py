"""The table: events, log, buttons, claims, rules, the Table that ties them, and the command line."""
