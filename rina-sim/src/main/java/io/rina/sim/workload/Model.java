package io.rina.sim.workload;

import java.util.List;

/**
 * A neural network as data-parallel training sees it.
 *
 * @param layers in the order of the forward pass
 * @param batch samples that one worker takes in one step, unless told otherwise
 * @param samplesPerSec that one worker trains with, unless told otherwise
 */
public record Model(String name, List<Layer> layers, int batch, double samplesPerSec) {
    private static final double PS = 1e12;

    public Model {
        if (layers.isEmpty() || batch < 1 || !(samplesPerSec > 0)) {
            throw new IllegalArgumentException("model " + name + " with " + layers.size()
                    + " layers, a batch of " + batch + " and " + samplesPerSec
                    + " samples/s: it needs a layer, a sample and a speed");
        }
        layers = List.copyOf(layers);
    }

    public long parameters() {
        return layers.stream().mapToLong(Layer::parameters).sum();
    }

    /** Of one sample's forward pass. */
    public long multiplyAdds() {
        return layers.stream().mapToLong(Layer::multiplyAdds).sum();
    }

    /** How long one worker computes in a step: its batch at its speed. */
    public long stepPs() {
        return Math.round(batch / samplesPerSec * PS);
    }
}
