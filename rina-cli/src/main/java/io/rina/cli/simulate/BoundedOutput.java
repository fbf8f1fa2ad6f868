package io.rina.cli.simulate;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Takes so many bytes and no more, so that a run that gets nowhere does not fill the disk. */
final class BoundedOutput extends FilterOutputStream {
    private long leftBytes;

    BoundedOutput(OutputStream out, long mostBytes) {
        super(out);
        leftBytes = mostBytes;
    }

    @Override
    public void write(int value) throws IOException {
        take(1);
        out.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        take(length);
        out.write(bytes, offset, length);
    }

    private void take(int bytes) throws IOException {
        if (bytes > leftBytes) {
            throw new IOException("the trace is too long; trace less work, or set a lower limit");
        }
        leftBytes -= bytes;
    }
}
