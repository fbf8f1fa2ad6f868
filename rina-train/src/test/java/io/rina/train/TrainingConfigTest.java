package io.rina.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class TrainingConfigTest {
    private static final TrainingConfig DEFAULTS = TrainingConfig.defaults();

    @Test
    void shouldRejectWhatCannotBeTrained() {
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withEpochs(0));
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withGlobalBatch(0));
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withLearningRate(0));
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withLearningRate(Float.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withMomentum(1));
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withRank(2, 2));
    }

    @Test
    void shouldUnderstandTheThreeKindsOfSources() {
        assertThat(DataSource.parse("embedded")).isEqualTo(new DataSource.Embedded());
        assertThat(DataSource.parse("full"))
                .isEqualTo(new DataSource.Folder(DataSource.DEBIAN_FOLDER));
        assertThat(DataSource.parse("a/b")).isEqualTo(new DataSource.Folder(Path.of("a/b")));
        assertThatIllegalArgumentException().isThrownBy(() -> DataSource.parse(""));
    }
}
