package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** Reads how the transfers of a server ended, from the module's MXBean. */
record SoakOutcomes(MBeanServerConnection server) {
  private static final List<String> ATTRIBUTES =
      List.of(
          "Completed",
          "ClientAborted",
          "Stalled",
          "TooSlow",
          "Changed",
          "IoErrors",
          "Cancelled",
          "Refused");

  /** Transfers since the start of the server, by outcome. */
  Map<String, Long> read() {
    try {
      Map<String, Long> read = new LinkedHashMap<>();
      for (Attribute attribute :
          server
              .getAttributes(
                  new ObjectName("io.sendfile.glassfish:type=Sendfile"),
                  ATTRIBUTES.toArray(String[]::new))
              .asList()) {
        read.put(attribute.getName(), (Long) ((CompositeData) attribute.getValue()).get("count"));
      }
      return read;
    } catch (JMException e) {
      throw new IllegalStateException("The server has no MXBean of the module", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The difference of two readings. */
  static Map<String, Long> between(Map<String, Long> earlier, Map<String, Long> later) {
    Map<String, Long> between = new LinkedHashMap<>();
    later.forEach((name, count) -> between.put(name, count - earlier.getOrDefault(name, 0L)));
    return between;
  }
}
