package io.sendfile.glassfish.it.harness;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.http2.hpack.Decoder;
import org.glassfish.grizzly.http2.hpack.DecodingCallback;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;

/**
 * Header sections of one connection (HPACK, RFC 7541): written in the simplest form, read in full.
 */
final class Http2Headers {
  private static final int TABLE_BYTES = 4096;

  private final Decoder decoder = new Decoder(TABLE_BYTES);

  /** Literal fields without indexing and without Huffman code: name, value, name, value … */
  static byte[] encode(List<String> namesAndValues) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < namesAndValues.size(); i += 2) {
      out.write(0);
      string(namesAndValues.get(i), out);
      string(namesAndValues.get(i + 1), out);
    }
    return out.toByteArray();
  }

  private static void string(String text, ByteArrayOutputStream out) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    int most = 0x7f;
    if (bytes.length < most) {
      out.write(bytes.length);
    } else {
      out.write(most);
      int rest = bytes.length - most;
      for (; rest >= 0x80; rest >>>= 7) {
        out.write(rest & 0x7f | 0x80);
      }
      out.write(rest);
    }
    out.writeBytes(bytes);
  }

  /**
   * Decodes a section. Every section of the server must be passed, in order: they share a table.
   */
  List<Answer.Header> decode(byte[] section) {
    List<Answer.Header> headers = new ArrayList<>();
    decoder.decode(
        Buffers.wrap(MemoryManager.DEFAULT_MEMORY_MANAGER, section),
        true,
        new DecodingCallback() {
          @Override
          public void onDecoded(CharSequence name, CharSequence value) {
            headers.add(new Answer.Header(name.toString(), value.toString()));
          }
        });
    return headers;
  }
}
