package io.sendfile.grizzly.filter;

import io.sendfile.core.http.ResponseView;
import java.util.List;
import java.util.function.Function;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.jspecify.annotations.Nullable;

/**
 * A Grizzly response for the planner.
 *
 * @param mediaTypes the application's media types by file name; null for unknown
 */
record PacketResponseView(HttpResponsePacket packet, Function<String, @Nullable String> mediaTypes)
    implements ResponseView {
  @Override
  public @Nullable String mediaType(String name) {
    return mediaTypes.apply(name);
  }

  @Override
  public boolean describesFile() {
    return PacketFields.hasAny(packet.getHeaders(), DESCRIPTIONS);
  }

  @Override
  public int status() {
    return packet.getStatus();
  }

  @Override
  public List<String> headers(String name) {
    List<String> values = PacketFields.values(packet.getHeaders(), name);
    if (values.isEmpty() && name.equalsIgnoreCase("Content-Type")) {
      // Grizzly keeps it apart until the header is written.
      String type = packet.getContentType();
      return type == null ? values : List.of(type);
    }
    return values;
  }
}
