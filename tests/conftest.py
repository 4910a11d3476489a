"""What holds for all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# No test fails because a machine is slow.
settings.register_profile("ksm", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ksm")
