"""What every figure is measured against: a fixed loop timed in the same run, so that machines can be compared."""

import timeit
from collections.abc import Callable, Mapping


def reference() -> int:
    """The yardstick: 100,000 turns of a plain loop."""
    total = 0
    for number in range(100_000):
        total += number % 7
    return total


def best(action: Callable[[], object], repeat: int = 7) -> float:
    """Seconds for one call: the best of several, each long enough to be measured."""
    timer = timeit.Timer(action)
    number, _ = timer.autorange()
    return min(timer.repeat(repeat, number)) / number


def compare(measured: Mapping[str, Callable[[], object]], aims: Mapping[str, float]) -> None:
    """Prints each action's time, its ratio to the yardstick, and whether it is within its aim in seconds, if any."""
    yardstick = best(reference)
    print(f"{'':28}{'time':>13}{'ratio':>12}")
    print(f"{'reference loop':28}{yardstick * 1e3:10.3f} ms{1:12.4f}")
    for name, action in measured.items():
        seconds = best(action)
        print(f"{name:28}{seconds * 1e3:10.3f} ms{seconds / yardstick:12.4f}{_verdict(seconds, aims.get(name))}")


def _verdict(seconds: float, aim: float | None) -> str:
    if aim is None:
        return ""
    return f"   {'within' if seconds <= aim else 'ABOVE'} the aim of {aim * 1e3:g} ms"
