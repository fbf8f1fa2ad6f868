package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ChunkLayoutTest {
    @Property
    void shouldCoverEveryElementOnce(
            @ForAll @IntRange(max = 20_000) int elements,
            @ForAll @IntRange(min = 1, max = 64) int chunks,
            @ForAll @IntRange(min = 1, max = 400) int blockElements,
            @ForAll @IntRange(min = 1, max = 6) int blocksAFragment) {
        ChunkLayout layout =
                new ChunkLayout(elements, chunks, blockElements, blocksAFragment * blockElements);
        int next = 0;
        for (int chunk = 0; chunk < chunks; chunk++) {
            next = walkChunk(layout, chunk, next, blockElements);
        }
        assertThat(next).isEqualTo(elements);
        assertThat(layout.start(chunks)).isEqualTo(elements);
    }

    /** Walks over the fragments from element {@code next}, which must be where the chunk starts. */
    private static int walkChunk(ChunkLayout layout, int chunk, int next, int blockElements) {
        assertThat(layout.start(chunk)).isEqualTo(next);
        int end = next;
        for (int fragment = 0; fragment < layout.fragments(chunk); fragment++) {
            assertThat(layout.fragmentStart(chunk, fragment)).isEqualTo(end);
            assertThat(end % blockElements).as("on a block edge").isZero();
            assertThat(layout.fragmentSize(chunk, fragment)).isPositive();
            end += layout.fragmentSize(chunk, fragment);
        }
        assertThat(layout.size(chunk)).isEqualTo(end - next);
        return end;
    }

    @Property
    void chunksShouldDifferByAtMostOneBlock(
            @ForAll @IntRange(max = 20_000) int blocks,
            @ForAll @IntRange(min = 1, max = 64) int chunks) {
        ChunkLayout layout = new ChunkLayout(blocks * 4L, chunks, 4, 4);
        for (int chunk = 0; chunk < chunks; chunk++) {
            long few = blocks / chunks;
            assertThat(layout.size(chunk) / 4).isBetween(few, few + 1);
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

    @Property
    void segmentsShouldBeCutAlikeAndNeverStraddled(
            @ForAll @IntRange(max = 2_000) int segmentElements,
            @ForAll @Size(min = 1, max = 9) List<@IntRange(min = 1, max = 9) Integer> cuts) {
        ChunkLayout layout = new ChunkLayout(segmentElements, cuts, 4, 8);
        int chunk = 0;
        for (int segment = 0; segment < cuts.size(); segment++) {
            ChunkLayout alone = new ChunkLayout(segmentElements, cuts.get(segment), 4, 8);
            for (int i = 0; i < cuts.get(segment); i++, chunk++) {
                long first = (long) segment * segmentElements;
                assertThat(layout.start(chunk)).isEqualTo(first + alone.start(i));
                assertThat(layout.size(chunk)).isEqualTo(alone.size(i));
                assertThat(layout.fragments(chunk)).isEqualTo(alone.fragments(i));
            }
        }
        assertThat(layout.chunks()).isEqualTo(chunk);
        assertThat(layout.elements()).isEqualTo((long) cuts.size() * segmentElements);
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
