package io.sendfile.core.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Takes the bytes of a {@link Source}. */
public interface Sink {
  /**
   * Sends bytes of a file.
   *
   * @return bytes accepted, 0 when the peer takes none now or the file has no byte there
   * @throws IOException if the peer is gone or the file cannot be read
   */
  long send(FileChannel file, long position, long count) throws IOException;

  /**
   * Sends bytes of a buffer and advances its position.
   *
   * @return bytes accepted, 0 when the peer takes none now
   * @throws IOException if the peer is gone
   */
  long send(ByteBuffer bytes) throws IOException;
}
