package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.http.ResponseView;
import java.util.List;
import org.glassfish.grizzly.http.HttpResponsePacket;

/** A Grizzly response as the planner sees it. */
record PacketResponseView(HttpResponsePacket packet) implements ResponseView {
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
