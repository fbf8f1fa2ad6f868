package io.rina.sim.workload;

import java.util.List;

/**
 * The models by name.
 *
 * <p>How fast a worker is follows from public figures and is a parameter wherever it matters:
 *
 * <ul>
 *   <li>resnet50, vgg16, inception3: images a second on one NVIDIA Tesla P100, batch 64, synthetic
 *       data, float32: 219, 154 and 142 (TensorFlow 1 guide, "Benchmarks", May 2017).
 *   <li>bert-base: 32 sequences of 128 tokens at the peak of the same card, 10.6 Tflop/s in float32
 *       (NVIDIA Tesla P100 data sheet, SXM2). No measured figure is behind it, so a real card of
 *       that kind is slower.
 * </ul>
 */
public final class Models {
    /** Tesla P100, batch 64. */
    static final int P100_BATCH = 64;

    private static final List<String> NAMES =
            List.of("resnet50", "vgg16", "inception3", "inception3-no-aux", "bert-base");

    private Models() {}

    /** The model called {@code name}. */
    public static Model named(String name) {
        return switch (name) {
            case "resnet50" -> Resnet50.model();
            case "vgg16" -> Vgg16.model();
            case "inception3" -> InceptionV3.model(true);
            case "inception3-no-aux" -> InceptionV3.model(false);
            case "bert-base" -> BertBase.model(128);
            default ->
                throw new IllegalArgumentException(
                        "no model is called " + name + "; there are " + String.join(", ", NAMES));
        };
    }

    public static List<String> names() {
        return NAMES;
    }
}
