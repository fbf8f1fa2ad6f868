package io.rina.sim.workload;

import io.rina.sim.workload.ConvolutionLayers.Shape;

/**
 * Inception-v3 (Szegedy et al., CVPR 2016) as torchvision has it, images of 299 x 299. Layers are
 * in the order in which torchvision lists their parameters; the auxiliary head, where there is
 * one, stands behind Mixed_6e, whose output it looks at.
 */
final class InceptionV3 {
    private final ConvolutionLayers layers = new ConvolutionLayers(ConvolutionLayers.BATCH_NORM);

    private InceptionV3() {}

    static Model model(boolean auxiliary) {
        InceptionV3 net = new InceptionV3();
        net.build(auxiliary);
        return new Model(
                auxiliary ? "inception3" : "inception3-no-aux",
                net.layers.layers(),
                Models.P100_BATCH,
                142);
    }

    private void build(boolean auxiliary) {
        Shape shape = stem();
        shape = mixed5("Mixed_5b", shape, 32);
        shape = mixed5("Mixed_5c", shape, 64);
        shape = mixed5("Mixed_5d", shape, 64);
        shape = mixed6a(shape);
        shape = mixed6("Mixed_6b", shape, 128);
        shape = mixed6("Mixed_6c", shape, 160);
        shape = mixed6("Mixed_6d", shape, 160);
        shape = mixed6("Mixed_6e", shape, 192);
        if (auxiliary) {
            auxiliaryHead(shape);
        }
        shape = mixed7a(shape);
        shape = mixed7("Mixed_7b", shape);
        shape = mixed7("Mixed_7c", shape);
        layers.linear("fc", shape.channels(), 1000);
    }

    private Shape stem() {
        Shape shape = layers.square("Conv2d_1a", new Shape(3, 299, 299), 32, 3, 2, 0);
        shape = layers.square("Conv2d_2a", shape, 32, 3, 1, 0);
        shape = layers.square("Conv2d_2b", shape, 64, 3, 1, 1).pool(3, 2, 0);
        shape = layers.square("Conv2d_3b", shape, 80, 1, 1, 0);
        return layers.square("Conv2d_4a", shape, 192, 3, 1, 0).pool(3, 2, 0);
    }

    /** Four branches at full size: 1x1, 5x5, two 3x3, and pooling. */
    private Shape mixed5(String name, Shape in, int pool) {
        layers.same(name + ".branch1x1", in, 64, 1, 1);
        Shape five = layers.same(name + ".branch5x5_1", in, 48, 1, 1);
        layers.same(name + ".branch5x5_2", five, 64, 5, 5);
        Shape three = layers.same(name + ".branch3x3dbl_1", in, 64, 1, 1);
        three = layers.same(name + ".branch3x3dbl_2", three, 96, 3, 3);
        layers.same(name + ".branch3x3dbl_3", three, 96, 3, 3);
        layers.same(name + ".branch_pool", in, pool, 1, 1);
        return in.withChannels(64 + 64 + 96 + pool);
    }

    /** Halves the size; pooling passes the input's channels on. */
    private Shape mixed6a(Shape in) {
        Shape half = layers.square("Mixed_6a.branch3x3", in, 384, 3, 2, 0);
        Shape three = layers.same("Mixed_6a.branch3x3dbl_1", in, 64, 1, 1);
        three = layers.same("Mixed_6a.branch3x3dbl_2", three, 96, 3, 3);
        layers.square("Mixed_6a.branch3x3dbl_3", three, 96, 3, 2, 0);
        return half.withChannels(384 + 96 + in.channels());
    }

    /** 7x7 windows as 1x7 and 7x1. */
    private Shape mixed6(String name, Shape in, int width) {
        layers.same(name + ".branch1x1", in, 192, 1, 1);
        Shape seven = layers.same(name + ".branch7x7_1", in, width, 1, 1);
        seven = layers.same(name + ".branch7x7_2", seven, width, 1, 7);
        layers.same(name + ".branch7x7_3", seven, 192, 7, 1);
        Shape twice = layers.same(name + ".branch7x7dbl_1", in, width, 1, 1);
        twice = layers.same(name + ".branch7x7dbl_2", twice, width, 7, 1);
        twice = layers.same(name + ".branch7x7dbl_3", twice, width, 1, 7);
        twice = layers.same(name + ".branch7x7dbl_4", twice, width, 7, 1);
        layers.same(name + ".branch7x7dbl_5", twice, 192, 1, 7);
        layers.same(name + ".branch_pool", in, 192, 1, 1);
        return in.withChannels(4 * 192);
    }

    private void auxiliaryHead(Shape in) {
        Shape shape = layers.same("AuxLogits.conv0", in.pool(5, 3, 0), 128, 1, 1);
        shape = layers.square("AuxLogits.conv1", shape, 768, 5, 1, 0);
        layers.linear("AuxLogits.fc", shape.channels(), 1000);
    }

    /** Halves the size again. */
    private Shape mixed7a(Shape in) {
        Shape three = layers.same("Mixed_7a.branch3x3_1", in, 192, 1, 1);
        Shape half = layers.square("Mixed_7a.branch3x3_2", three, 320, 3, 2, 0);
        Shape seven = layers.same("Mixed_7a.branch7x7x3_1", in, 192, 1, 1);
        seven = layers.same("Mixed_7a.branch7x7x3_2", seven, 192, 1, 7);
        seven = layers.same("Mixed_7a.branch7x7x3_3", seven, 192, 7, 1);
        layers.square("Mixed_7a.branch7x7x3_4", seven, 192, 3, 2, 0);
        return half.withChannels(320 + 192 + in.channels());
    }

    /** 3x3 windows as 1x3 beside 3x1. */
    private Shape mixed7(String name, Shape in) {
        layers.same(name + ".branch1x1", in, 320, 1, 1);
        Shape three = layers.same(name + ".branch3x3_1", in, 384, 1, 1);
        layers.same(name + ".branch3x3_2a", three, 384, 1, 3);
        layers.same(name + ".branch3x3_2b", three, 384, 3, 1);
        Shape twice = layers.same(name + ".branch3x3dbl_1", in, 448, 1, 1);
        twice = layers.same(name + ".branch3x3dbl_2", twice, 384, 3, 3);
        layers.same(name + ".branch3x3dbl_3a", twice, 384, 1, 3);
        layers.same(name + ".branch3x3dbl_3b", twice, 384, 3, 1);
        layers.same(name + ".branch_pool", in, 192, 1, 1);
        return in.withChannels(320 + 4 * 384 + 192);
    }
}
