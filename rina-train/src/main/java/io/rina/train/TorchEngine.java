package io.rina.train;

import ai.djl.engine.Engine;
import ai.djl.util.Platform;
import ai.djl.util.Utils;

import io.rina.train.TrainingException.Category;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * PyTorch, unpacked and loaded so that runs repeat bit by bit and that workers do not get into each
 * other's way.
 *
 * <p>The first use on a machine unpacks 430 MB of libraries into a folder of the user's. Processes
 * that do so at the same time would delete each other's files, so that it happens under a file
 * lock.
 */
public final class TorchEngine {
    private static final String ENGINE = "PyTorch";
    private static final String ENGINE_FOLDER = "pytorch";

    private TorchEngine() {}

    /**
     * Does the slow unpacking, if it is still to be done. To be called before joining a job, whose
     * other members would have to wait for it.
     */
    public static void prepare() {
        configure();
        if (!isUnpacked()) {
            loadAlone();
        }
    }

    /**
     * Loads the engine into this process, which takes about a second the first time and nothing
     * later.
     */
    static Engine load() {
        configure();
        return isUnpacked() ? loadNow() : loadAlone();
    }

    /**
     * One thread a worker: the sum of a gradient then has one order, and workers that share a
     * machine share its cores fairly. No downloads, and none of the reports that the library sends
     * otherwise. A property that the user has set stays.
     */
    private static void configure() {
        setIfAbsent("ai.djl.offline", "true");
        setIfAbsent("ai.djl.default_engine", ENGINE);
        setIfAbsent("ai.djl.pytorch.num_threads", "1");
        setIfAbsent("ai.djl.pytorch.num_interop_threads", "1");
        // Concerns only models that come as compiled graphs; the default logs a remark about it.
        setIfAbsent("ai.djl.pytorch.graph_optimizer", "false");
    }

    private static void setIfAbsent(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /**
     * Both libraries are moved into place when they are complete, so that to exist is to be whole.
     */
    private static boolean isUnpacked() {
        if (Utils.getEnvOrSystemProperty("PYTORCH_LIBRARY_PATH") != null) {
            return true;
        }
        Platform platform = Platform.detectPlatform(ENGINE_FOLDER);
        Path folder = folder().resolve(platform.getVersion()
                + '-'
                + platform.getFlavor()
                + '-'
                + platform.getClassifier());
        String bridge = platform.getApiVersion() + '-' + System.mapLibraryName("djl_torch");
        return Files.exists(folder.resolve(System.mapLibraryName("torch")))
                && Files.exists(folder.resolve(bridge));
    }

    private static Path folder() {
        return Utils.getEngineCacheDir(ENGINE_FOLDER);
    }

    private static Engine loadAlone() {
        Path folder = folder();
        try {
            Files.createDirectories(folder);
            try (FileChannel file = FileChannel.open(
                            folder.resolve("rina-unpack.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
                    FileLock lock = file.lock()) {
                assert lock.isValid();
                return loadNow();
            }
        } catch (IOException e) {
            throw new TrainingException(
                    Category.ENGINE,
                    "Cannot write to " + folder + ", where PyTorch is to be unpacked: " + e
                            + ". Make it writable, or name another folder in the environment variable"
                            + " DJL_CACHE_DIR.",
                    e);
        }
    }

    private static Engine loadNow() {
        try {
            return Engine.getEngine(ENGINE);
        } catch (RuntimeException | LinkageError e) {
            throw new TrainingException(
                    Category.ENGINE,
                    "PyTorch cannot be loaded (" + messages(e)
                            + "). It needs Linux on x86-64, the jars"
                            + " pytorch-jni and pytorch-native-cpu on the class path, and 450 MB in "
                            + folder() + " (another folder: environment variable DJL_CACHE_DIR).",
                    e);
        }
    }

    /**
     * From the outermost to the innermost failure: it is the last one that names the library or the
     * file.
     */
    private static String messages(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            text.append(text.isEmpty() ? "" : ": ").append(cause.getMessage());
        }
        return text.toString();
    }
}
