"""The screens: table display, referee console, simulated table.

They render views and submit commands, and decide nothing.
"""
