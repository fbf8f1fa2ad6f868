package io.rina.sim.workload;

import io.rina.sim.workload.ConvolutionLayers.Shape;

/**
 * VGG-16 (Simonyan and Zisserman, ICLR 2015, configuration D), images of 224 x 224: 13 convolutions
 * of 3x3 in five groups, each followed by pooling, and three fully connected layers, the first of
 * which holds three quarters of all parameters.
 */
final class Vgg16 {
    private static final int[][] GROUPS = {
        {64, 64}, {128, 128}, {256, 256, 256}, {512, 512, 512}, {512, 512, 512}
    };

    private Vgg16() {}

    static Model model() {
        ConvolutionLayers layers = new ConvolutionLayers(ConvolutionLayers.BIAS);
        Shape shape = new Shape(3, 224, 224);
        for (int group = 0; group < GROUPS.length; group++) {
            for (int i = 0; i < GROUPS[group].length; i++) {
                String name = "conv" + (group + 1) + "_" + (i + 1);
                shape = layers.square(name, shape, GROUPS[group][i], 3, 1, 1);
            }
            shape = shape.pool(2, 2, 0);
        }
        layers.linear("fc6", shape.channels() * shape.height() * shape.width(), 4096);
        layers.linear("fc7", 4096, 4096);
        layers.linear("fc8", 4096, 1000);
        return new Model("vgg16", layers.layers(), Models.P100_BATCH, 154);
    }
}
