"""What the simulator is asked for in place of racks."""

import unittest

from emulation.errors import RunError
from emulation.layout import Job, Layout
from emulation.simulation import buffer_bytes, scenario, topology


class SimulationTest(unittest.TestCase):
    def job(self, **options: bool) -> Job:
        return Job(Layout(name="r", sizes=(2, 1), rate="200mbit", uplink="0"), ("rack1",), **options)

    def test_should_number_hosts_by_rank_then_racks_then_the_core(self) -> None:
        lines = topology(self.job()).splitlines()
        self.assertEqual(lines[:2], ["6 3 5", "3 4 5"])
        self.assertEqual(lines[2], "0 3 200Mbps 1us 0")
        self.assertIn("2 4 200Mbps 1us 0", lines)
        self.assertIn("3 5 100Gbps 1us 0", lines, "no limit is more than is needed")

    def test_should_put_ranks_in_turn_over_the_racks(self) -> None:
        lines = topology(self.job(interleave=True)).splitlines()
        self.assertIn("1 4 200Mbps 1us 0", lines)
        self.assertIn("2 3 200Mbps 1us 0", lines)

    def test_should_say_what_the_job_has(self) -> None:
        text = scenario(self.job(core_ina=True), ["ring", "rina"], 256)
        self.assertIn("buffers: {bytes: 262144}", text)
        self.assertIn("ina: {switches: [1], core: true}", text)
        self.assertIn("allReduce: 1024", text)
        self.assertIn("strategy: [ring, rina]", text)

    def test_should_name_a_size_that_it_cannot_read(self) -> None:
        self.assertEqual(buffer_bytes("16kb"), 16_384)
        with self.assertRaisesRegex(RunError, "2gb"):
            buffer_bytes("2gb")


if __name__ == "__main__":
    unittest.main()
