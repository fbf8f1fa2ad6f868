package io.rina.train;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Stochastic gradient descent with momentum:
 *
 * <pre>
 * velocity  = momentum * velocity + gradient
 * parameter = parameter - learningRate * velocity
 * </pre>
 *
 * <p>Element by element in Java, which rounds each operation alone whatever the processor: equal
 * gradients give equal bits on every rank. (Source of the form: Sutskever et al., "On the
 * importance of initialization and momentum in deep learning", 2013, with the learning rate
 * outside, as in PyTorch.)
 */
final class MomentumDescent {
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

    private final float momentum;
    private final float[] velocity;

    MomentumDescent(int parameterCount, float momentum) {
        this.momentum = momentum;
        this.velocity = new float[parameterCount];
    }

    /** {@code gradients} has those of all {@code parameters} one after another. */
    void update(List<MemorySegment> parameters, MemorySegment gradients, float learningRate) {
        int start = 0;
        for (MemorySegment parameter : parameters) {
            update(parameter, gradients, start, learningRate);
            start += (int) (parameter.byteSize() / Float.BYTES);
        }
    }

    private void update(
            MemorySegment parameter, MemorySegment gradients, int start, float learningRate) {
        int elements = (int) (parameter.byteSize() / Float.BYTES);
        for (int i = 0; i < elements; i++) {
            float moved = momentum * velocity[start + i] + gradients.getAtIndex(FLOAT, start + i);
            velocity[start + i] = moved;
            parameter.setAtIndex(FLOAT, i, parameter.getAtIndex(FLOAT, i) - learningRate * moved);
        }
    }
}
