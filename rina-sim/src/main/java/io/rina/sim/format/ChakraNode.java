package io.rina.sim.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a node of a {@link ChakraTrace} says of time and traffic.
 *
 * @param type as in the enum NodeType
 * @param after the ids of the nodes that it waits for, for control or data
 * @param durationUs unsigned
 * @param numbers attributes with a whole number or a truth value
 * @param group the attribute pg_name; empty for all ranks
 */
record ChakraNode(
        long id,
        String name,
        int type,
        List<Long> after,
        long durationUs,
        Map<String, Long> numbers,
        String group,
        boolean involvesAllDimensions) {
    static final int METADATA = 1;
    static final int COMPUTE = 4;
    static final int COLLECTIVE = 7;

    boolean onHost() {
        return number("is_cpu_op", 0) != 0;
    }

    long number(String attribute, long otherwise) {
        return numbers.getOrDefault(attribute, otherwise);
    }

    static ChakraNode parse(ProtobufMessage in) throws IOException {
        Parser parser = new Parser();
        while (in.next()) {
            parser.take(in);
        }
        return parser.node();
    }

    private static final class Parser {
        private long id;
        private String name = "";
        private int type;
        private final List<Long> after = new ArrayList<>();
        private long durationUs;
        private final Map<String, Long> numbers = new HashMap<>();
        private String group = "";
        private boolean involvesAll = true;

        /** The fields of the message Node. */
        void take(ProtobufMessage in) throws IOException {
            switch (in.field()) {
                case 1 -> id = in.number();
                case 2 -> name = in.text();
                case 3 -> type = (int) in.number();
                case 4, 5 -> takeDependence(in);
                case 7 -> durationUs = in.number();
                case 10 -> takeAttribute(in.message());
                default -> {}
            }
        }

        private void takeDependence(ProtobufMessage in) throws IOException {
            if (in.isPacked()) {
                after.addAll(in.numbers());
            } else {
                after.add(in.number());
            }
        }

        /** The fields of the message AttributeProto: a name and one of many kinds of value. */
        private void takeAttribute(ProtobufMessage in) throws IOException {
            String attribute = "";
            while (in.next()) {
                switch (in.field()) {
                    case 1 -> attribute = in.text();
                    // int32, int64, uint32, uint64, bool.
                    case 7, 9, 11, 13, 27 -> numbers.put(attribute, in.number());
                    case 28 -> takeTruths(attribute, in.message());
                    case 29 -> takeText(attribute, in.text());
                    default -> {}
                }
            }
        }

        private void takeTruths(String attribute, ProtobufMessage in) throws IOException {
            while (in.next()) {
                List<Long> truths = in.isPacked() ? in.numbers() : List.of(in.number());
                involvesAll &= !attribute.equals("involved_dim") || !truths.contains(0L);
            }
        }

        private void takeText(String attribute, String value) {
            if (attribute.equals("pg_name")) {
                group = value;
            }
        }

        ChakraNode node() {
            return new ChakraNode(id, name, type, after, durationUs, numbers, group, involvesAll);
        }
    }
}
