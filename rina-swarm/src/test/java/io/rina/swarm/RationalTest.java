package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.number.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Against BigDecimal, with so many digits that a tie is seen as one. */
class RationalTest {
    private static BigDecimal decimal(Rational number) {
        BigDecimal two = new BigDecimal(2);
        BigDecimal numerator = new BigDecimal(number.numerator());
        BigDecimal power = two.pow(Math.abs(number.exponent()));
        numerator = number.exponent() < 0 ? numerator.divide(power) : numerator.multiply(power);
        return numerator.divide(new BigDecimal(number.divisor()), new MathContext(200));
    }

    @Test
    void shouldRoundToFloatAndDoubleAsTheJdkDoes() {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            int exponent = random.nextInt(300) - 180;
            Rational number = new Rational(
                    BigInteger.valueOf(random.nextLong()), exponent, 1 + random.nextInt(20));
            BigDecimal exact = decimal(number);
            assertThat((float) number.round(DataType.F32)).isEqualTo(exact.floatValue());
            assertThat(number.round(DataType.F64)).isEqualTo(exact.doubleValue());
        }
    }

    @Test
    void shouldRoundToF16AsTheJdkDoes() {
        // Every float between two neighbours of f16, by steps of 2^-19 of their size.
        for (int bits = 0x3280_0000; bits < 0x4780_0000; bits += 1 << 4 | 1 << 18) {
            float value = Float.intBitsToFloat(bits);
            float rounded = Float.float16ToFloat(Float.floatToFloat16(value));
            assertThat(Rational.of(value).round(DataType.F16)).isEqualTo(rounded);
            assertThat(Rational.of(-value).round(DataType.F16)).isEqualTo(-rounded);
        }
        assertThat(Rational.of(65_519.99).round(DataType.F16)).isEqualTo(65_504);
        assertThat(Rational.of(65_520).round(DataType.F16)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void shouldCountUnitsToTheNearestEven() {
        assertThat(Rational.of(0.75).inUnits(-1)).isEqualTo(2);
        assertThat(Rational.of(-1.25).inUnits(-1)).isEqualTo(-2);
        assertThat(Rational.of(1.25).dividedBy(3).inUnits(-3)).isEqualTo(3);
        assertThat(Rational.of(Double.MIN_VALUE).inUnits(-1_074)).isEqualTo(1);
        assertThat(Rational.of(Double.MIN_VALUE).inUnits(-1_073)).isEqualTo(0);
        assertThat(new Rational(BigInteger.valueOf(-1), 0, 3).round(DataType.BF16))
                .isEqualTo(-0x1.56p-2);
    }
}
