package io.sendfile.grizzly.http2;

import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;

/**
 * The setting SETTINGS_NO_RFC7540_PRIORITIES (RFC 9218 section 2.1), which Grizzly does not know.
 * Grizzly ignores the priorities of RFC 7540; browsers that know this send PRIORITY_UPDATE frames
 * instead.
 */
final class PrioritySetting {
  private static final int SETTING_BYTES = 6;
  private static final byte SETTINGS = 4;
  private static final int FLAGS = 4;
  private static final short NO_RFC7540_PRIORITIES = 9;

  private PrioritySetting() {}

  /** Whether bytes are one SETTINGS frame, but not an acknowledgement. */
  static boolean belongsInto(Buffer frames) {
    int at = frames.position();
    return frames.remaining() >= Http2Frames.HEAD
        && frames.get(at + Http2Frames.TYPE) == SETTINGS
        && frames.get(at + FLAGS) == 0
        && frames.remaining() == Http2Frames.HEAD + length(frames);
  }

  /** The frame with the setting at its end. */
  static Buffer appended(Buffer frame, MemoryManager<?> memory) {
    int at = frame.position();
    frame.putInt(at, ((length(frame) + SETTING_BYTES) << 8) | SETTINGS);
    Buffer setting = memory.allocate(SETTING_BYTES);
    setting.putShort(NO_RFC7540_PRIORITIES).putInt(1).flip();
    setting.allowBufferDispose(true);
    return Buffers.appendBuffers(memory, frame, setting);
  }

  private static int length(Buffer frame) {
    return frame.getInt(frame.position()) >>> 8;
  }
}
