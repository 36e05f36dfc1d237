package io.sendfile.glassfish.it.harness;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The response received on one HTTP/2 stream. */
public final class Http2Stream {
  private final int id;
  private final BodyWatcher body = new BodyWatcher();
  private final List<Answer.Header> headers = new ArrayList<>();
  private int status;
  private int sections;
  private long length;
  private int longestFrame;
  private boolean complete;
  private @Nullable Integer resetCode;
  private boolean givesBack = true;

  Http2Stream(int id) {
    this.id = id;
  }

  /** Its number. */
  public int id() {
    return id;
  }

  /** Stops returning window by itself. */
  public Http2Stream withhold() {
    givesBack = false;
    return this;
  }

  boolean givesBack() {
    return givesBack;
  }

  void headers(List<Answer.Header> section, boolean last) {
    sections++;
    for (Answer.Header header : section) {
      if (header.name().equals(":status")) {
        status = Integer.parseInt(header.value());
      } else {
        headers.add(header);
      }
    }
    complete |= last;
  }

  void data(byte[] bytes, boolean last) {
    body.write(bytes, 0, bytes.length);
    length += bytes.length;
    longestFrame = Math.max(longestFrame, bytes.length);
    complete |= last;
  }

  void reset(int code) {
    resetCode = code;
  }

  /** Whether the header section has come. */
  public boolean begun() {
    return sections > 0;
  }

  /** The status; 0 if none has come. */
  public int status() {
    return status;
  }

  /** Whether the server has ended it, normally or with a reset. */
  public boolean ended() {
    return complete || resetCode != null;
  }

  /** Whether the server has ended it normally. */
  public boolean complete() {
    return complete;
  }

  /** The code of the server's RST_STREAM, or null if there was none. */
  public @Nullable Integer resetCode() {
    return resetCode;
  }

  /** Body bytes so far. */
  public long length() {
    return length;
  }

  /** Payload of the longest DATA frame, bytes. */
  public int longestFrame() {
    return longestFrame;
  }

  /** Header sections so far: one, unless there are trailers. */
  public int sections() {
    return sections;
  }

  Answer answer() {
    return body.answer(status, headers);
  }

  @Override
  public String toString() {
    return "stream %d: status %d, %d bytes, %s"
        .formatted(
            id,
            status,
            length,
            complete ? "complete" : resetCode == null ? "open" : "reset " + resetCode);
  }
}
