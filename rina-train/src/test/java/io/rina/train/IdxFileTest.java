package io.rina.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class IdxFileTest {
    private static final byte[] TWO_BY_THREE =
            IdxBytes.of(0x802, new int[] {2, 3}, new byte[] {1, 2, 3, 4, 5, (byte) 200});

    @Test
    void shouldReadPlainAndPackedFilesAlike() throws IOException {
        IdxFile plain = read(TWO_BY_THREE, 2);
        IdxFile packed = read(IdxBytes.packed(TWO_BY_THREE), 2);

        assertThat(plain.dimension(0)).isEqualTo(2);
        assertThat(plain.dimension(1)).isEqualTo(3);
        assertThat(plain.elements()).containsExactly(1, 2, 3, 4, 5, 200);
        assertThat(packed.elements()).isEqualTo(plain.elements());
    }

    @Test
    void shouldNameBothMagicNumbersWhenTheyDiffer() {
        assertThatThrownBy(() -> read(TWO_BY_THREE, 3))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("0x00000802")
                .hasMessageContaining("0x00000803");
    }

    @Test
    void shouldSayHowMuchIsMissingFromAPlainFile() {
        assertThatThrownBy(() -> read(Arrays.copyOf(TWO_BY_THREE, TWO_BY_THREE.length - 2), 2))
                .hasMessageContaining("announces 6 elements, but 4 follow")
                .hasMessageContaining("cut off");
    }

    @Test
    void shouldRejectBytesBehindTheLastElement() {
        assertThatThrownBy(() -> read(Arrays.copyOf(TWO_BY_THREE, TWO_BY_THREE.length + 1), 2))
                .hasMessageContaining("too long");
    }

    @Test
    void shouldRejectEveryTruncationOfAPackedFile() {
        byte[] packed = IdxBytes.packed(TWO_BY_THREE);
        for (int length = 0; length < packed.length; length++) {
            byte[] cut = Arrays.copyOf(packed, length);
            assertThatThrownBy(() -> read(cut, 2))
                    .as("%d bytes", length)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void shouldReportADamagedGzipStream() {
        byte[] packed = IdxBytes.packed(TWO_BY_THREE);
        packed[packed.length - 8] ^= 1; // The checksum.
        assertThatThrownBy(() -> read(packed, 2)).hasMessageContaining("gzip stream is damaged");
    }

    @Test
    void shouldRejectNegativeDimensions() {
        assertThatThrownBy(() -> read(IdxBytes.of(0x802, new int[] {-1, -1}, new byte[] {1}), 2))
                .hasMessageContaining("dimension 0 of its header is -1");
    }

    @Test
    void shouldRejectDimensionsThatOverflow() {
        int big = Integer.MAX_VALUE;
        assertThatThrownBy(() ->
                        read(IdxBytes.of(0x803, new int[] {big, big, big}, new byte[] {1}), 3))
                .isInstanceOf(IOException.class);
    }

    private static IdxFile read(byte[] content, int dimensions) throws IOException {
        return IdxFile.read(new ByteArrayInputStream(content), dimensions);
    }
}
