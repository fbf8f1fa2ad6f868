package io.rina.sim.workload;

/**
 * A layer of a model, with what is trained together with it (bias, normalisation).
 *
 * @param parameters whose gradients are summed over the ranks
 * @param multiplyAdds of one sample's forward pass
 */
public record Layer(String name, long parameters, long multiplyAdds) {
    public Layer {
        if (parameters < 0 || multiplyAdds < 0) {
            throw new IllegalArgumentException(
                    "layer " + name + " has " + parameters + " parameters and " + multiplyAdds
                            + " multiply-adds: neither can be negative");
        }
    }
}
