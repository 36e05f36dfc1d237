package io.sendfile.grizzly.filter;

import io.sendfile.core.http.RequestView;
import java.util.List;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.util.DataChunk;
import org.glassfish.grizzly.http.util.MimeHeaders;

/** A Grizzly request for the planner. */
record PacketRequestView(HttpRequestPacket packet) implements RequestView {
  @Override
  public String method() {
    return packet.getMethod().getMethodString();
  }

  @Override
  public boolean isConditional() {
    MimeHeaders headers = packet.getHeaders();
    for (int i = 0; i < headers.size(); i++) {
      DataChunk name = headers.getName(i);
      if (name.startsWithIgnoreCase("if-", 0) || PacketFields.is(name, "range")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<String> headers(String name) {
    return PacketFields.values(packet.getHeaders(), name);
  }
}
