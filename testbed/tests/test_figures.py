import unittest

from comparison.contestants import Contestant
from comparison.figures import Spread, best_peer, figures
from comparison.report import markdown
from comparison.turns import Turn

OWN = Contestant("ring", "rina", "ring")
PEER = Contestant("mpi-ring", "mpi-ring", "-")
SLOW_PEER = Contestant("gloo-ring", "gloo", "ring")


def turn(who: Contestant, number: int, seconds: float, size: int = 1 << 20) -> Turn:
    return Turn(who.name, size, number, seconds, 2 * seconds, seconds, 1000 + number, 5)


class FiguresTest(unittest.TestCase):
    def test_should_take_the_middle_of_the_rounds_and_both_ends(self) -> None:
        turns = [turn(OWN, number, seconds) for number, seconds in enumerate([3.0, 1.0, 8.0])]

        row = figures([OWN], turns)[0]

        self.assertEqual(row.seconds, Spread(3.0, 1.0, 8.0))
        self.assertAlmostEqual(row.seconds.percent(), 100 * 7 / 3)
        self.assertIsNone(row.of_best_peer)
        self.assertEqual(row.all_reduces, 15)
        self.assertEqual(row.peak_bytes, 1002)

    def test_should_compare_with_the_peer_of_the_least_median_in_the_same_round(self) -> None:
        turns = []
        # The slow peer has the fastest turn of all, and is slower in the middle.
        for number, (own, peer, slow) in enumerate([(2, 4, 1), (4, 4, 9), (8, 4, 9)]):
            turns += [turn(OWN, number, own), turn(PEER, number, peer)]
            turns.append(turn(SLOW_PEER, number, slow))

        rows = {row.contestant.name: row for row in figures([OWN, PEER, SLOW_PEER], turns)}

        self.assertEqual(best_peer([OWN, PEER, SLOW_PEER], turns), "mpi-ring")
        self.assertEqual(rows["ring"].of_best_peer, Spread(1.0, 0.5, 2.0))
        self.assertEqual(rows["mpi-ring"].of_best_peer, Spread(1.0, 1.0, 1.0))

    def test_should_put_sizes_in_order_and_in_each_the_fastest_first(self) -> None:
        turns = [
            turn(OWN, 0, 5.0, 1 << 20),
            turn(PEER, 0, 4.0, 1 << 20),
            turn(OWN, 0, 1.0, 1 << 12),
            turn(PEER, 0, 2.0, 1 << 12),
        ]

        order = [(row.bytes, row.contestant.name) for row in figures([OWN, PEER], turns)]

        self.assertEqual(
            order,
            [(4096, "ring"), (4096, "mpi-ring"), (1 << 20, "mpi-ring"), (1 << 20, "ring")],
        )

    def test_should_count_processor_time_for_a_gib_of_message(self) -> None:
        # 256 MiB take 0.5 s each: four of them are a GiB.
        row = figures([OWN], [turn(OWN, 0, 0.25, 1 << 28)])[0]

        self.assertAlmostEqual(row.cpu_seconds_a_gib, 2.0)
        self.assertAlmostEqual(row.switch_cpu_seconds_a_gib, 1.0)

    def test_should_write_a_row_of_a_document_for_each_contestant(self) -> None:
        rows = markdown(figures([OWN, PEER], [turn(OWN, 0, 0.5), turn(PEER, 0, 0.25)]))

        cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in rows.splitlines()]
        self.assertEqual([len(line) for line in cells], [12] * 4)
        # Twice 0.25 s of processors for 1 MiB are 512 s for a GiB; of switches half as much.
        self.assertEqual(
            cells[2],
            ["1 MiB", "mpi-ring", "250 ms", "250 ms", "250 ms", "0", "1.00", "1.00", "1.00"]
            + ["512.00", "", "0"],
        )
        self.assertEqual(cells[3][6:11], ["0.50", "0.50", "0.50", "1024.00", "512.00"])


if __name__ == "__main__":
    unittest.main()
