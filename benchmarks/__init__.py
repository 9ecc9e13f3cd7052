"""Speed, measured: each module prints its figures as ratios to something timed in the same run."""
