"""How Hypothesis searches in the tests of the rules: freely at home, in CI always the same examples."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "rules",
    max_examples=100,
    deadline=None,  # a busy machine is not a broken rule
    database=None,
    derandomize=os.environ.get("CI") == "true",
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("rules")
