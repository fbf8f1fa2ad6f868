package io.rina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** logback.xml: the levels without RINA_LOG. */
class LoggingTest {
    @ParameterizedTest
    @CsvSource({
        "io.rina.runtime.Anything, WARN",
        "ai.djl.pytorch.jni.LibUtils, ERROR",
        "io.grpc.netty.NettyServer, ERROR",
        "io.netty.util.internal.PlatformDependent, ERROR",
        "org.example, WARN"
    })
    void shouldLogFromThisLevelOn(String logger, Level level) {
        var log = LoggerFactory.getLogger(logger);

        assertThat(log.isEnabledForLevel(level)).isTrue();
        assertThat(log.isEnabledForLevel(level == Level.ERROR ? Level.WARN : Level.INFO))
                .isFalse();
    }
}
