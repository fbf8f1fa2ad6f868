import unittest

from comparison.sizes import bytes_text, sizes, time_text
from emulation.errors import UsageError


class SizesTest(unittest.TestCase):
    def test_should_read_powers_of_1024_in_order_and_each_once(self) -> None:
        self.assertEqual(sizes("1M,4k,4096,12"), [12, 4096, 1 << 20])

    def test_should_refuse_what_is_no_whole_number_of_floats_and_name_it(self) -> None:
        for word in ("", "0", "6", "-4", "4KB", "2G", "four"):
            with self.subTest(word), self.assertRaisesRegex(UsageError, f"--sizes {word}: "):
                sizes(word)

    def test_should_write_sizes_and_times_with_their_units(self) -> None:
        self.assertEqual([bytes_text(each) for each in (12, 4096, 3 << 20)], ["12 B", "4 KiB", "3 MiB"])
        self.assertEqual(
            [time_text(each) for each in (42e-6, 1.5e-3, 0.25)], ["42 us", "1.50 ms", "250 ms"]
        )


if __name__ == "__main__":
    unittest.main()
