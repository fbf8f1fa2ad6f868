package io.rina.sim.workload;

import java.util.ArrayList;
import java.util.List;

/** Counts the parameters and multiply-adds of convolutions and fully connected layers. */
final class ConvolutionLayers {
    /** A batch normalisation trains a scale and a shift a channel. */
    static final int BATCH_NORM = 2;

    static final int BIAS = 1;

    private final List<Layer> layers = new ArrayList<>();
    private final int extraPerChannel;

    /** A tensor of one sample. */
    record Shape(int channels, int height, int width) {
        /** After pooling with a square window. */
        Shape pool(int window, int stride, int padding) {
            return new Shape(
                    channels,
                    after(height, window, stride, padding),
                    after(width, window, stride, padding));
        }

        private static int after(int size, int window, int stride, int padding) {
            return (size + 2 * padding - window) / stride + 1;
        }

        Shape withChannels(int count) {
            return new Shape(count, height, width);
        }
    }

    /** {@code extraPerChannel} is what each convolution trains besides its weights. */
    ConvolutionLayers(int extraPerChannel) {
        this.extraPerChannel = extraPerChannel;
    }

    /** A square convolution; returns the shape behind it. */
    Shape square(String name, Shape in, int out, int window, int stride, int padding) {
        return add(name, in, in.pool(window, stride, padding).withChannels(out), window * window);
    }

    /** A convolution of height x width that keeps the size. */
    Shape same(String name, Shape in, int out, int height, int width) {
        return add(name, in, in.withChannels(out), height * width);
    }

    private Shape add(String name, Shape in, Shape out, int window) {
        long weights = (long) window * in.channels() * out.channels();
        layers.add(new Layer(
                name,
                weights + (long) extraPerChannel * out.channels(),
                weights * out.height() * out.width()));
        return out;
    }

    /** With a bias. */
    void linear(String name, int in, int out) {
        long weights = (long) in * out;
        layers.add(new Layer(name, weights + out, weights));
    }

    List<Layer> layers() {
        return layers;
    }
}
