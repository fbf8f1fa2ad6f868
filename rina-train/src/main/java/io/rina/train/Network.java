package io.rina.train;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.Blocks;
import ai.djl.nn.Parameter;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.pooling.Pool;
import ai.djl.training.GradientCollector;
import ai.djl.training.ParameterStore;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A convolutional network for 28 x 28 grey images in ten classes, and the memory of its parameters
 * and gradients.
 *
 * <pre>
 * convolution 3x3, 16 filters     26 x 26 x 16        160 parameters
 * mean 2x2, GELU                  13 x 13 x 16
 * convolution 3x3, 32 filters     11 x 11 x 32      4,640
 * mean 2x2, GELU                   5 x  5 x 32
 * fully connected, GELU                    128    102,528
 * fully connected                           10      1,290    together 108,618
 * </pre>
 *
 * <p>All layers are smooth, unlike rectifiers and maxima: where those switch, the last bit of a sum
 * decides, and a run over several ranks would soon leave the run of a single process behind (see
 * {@code docs/decisions/0007-smooth-layers.md}). There is no batch normalisation, whose statistics
 * would be each rank's own and make the result depend on the number of ranks.
 *
 * <p>Neither PyTorch's optimizer nor its random numbers are used; gradients add up in PyTorch until
 * they are taken away.
 */
final class Network implements AutoCloseable {
    /**
     * What one pass over a batch came to: the sum of the losses of its samples, and how many it
     * classified rightly.
     */
    record Outcome(float lossSum, int correct) {}

    private final Engine engine;
    private final NDManager manager;
    private final Block block;
    private final ParameterStore store;
    private final List<NDArray> parameters = new ArrayList<>();
    private final List<MemorySegment> values = new ArrayList<>();
    private final int parameterCount;

    Network(long seed) {
        engine = TorchEngine.load();
        manager = engine.newBaseManager(Device.cpu());
        block = layers();
        block.initialize(
                manager,
                DataType.FLOAT32,
                new Shape(1, 1, Samples.SIDE_PIXELS, Samples.SIDE_PIXELS));
        store = new ParameterStore(manager, false);
        SplittableRandom random = new SplittableRandom(seed);
        int count = 0;
        for (Parameter parameter : block.getParameters().values()) {
            NDArray array = parameter.getArray();
            MemorySegment memory = memory(array);
            initialise(parameter, memory, random);
            parameters.add(array);
            values.add(memory);
            count += Math.toIntExact(array.size());
        }
        parameterCount = count;
    }

    private static Block layers() {
        Shape two = new Shape(2, 2);
        return new SequentialBlock()
                .add(convolution(16))
                .add(Pool.avgPool2dBlock(two, two))
                .add(Activation::gelu)
                .add(convolution(32))
                .add(Pool.avgPool2dBlock(two, two))
                .add(Activation::gelu)
                .add(Blocks.batchFlattenBlock())
                .add(Linear.builder().setUnits(128).build())
                .add(Activation::gelu)
                .add(Linear.builder().setUnits(Samples.CLASSES).build());
    }

    private static Block convolution(int filters) {
        return Conv2d.builder()
                .setKernelShape(new Shape(3, 3))
                .setFilters(filters)
                .build();
    }

    private static void initialise(
            Parameter parameter, MemorySegment memory, SplittableRandom random) {
        if (parameter.getType() == Parameter.Type.WEIGHT) {
            Shape shape = parameter.getShape();
            Initialisation.weights(memory, Math.toIntExact(shape.size() / shape.get(0)), random);
        } else {
            memory.fill((byte) 0);
        }
    }

    /** The tensor's own memory, not a copy. */
    private static MemorySegment memory(NDArray array) {
        return MemorySegment.ofBuffer(array.toByteBuffer(true));
    }

    int parameterCount() {
        return parameterCount;
    }

    /**
     * The parameters in their order, each the live memory of its tensor: to write to it is to
     * change the network.
     */
    List<MemorySegment> parameters() {
        return values;
    }

    /**
     * Learns from {@code batch} without changing anything yet: moves the gradients to the start of
     * {@code target}, in the order of the parameters. They are those of the SUM of the samples'
     * losses divided by {@code divisor}. With the size of the global batch as the divisor of every
     * rank, the sum over ranks is the gradient of the global mean, also where shares differ in
     * size.
     */
    Outcome gradients(Batch batch, int divisor, MemorySegment target) {
        Outcome outcome;
        try (NDManager pass = manager.newSubManager();
                GradientCollector collector = engine.newGradientCollector()) {
            NDArray scores = scores(batch, pass, true);
            NDArray loss = scores.logSoftmax(1)
                    .get(new NDIndex().addAllDim().addPickDim(batch.labels(pass)))
                    .neg()
                    .sum();
            collector.backward(loss.div(divisor));
            outcome = new Outcome(loss.getFloat(), correct(batch, scores));
        }
        takeGradients(target);
        return outcome;
    }

    /** Returns how many samples of {@code batch} are classified rightly. */
    int correct(Batch batch) {
        try (NDManager pass = manager.newSubManager()) {
            return correct(batch, scores(batch, pass, false));
        }
    }

    private NDArray scores(Batch batch, NDManager pass, boolean training) {
        return block.forward(store, new NDList(batch.images(pass)), training).singletonOrThrow();
    }

    private static int correct(Batch batch, NDArray scores) {
        float[] all = scores.toFloatArray();
        int correct = 0;
        for (int sample = 0; sample < batch.size(); sample++) {
            if (bestClass(all, sample * Samples.CLASSES) == batch.label(sample)) {
                correct++;
            }
        }
        return correct;
    }

    private static int bestClass(float[] scores, int start) {
        int best = 0;
        for (int i = 1; i < Samples.CLASSES; i++) {
            if (scores[start + i] > scores[start + best]) {
                best = i;
            }
        }
        return best;
    }

    private void takeGradients(MemorySegment target) {
        long offset = 0;
        for (NDArray parameter : parameters) {
            try (NDArray gradient = parameter.getGradient()) {
                MemorySegment memory = memory(gradient);
                MemorySegment.copy(memory, 0, target, offset, memory.byteSize());
                memory.fill((byte) 0);
                offset += memory.byteSize();
            }
        }
    }

    @Override
    public void close() {
        manager.close();
    }
}
