import unittest
from typing import List

from comparison.contestants import Contestant
from comparison.turns import Turns, factors, most_at_a_time
from emulation.errors import RunError

LARGEST_FLOAT = 2.0**127
SMALLEST_NORMAL_FLOAT = 2.0**-126


class FakeCrew:
    """Four ranks, of which each takes so many nanoseconds for an all-reduce."""

    ranks = 4

    def __init__(self, each_ns: List[int], wrong: int = 0) -> None:
        self.each_ns = each_ns
        self.wrong = wrong
        self.orders: List[str] = []
        self.pids = {}
        self.processes = []

    def helpers(self, word: str) -> List[int]:
        return []

    def order(self, line: str) -> List[str]:
        self.orders.append(line)
        kind, *words = line.split()
        if kind == "run":
            return [str(each * int(words[1])) for each in self.each_ns]
        return ["filled" if kind == "fill" else str(self.wrong)] * self.ranks


WHO = Contestant("ring", "rina", "ring")


class TurnsTest(unittest.TestCase):
    def test_should_take_the_time_of_the_slowest_rank(self) -> None:
        turns = Turns({"rina": FakeCrew([1000, 3000, 2000, 500])}, 0.1)

        self.assertAlmostEqual(turns.take(WHO, 4096, 0).seconds, 3e-6)

    def test_should_last_as_long_as_asked_for_once_warm(self) -> None:
        crew = FakeCrew([1_000_000] * 4)
        turns = Turns({"rina": crew}, 0.2)
        turns.warm_up(WHO, 4096, 10)

        turn = turns.take(WHO, 4096, 0)

        self.assertEqual(turn.all_reduces, 200)
        times = [int(order.split()[2]) for order in crew.orders if order.startswith("run")]
        self.assertLessEqual(max(times), most_at_a_time(4))

    def test_should_make_one_all_reduce_where_that_is_longer_than_a_turn(self) -> None:
        turns = Turns({"rina": FakeCrew([10**9] * 4)}, 0.2)
        turns.warm_up(WHO, 1 << 24, 0)

        self.assertEqual(turns.take(WHO, 1 << 24, 0).all_reduces, 1)

    def test_should_name_who_has_wrong_results(self) -> None:
        turns = Turns({"rina": FakeCrew([1000] * 4, wrong=2)}, 0.2)

        with self.assertRaisesRegex(RunError, "ring: 8 elements are wrong"):
            turns.take(WHO, 4096, 0)

    def test_should_stay_within_float32_whatever_the_ranks(self) -> None:
        for ranks in (2, 3, 4, 8, 17, 63, 512):
            times = most_at_a_time(ranks)
            first, last = factors(ranks, times)
            with self.subTest(ranks=ranks):
                self.assertGreater(first * 2.0**-15, SMALLEST_NORMAL_FLOAT)
                self.assertLess(last * ranks, LARGEST_FLOAT)
                # Each all-reduce after the first one multiplies by the number of ranks.
                self.assertAlmostEqual(last / first / float(ranks) ** (times - 1), 1.0)


if __name__ == "__main__":
    unittest.main()
