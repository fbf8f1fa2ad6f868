package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkLayoutTest {
    /** All layouts that are small. */
    @Test
    void shouldCoverEveryElementOnce() {
        for (int elements = 0; elements <= 40; elements++) {
            for (int chunks = 1; chunks <= 9; chunks++) {
                for (int block = 1; block <= 5; block++) {
                    for (int blocksAFragment = 1; blocksAFragment <= 3; blocksAFragment++) {
                        coversEveryElementOnce(elements, chunks, block, blocksAFragment * block);
                    }
                }
            }
        }
    }

    private static void coversEveryElementOnce(
            int elements, int chunks, int blockElements, int fragmentElements) {
        String about = "%d elements, %d chunks, blocks of %d, fragments of %d"
                .formatted(elements, chunks, blockElements, fragmentElements);
        ChunkLayout layout = new ChunkLayout(elements, chunks, blockElements, fragmentElements);
        long next = 0;
        for (int chunk = 0; chunk < chunks; chunk++) {
            next = walkChunk(layout, chunk, next, blockElements, about);
        }
        assertThat(next).as(about).isEqualTo(elements);
        assertThat(layout.start(chunks)).as(about).isEqualTo(elements);
    }

    /** Walks over the fragments from element {@code next}, which must be where the chunk starts. */
    private static long walkChunk(
            ChunkLayout layout, int chunk, long next, int blockElements, String about) {
        assertThat(layout.start(chunk)).as(about).isEqualTo(next);
        long end = next;
        for (int fragment = 0; fragment < layout.fragments(chunk); fragment++) {
            assertThat(layout.fragmentStart(chunk, fragment)).as(about).isEqualTo(end);
            assertThat(end % blockElements).as("on a block edge: " + about).isZero();
            assertThat(layout.fragmentSize(chunk, fragment)).as(about).isPositive();
            end += layout.fragmentSize(chunk, fragment);
        }
        assertThat(layout.size(chunk)).as(about).isEqualTo(end - next);
        return end;
    }

    @Test
    void chunksShouldDifferByAtMostOneBlock() {
        for (int blocks = 0; blocks <= 130; blocks++) {
            for (int chunks = 1; chunks <= 40; chunks++) {
                ChunkLayout layout = new ChunkLayout(blocks * 4L, chunks, 4, 4);
                for (int chunk = 0; chunk < chunks; chunk++) {
                    long few = blocks / chunks;
                    assertThat(layout.size(chunk) / 4)
                            .as("chunk %d of %d blocks in %d", chunk, blocks, chunks)
                            .isBetween(few, few + 1);
                }
            }
        }
    }

    @Test
    void noElementsShouldMakeNoFragments() {
        ChunkLayout layout = new ChunkLayout(0, 5, 352, 352);
        for (int chunk = 0; chunk < 5; chunk++) {
            assertThat(layout.size(chunk)).isZero();
            assertThat(layout.fragments(chunk)).isZero();
        }
    }

    @Test
    void oneElementShouldMakeOneFragment() {
        ChunkLayout layout = new ChunkLayout(1, 5, 352, 704);
        int fragments = 0;
        for (int chunk = 0; chunk < 5; chunk++) {
            fragments += layout.fragments(chunk);
        }
        assertThat(fragments).isEqualTo(1);
    }

    @Test
    void fewerBlocksThanChunksShouldLeaveChunksEmpty() {
        ChunkLayout layout = new ChunkLayout(3 * 352, 8, 352, 352);
        int full = 0;
        for (int chunk = 0; chunk < 8; chunk++) {
            assertThat(layout.size(chunk)).isIn(0L, 352L);
            full += layout.fragments(chunk);
        }
        assertThat(full).isEqualTo(3);
    }

    /** All of up to three segments of up to 40 elements, each cut into up to 4 chunks. */
    @Test
    void segmentsShouldBeCutAlikeAndNeverStraddled() {
        for (int elements = 0; elements <= 40; elements++) {
            for (int i = 1; i <= 4; i++) {
                areCutAlike(elements, List.of(i));
                for (int j = 1; j <= 4; j++) {
                    areCutAlike(elements, List.of(i, j));
                    for (int k = 1; k <= 4; k++) {
                        areCutAlike(elements, List.of(i, j, k));
                    }
                }
            }
        }
    }

    private static void areCutAlike(int segmentElements, List<Integer> cuts) {
        String about = "segments of " + segmentElements + " cut into " + cuts;
        ChunkLayout layout = new ChunkLayout(segmentElements, cuts, 4, 8);
        int chunk = 0;
        for (int segment = 0; segment < cuts.size(); segment++) {
            ChunkLayout alone = new ChunkLayout(segmentElements, cuts.get(segment), 4, 8);
            for (int i = 0; i < cuts.get(segment); i++, chunk++) {
                long first = (long) segment * segmentElements;
                assertThat(layout.start(chunk)).as(about).isEqualTo(first + alone.start(i));
                assertThat(layout.size(chunk)).as(about).isEqualTo(alone.size(i));
                assertThat(layout.fragments(chunk)).as(about).isEqualTo(alone.fragments(i));
            }
        }
        assertThat(layout.chunks()).as(about).isEqualTo(chunk);
        assertThat(layout.elements()).as(about).isEqualTo((long) cuts.size() * segmentElements);
    }

    @Test
    void elementsShouldNotBeBoundedByAnInt() {
        ChunkLayout layout = new ChunkLayout(3_000_000_000L, List.of(2, 1), 352, 704);

        assertThat(layout.elements()).isEqualTo(6_000_000_000L);
        assertThat(layout.start(2)).isEqualTo(3_000_000_000L);
        assertThat(layout.fragmentStart(2, layout.fragments(2) - 1)
                        + layout.fragmentSize(2, layout.fragments(2) - 1))
                .isEqualTo(6_000_000_000L);
    }

    @Test
    void theLargestOperationShouldNotOverflow() {
        ChunkLayout layout = new ChunkLayout(Integer.MAX_VALUE, 1000, 352, 352);
        int chunk = 999;
        int last = layout.fragments(chunk) - 1;

        assertThat(layout.start(1000)).isEqualTo(Integer.MAX_VALUE);
        assertThat(layout.fragmentStart(chunk, last) + layout.fragmentSize(chunk, last))
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void shouldRefuseFragmentsThatCutBlocks() {
        assertThatThrownBy(() -> new ChunkLayout(10, 1, 4, 6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a fragment of 6 elements is not a whole number of blocks of 4");
        assertThatThrownBy(() -> new ChunkLayout(-1, 1, 4, 4))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ChunkLayout(10, 0, 4, 4))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
