package io.rina.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelsTest {
    @ParameterizedTest
    @CsvSource({
        // torchvision, num_params of the weights' metadata; 23,834,568 is it without AuxLogits.
        "resnet50, 25557032",
        "vgg16, 138357544",
        "inception3, 27161264",
        "inception3-no-aux, 23834568",
        // transformers, BertModel("bert-base-uncased").num_parameters().
        "bert-base, 109482240"
    })
    void shouldHaveAsManyParametersAsPublished(String name, long parameters) {
        assertThat(Models.named(name).parameters()).isEqualTo(parameters);
    }

    @ParameterizedTest
    @CsvSource({
        // torchvision, _ops of the weights' metadata, in 10^9 multiply-adds, three decimals.
        "resnet50, 4.089, 0.0005",
        "vgg16, 15.470, 0.0005",
        "inception3-no-aux, 5.713, 0.0005",
        // TinyBERT (EMNLP Findings 2020), table 1: 22.5 Gflops, which are half as many of these.
        "bert-base, 11.25, 0.1"
    })
    void shouldTakeAsManyMultiplyAddsAsPublished(String name, double billions, double tolerance) {
        assertThat(Models.named(name).multiplyAdds() / 1e9).isCloseTo(billions, within(tolerance));
    }

    @ParameterizedTest
    @CsvSource({
        // 64 images at 219, 154 and 142 a second.
        "resnet50, 292.2",
        "vgg16, 415.6",
        "inception3, 450.7",
        // 32 sequences x 11.17 G multiply-adds x 6 flops at 10.6 Tflop/s.
        "bert-base, 202.4"
    })
    void shouldTakeAsLongAStepAsItsSourceSays(String name, double milliseconds) {
        assertThat(Models.named(name).stepPs() / 1e9).isCloseTo(milliseconds, within(0.1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"resnet50", "vgg16", "inception3", "inception3-no-aux", "bert-base"})
    void shouldKnowTheModelsThatItNames(String name) {
        assertThat(Models.names()).contains(name);
        assertThat(Models.named(name).name()).isEqualTo(name);
        assertThat(Models.named(name).layers()).extracting(Layer::name).doesNotHaveDuplicates();
    }

    @Test
    void shouldHaveTheConvolutionsOfResnetAndTheOneFullyConnectedLayer() {
        // 1 + 3 x 16 convolutions, 4 shortcuts, and fc: the 50 layers of the name and the
        // shortcuts.
        assertThat(Models.named("resnet50").layers()).hasSize(1 + 3 * 16 + 4 + 1);
        assertThat(Models.named("vgg16").layers()).hasSize(16);
    }

    @Test
    void shouldSayWhichModelsThereAre() {
        assertThatThrownBy(() -> Models.named("alexnet"))
                .hasMessage("no model is called alexnet; there are resnet50, vgg16, inception3, "
                        + "inception3-no-aux, bert-base");
    }
}
