package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.plan.Plan;
import io.rina.wire.Frame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.reflect.AccessFlag;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The modules wire, plan and engine hold machines without clock, thread, random source, socket, log
 * or mutable static. Read from the class files: what is not in the constant pool is not called.
 */
class TidyTest {
    private static final List<String> BANNED_CLASSES = List.of(
            "java/lang/Thread",
            "java/lang/ThreadLocal",
            "java/lang/Runtime",
            "java/lang/ProcessHandle",
            "java/net/",
            "java/nio/channels/",
            "java/io/File",
            "java/nio/file/",
            "java/time/Clock",
            "java/time/Instant",
            "java/time/LocalDate",
            "java/time/LocalDateTime",
            "java/time/LocalTime",
            "java/util/Random",
            "java/util/SplittableRandom",
            "java/util/UUID",
            "java/util/random/",
            "java/util/concurrent/",
            "java/util/logging/",
            "java/lang/System$Logger",
            "java/security/SecureRandom",
            "org/slf4j/");
    private static final Set<String> BANNED_MEMBERS = Set.of(
            "java/lang/System.nanoTime",
            "java/lang/System.currentTimeMillis",
            "java/lang/System.out",
            "java/lang/System.err",
            "java/lang/System.getProperty",
            "java/lang/System.getenv",
            "java/lang/System.identityHashCode",
            "java/lang/Math.random");

    /** Deliberately untidy, to show that the scan sees it. */
    private static final class Untidy {
        private static long last;

        static long call() {
            last += System.nanoTime() + Thread.currentThread().threadId();
            return last;
        }
    }

    @Test
    void shouldUseNoClockThreadRandomSocketLogOrMutableStatic() {
        for (Class<?> member : List.of(Frame.class, Plan.class, Worker.class)) {
            List<ClassModel> classes = classesBeside(member);
            assertThat(classes).as("classes of the module of %s", member).hasSizeGreaterThan(5);
            assertThat(classes.stream().flatMap(c -> complaints(c).stream())).isEmpty();
        }
    }

    @Test
    void shouldSeeWhatIsUntidy() throws IOException {
        assertThat(Untidy.call()).isNotZero();
        try (var in = TidyTest.class.getResourceAsStream("TidyTest$Untidy.class")) {
            assertThat(in).isNotNull();
            assertThat(complaints(ClassFile.of().parse(in.readAllBytes())))
                    .containsExactlyInAnyOrder(
                            "io/rina/engine/TidyTest$Untidy has the mutable static last",
                            "io/rina/engine/TidyTest$Untidy uses java/lang/Thread",
                            "io/rina/engine/TidyTest$Untidy uses java/lang/System.nanoTime");
        }
    }

    private static List<String> complaints(ClassModel model) {
        String name = model.thisClass().asInternalName();
        List<String> complaints = new ArrayList<>();
        model.fields().stream()
                .filter(field -> field.flags().has(AccessFlag.STATIC)
                        && !field.flags().has(AccessFlag.FINAL))
                .forEach(field -> complaints.add(
                        name + " has the mutable static " + field.fieldName().stringValue()));
        for (PoolEntry entry : model.constantPool()) {
            switch (entry) {
                case ClassEntry used
                when isBanned(used.asInternalName()) ->
                    complaints.add(name + " uses " + used.asInternalName());
                case MemberRefEntry used
                when BANNED_MEMBERS.contains(memberName(used)) ->
                    complaints.add(name + " uses " + memberName(used));
                default -> {}
            }
        }
        return complaints;
    }

    private static boolean isBanned(String used) {
        return BANNED_CLASSES.stream()
                .anyMatch(banned ->
                        banned.endsWith("/") ? used.startsWith(banned) : used.equals(banned));
    }

    private static String memberName(MemberRefEntry member) {
        return member.owner().asInternalName() + "." + member.name().stringValue();
    }

    /** All classes that were loaded from where {@code member} was, a folder or a jar. */
    private static List<ClassModel> classesBeside(Class<?> member) {
        try {
            Path where = Path.of(
                    member.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(where)) {
                return parseAll(where);
            }
            try (FileSystem jar = FileSystems.newFileSystem(where)) {
                return parseAll(jar.getPath("/"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<ClassModel> parseAll(Path root) throws IOException {
        List<ClassModel> models = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                models.add(ClassFile.of().parse(Files.readAllBytes(file)));
            }
        }
        return models;
    }
}
