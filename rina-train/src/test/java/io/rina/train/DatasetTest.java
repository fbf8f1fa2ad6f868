package io.rina.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DatasetTest {
    private static final String IMAGES = "train-images-idx3-ubyte.gz";
    private static final String LABELS = "train-labels-idx1-ubyte";

    @TempDir
    Path folder;

    @Test
    void shouldEmbedABalancedSubset() {
        Dataset data = Dataset.load(new DataSource.Embedded());

        assertThat(countsByClass(data.training())).containsOnly(600);
        assertThat(countsByClass(data.test())).containsOnly(100);
    }

    @Test
    void shouldReadAFolderWithPackedAndPlainFiles() {
        Dataset embedded = Dataset.load(new DataSource.Embedded());
        Dataset data = Dataset.load(IdxBytes.folder(folder, embedded, 20, 7));

        assertThat(data.training().count()).isEqualTo(20);
        assertThat(data.test().count()).isEqualTo(7);
        assertThat(data.training().label(19)).isEqualTo(embedded.training().label(19));
        assertThat(data.training().brightness(19, 400))
                .isEqualTo(embedded.training().brightness(19, 400));
    }

    @Test
    void shouldSayWhatToInstallWhenDebiansFolderIsNotThere() {
        DataSource full = DataSource.parse("full");

        assertThat(full).isEqualTo(new DataSource.Folder(DataSource.DEBIAN_FOLDER));
        if (!Files.exists(DataSource.DEBIAN_FOLDER)) {
            assertFailure(full, "train-images-idx3-ubyte", "apt-get install dataset-fashion-mnist");
        }
    }

    @Test
    void shouldNameTheFolderThatIsMissing() {
        Path missing = folder.resolve("nowhere");
        assertFailure(DataSource.parse(missing.toString()), missing.toString(), "no such folder");
    }

    @Test
    void shouldNameTheFileThatIsMissing() throws IOException {
        DataSource source = small();
        Files.delete(folder.resolve(LABELS));
        assertFailure(source, folder.resolve(LABELS).toString(), "missing, with and without .gz");
    }

    @Test
    void shouldNameTheFileThatIsCutOff() throws IOException {
        DataSource source = small();
        byte[] images = Files.readAllBytes(folder.resolve(IMAGES));
        Files.write(folder.resolve(IMAGES), Arrays.copyOf(images, images.length / 2));
        assertFailure(source, folder.resolve("train-images-idx3-ubyte").toString(), "cut off");
    }

    @Test
    void shouldRejectImagesOfAnotherSize() throws IOException {
        DataSource source = small();
        byte[] wide = IdxBytes.of(IdxBytes.IMAGES_MAGIC, new int[] {1, 32, 32}, new byte[1024]);
        Files.write(folder.resolve(IMAGES), wide);
        assertFailure(source, "32 x 32 pixels", "28 x 28");
    }

    @Test
    void shouldRejectLabelsThatAreNotOfTheseImages() throws IOException {
        DataSource source = small();
        Files.write(
                folder.resolve(LABELS),
                IdxBytes.of(IdxBytes.LABELS_MAGIC, new int[] {1}, new byte[1]));
        assertFailure(source, LABELS, "1 labels for 20 images");
    }

    @Test
    void shouldRejectClassesThatTheNetworkDoesNotHave() throws IOException {
        DataSource source = small();
        byte[] labels = new byte[20];
        labels[3] = 10;
        Files.write(
                folder.resolve(LABELS), IdxBytes.of(IdxBytes.LABELS_MAGIC, new int[] {20}, labels));
        assertFailure(source, LABELS, "label 3 is 10");
    }

    @Test
    void shouldRejectAFileOfTheWrongKind() throws IOException {
        DataSource source = small();
        Files.copy(folder.resolve(LABELS), folder.resolve("swapped"));
        Files.delete(folder.resolve(IMAGES));
        Files.move(folder.resolve("swapped"), folder.resolve("train-images-idx3-ubyte"));
        assertFailure(source, "train-images-idx3-ubyte", "magic number 0x00000801");
    }

    private DataSource small() {
        return IdxBytes.folder(folder, Dataset.load(new DataSource.Embedded()), 20, 10);
    }

    private static void assertFailure(DataSource source, String... parts) {
        assertThatThrownBy(() -> Dataset.load(source))
                .isInstanceOfSatisfying(
                        TrainingException.class,
                        e -> assertThat(e.category()).isEqualTo(TrainingException.Category.DATA))
                .message()
                .contains(parts)
                .contains("embedded subset");
    }

    private static int[] countsByClass(Samples samples) {
        int[] counts = new int[Samples.CLASSES];
        for (int i = 0; i < samples.count(); i++) {
            counts[samples.label(i)]++;
        }
        return counts;
    }
}
