package io.sendfile.core.content;

import java.nio.ByteBuffer;

/** Bytes from the planner, such as a part header. Read-only. */
public record Literal(ByteBuffer bytes) implements Segment {
  @Override
  public long length() {
    return bytes.remaining();
  }
}
