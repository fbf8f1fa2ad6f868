package io.rina.train;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The samples of one pass in the form that PyTorch takes. The tensors lie directly on this object's
 * buffers, which are used again for the next batch: a tensor must be closed before {@link #fill} is
 * called again.
 */
final class Batch {
    // Mean and standard deviation of the brightness over the training images of Fashion-MNIST.
    private static final float MEAN_BRIGHTNESS = 72.94f;
    private static final float BRIGHTNESS_DEVIATION = 90.02f;

    private final float[] valueOfBrightness = new float[256];
    private final ByteBuffer pixels;
    private final ByteBuffer labels;
    private int size;

    Batch(int maxSamples) {
        for (int i = 0; i < valueOfBrightness.length; i++) {
            valueOfBrightness[i] = (i - MEAN_BRIGHTNESS) / BRIGHTNESS_DEVIATION;
        }
        pixels = direct(maxSamples * Samples.IMAGE_PIXELS * Float.BYTES);
        labels = direct(maxSamples * Long.BYTES);
    }

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    int size() {
        return size;
    }

    int label(int sample) {
        return (int) labels.getLong(sample * Long.BYTES);
    }

    /** Takes the samples that {@code order} names in {@code share}. */
    void fill(Samples samples, int[] order, Share share) {
        size = share.size();
        for (int i = 0; i < size; i++) {
            int image = order[share.start() + i];
            labels.putLong(i * Long.BYTES, samples.label(image));
            int start = i * Samples.IMAGE_PIXELS;
            for (int pixel = 0; pixel < Samples.IMAGE_PIXELS; pixel++) {
                float value = valueOfBrightness[samples.brightness(image, pixel)];
                pixels.putFloat((start + pixel) * Float.BYTES, value);
            }
        }
    }

    /** Shape (samples, 1, 28, 28). */
    NDArray images(NDManager manager) {
        Shape shape = new Shape(size, 1, Samples.SIDE_PIXELS, Samples.SIDE_PIXELS);
        return manager.create(
                slice(pixels, Samples.IMAGE_PIXELS * Float.BYTES), shape, DataType.FLOAT32);
    }

    /** Shape (samples). */
    NDArray labels(NDManager manager) {
        return manager.create(slice(labels, Long.BYTES), new Shape(size), DataType.INT64);
    }

    private ByteBuffer slice(ByteBuffer whole, int sampleBytes) {
        return whole.slice(0, size * sampleBytes).order(ByteOrder.nativeOrder());
    }
}
