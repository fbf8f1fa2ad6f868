package io.rina.sim.workload;

import io.rina.sim.workload.ConvolutionLayers.Shape;

/**
 * ResNet-50 (He et al., CVPR 2016) with the stride in the 3x3 convolutions, as torchvision has it:
 * 16 bottleneck blocks in four stages, images of 224 x 224.
 */
final class Resnet50 {
    private static final int[] BLOCKS = {3, 4, 6, 3};
    /** A block's last convolution has this many times the channels of the others. */
    private static final int EXPANSION = 4;

    private Resnet50() {}

    static Model model() {
        ConvolutionLayers layers = new ConvolutionLayers(ConvolutionLayers.BATCH_NORM);
        Shape shape =
                layers.square("conv1", new Shape(3, 224, 224), 64, 7, 2, 3).pool(3, 2, 1);
        for (int stage = 0; stage < BLOCKS.length; stage++) {
            for (int block = 0; block < BLOCKS[stage]; block++) {
                int stride = stage > 0 && block == 0 ? 2 : 1;
                String name = "layer" + (stage + 1) + "." + block;
                shape = bottleneck(layers, name, shape, 64 << stage, stride);
            }
        }
        layers.linear("fc", shape.channels(), 1000);
        return new Model("resnet50", layers.layers(), Models.P100_BATCH, 219);
    }

    private static Shape bottleneck(
            ConvolutionLayers layers, String name, Shape in, int width, int stride) {
        int out = EXPANSION * width;
        Shape shape = layers.square(name + ".conv1", in, width, 1, 1, 0);
        shape = layers.square(name + ".conv2", shape, width, 3, stride, 1);
        shape = layers.square(name + ".conv3", shape, out, 1, 1, 0);
        if (in.channels() != out) {
            layers.square(name + ".downsample", in, out, 1, stride, 0);
        }
        return shape;
    }
}
