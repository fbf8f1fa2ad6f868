import os
import time
import unittest

from comparison.usage import cpu_seconds, peak_bytes


class UsageTest(unittest.TestCase):
    def test_should_read_the_processor_time_that_the_process_itself_sees(self) -> None:
        before = time.process_time()
        seen = cpu_seconds([os.getpid()])
        after = time.process_time()

        self.assertLessEqual(before, seen)
        self.assertLessEqual(seen, after)

    def test_should_count_nothing_for_a_process_that_is_gone(self) -> None:
        gone = os.fork()
        if gone == 0:
            os._exit(0)
        os.waitpid(gone, 0)

        self.assertEqual(cpu_seconds([gone]), 0.0)
        self.assertEqual(peak_bytes([gone]), 0)

    def test_should_know_the_memory_of_the_largest_process(self) -> None:
        self.assertGreater(peak_bytes([os.getpid()]), 1 << 20)


if __name__ == "__main__":
    unittest.main()
