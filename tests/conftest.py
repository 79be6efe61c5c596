"""For all tests: a busy machine is slow, and that is no failure."""

from hypothesis import HealthCheck, settings

settings.register_profile("table", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("table")
