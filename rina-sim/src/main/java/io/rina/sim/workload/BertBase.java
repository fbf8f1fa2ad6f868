package io.rina.sim.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * BERT-base, uncased (Devlin et al., NAACL 2019), with its pooler and without a head for a task: 12
 * layers of width 768 over a vocabulary of 30,522. A look-up in a table of embeddings takes no
 * multiply-adds, but its gradient is summed as a whole, as PyTorch does with dense gradients.
 */
final class BertBase {
    private static final int LAYERS = 12;
    private static final int WIDTH = 768;
    private static final int INNER = 4 * WIDTH;
    private static final int VOCABULARY = 30_522;
    private static final int POSITIONS = 512;
    private static final int SEGMENTS = 2;
    /** A layer normalisation trains a scale and a shift. */
    private static final int NORM = 2 * WIDTH;

    private static final int BATCH = 32;
    private static final double P100_FLOPS = 10.6e12;

    private final List<Layer> layers = new ArrayList<>();
    private final int tokens;

    private BertBase(int tokens) {
        this.tokens = tokens;
    }

    /** For sequences of {@code tokens}. */
    static Model model(int tokens) {
        if (tokens < 1 || tokens > POSITIONS) {
            throw new IllegalArgumentException(
                    "bert-base takes sequences of 1 to " + POSITIONS + " tokens, not of " + tokens);
        }
        BertBase net = new BertBase(tokens);
        net.build();
        // A backward pass takes twice the work of the forward pass, and a multiply-add is two
        // flops.
        double flops = 2 * 3 * (double) new Model("", net.layers, 1, 1).multiplyAdds();
        return new Model("bert-base", net.layers, BATCH, P100_FLOPS / flops);
    }

    private void build() {
        layers.add(new Layer("embeddings.word", (long) VOCABULARY * WIDTH, 0));
        layers.add(new Layer("embeddings.position", (long) POSITIONS * WIDTH, 0));
        layers.add(new Layer("embeddings.segment", (long) SEGMENTS * WIDTH + NORM, 0));
        for (int i = 0; i < LAYERS; i++) {
            encoder("layer." + i);
        }
        // The pooler looks at the first token only.
        layers.add(new Layer("pooler", dense(WIDTH, WIDTH), (long) WIDTH * WIDTH));
    }

    private void encoder(String name) {
        linear(name + ".query", WIDTH, WIDTH, 0);
        linear(name + ".key", WIDTH, WIDTH, 0);
        linear(name + ".value", WIDTH, WIDTH, 0);
        // Every token's query with every key, and the values weighted with that.
        layers.add(new Layer(name + ".scores", 0, 2L * tokens * tokens * WIDTH));
        linear(name + ".attention", WIDTH, WIDTH, NORM);
        linear(name + ".intermediate", WIDTH, INNER, 0);
        linear(name + ".output", INNER, WIDTH, NORM);
    }

    private void linear(String name, int in, int out, int extra) {
        layers.add(new Layer(name, dense(in, out) + extra, (long) in * out * tokens));
    }

    private static long dense(int in, int out) {
        return (long) in * out + out;
    }
}
