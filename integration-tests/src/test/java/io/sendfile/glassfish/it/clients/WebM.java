package io.sendfile.glassfish.it.clients;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes pictures, one per second, as a seekable video (WebM: the elements of RFC 9559 that VP8
 * needs).
 */
final class WebM {
  /** Frames per second; every frame is a key frame. */
  private static final int RATE = 10;

  private static final int FIRST_CHUNK = 12;

  private WebM() {}

  /**
   * Writes the video.
   *
   * @param pictures as canvas elements export them: lossy WebP (RFC 9649)
   */
  static void write(Path file, int width, int height, List<byte[]> pictures) throws IOException {
    List<byte[]> frames = pictures.stream().map(WebM::frame).toList();
    byte[] head = join(information(frames.size()), track(width, height));
    // The index has the same length whatever its numbers.
    long first = head.length + index(frames, 0).length;
    long length = first + frames.stream().mapToLong(WebM::clusterLength).sum();
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(element(0x1A45DFA3, kind()));
      out.write(start(0x18538067, length));
      out.write(head);
      out.write(index(frames, first));
      for (int second = 0; second < frames.size(); second++) {
        out.write(cluster(second, frames.get(second)));
      }
    }
  }

  /** The key frame of a picture, which is in one of its chunks. */
  private static byte[] frame(byte[] picture) {
    ByteBuffer webp = ByteBuffer.wrap(picture).order(ByteOrder.LITTLE_ENDIAN);
    for (int chunk = FIRST_CHUNK; chunk < picture.length; ) {
      int start = chunk + 8;
      int length = webp.getInt(chunk + 4);
      if (new String(picture, chunk, 4, StandardCharsets.US_ASCII).equals("VP8 ")) {
        return Arrays.copyOfRange(picture, start, start + length);
      }
      chunk = start + length + length % 2;
    }
    throw new IllegalArgumentException("not a lossy picture");
  }

  private static byte[] kind() {
    byte[] webm = "webm".getBytes(StandardCharsets.US_ASCII);
    return join(
        join(number(0x4286, 1), number(0x42F7, 1), number(0x42F2, 4), number(0x42F3, 8)),
        join(element(0x4282, webm), number(0x4287, 2), number(0x4285, 2)));
  }

  private static byte[] information(int seconds) {
    byte[] name = "test".getBytes(StandardCharsets.US_ASCII);
    byte[] duration = ByteBuffer.allocate(8).putDouble(seconds * 1000.0).array();
    return element(
        0x1549A966,
        join(number(0x2AD7B1, 1_000_000), element(0x4489, duration)),
        join(element(0x4D80, name), element(0x5741, name)));
  }

  private static byte[] track(int width, int height) {
    byte[] codec = "V_VP8".getBytes(StandardCharsets.US_ASCII);
    byte[] size = element(0xE0, number(0xB0, width), number(0xBA, height));
    return element(
        0x1654AE6B,
        element(
            0xAE, number(0xD7, 1), number(0x73C5, 1), number(0x83, 1), element(0x86, codec), size));
  }

  private static byte[] index(List<byte[]> frames, long first) {
    ByteArrayOutputStream points = new ByteArrayOutputStream();
    long position = first;
    for (int second = 0; second < frames.size(); second++) {
      byte[] place = element(0xB7, number(0xF7, 1), number(0xF1, position));
      points.writeBytes(element(0xBB, number(0xB3, second * 1000L), place));
      position += clusterLength(frames.get(second));
    }
    return element(0x1C53BB6B, points.toByteArray());
  }

  private static long clusterLength(byte[] frame) {
    return cluster(0, frame).length;
  }

  private static byte[] cluster(int second, byte[] frame) {
    ByteArrayOutputStream blocks = new ByteArrayOutputStream();
    for (int i = 0; i < RATE; i++) {
      ByteBuffer head = ByteBuffer.allocate(4).put((byte) 0x81);
      head.putShort((short) (i * 1000 / RATE)).put((byte) 0x80);
      blocks.writeBytes(element(0xA3, head.array(), frame));
    }
    return element(0x1F43B675, number(0xE7, second * 1000L), blocks.toByteArray());
  }

  private static byte[] number(int id, long value) {
    return element(id, ByteBuffer.allocate(8).putLong(value).array());
  }

  private static byte[] element(int id, byte[]... content) {
    byte[] all = join(content);
    return join(start(id, all.length), all);
  }

  /** An identifier, and a length in eight bytes. */
  private static byte[] start(int id, long length) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int shift = 24; shift >= 0; shift -= 8) {
      if (id >>> shift != 0) {
        out.write(id >>> shift);
      }
    }
    out.writeBytes(ByteBuffer.allocate(8).putLong(length | 1L << 56).array());
    return out.toByteArray();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
