package io.rina.train;

import java.io.IOException;

/** Grey images and the class of each, as bytes: a batch becomes floats only when its turn comes. */
final class Samples {
    static final int SIDE_PIXELS = 28;
    static final int IMAGE_PIXELS = SIDE_PIXELS * SIDE_PIXELS;
    static final int CLASSES = 10;

    private final byte[] pixels;
    private final byte[] labels;

    private Samples(byte[] pixels, byte[] labels) {
        this.pixels = pixels;
        this.labels = labels;
    }

    /**
     * Checks that the files are what the network takes; {@code pixels} is the file to blame for its
     * shape, {@code labels} for the rest.
     */
    static Samples of(byte[] pixels, byte[] labels) throws IOException {
        int images = pixels.length / IMAGE_PIXELS;
        if (labels.length != images) {
            throw new IOException("it has " + labels.length + " labels for " + images + " images");
        }
        if (images == 0) {
            throw new IOException("it has no labels");
        }
        for (int i = 0; i < labels.length; i++) {
            if (labels[i] < 0 || labels[i] >= CLASSES) {
                throw new IOException("label " + i + " is " + (labels[i] & 0xff)
                        + ", not one of the classes 0 to " + (CLASSES - 1));
            }
        }
        return new Samples(pixels, labels);
    }

    int count() {
        return labels.length;
    }

    int label(int image) {
        return labels[image];
    }

    /** Brightness from 0 to 255; {@code pixel} counts along rows from the top left corner. */
    int brightness(int image, int pixel) {
        return pixels[image * IMAGE_PIXELS + pixel] & 0xff;
    }
}
