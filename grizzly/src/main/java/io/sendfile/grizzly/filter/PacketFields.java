package io.sendfile.grizzly.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.glassfish.grizzly.http.util.DataChunk;
import org.glassfish.grizzly.http.util.MimeHeaders;

/** Reads header fields of Grizzly's packets; each response needs a dozen absent ones. */
final class PacketFields {
  private PacketFields() {}

  /** Whether a field has that name, without regard to case. Nearly all differ in their length. */
  static boolean is(DataChunk name, String wanted) {
    return name.getLength() == wanted.length() && name.equalsIgnoreCase(wanted);
  }

  /** All values of the fields of that name, without regard to case, in order; unmodifiable. */
  static List<String> values(MimeHeaders headers, String name) {
    List<String> values = List.of();
    int size = headers.size();
    for (int i = 0; i < size; i++) {
      if (is(headers.getName(i), name)) {
        values = and(values, Objects.requireNonNullElse(headers.getValue(i).toString(), ""));
      }
    }
    return values;
  }

  /** Whether there is any field of these names. */
  static boolean hasAny(MimeHeaders headers, List<String> names) {
    int size = headers.size();
    for (int i = 0; i < size; i++) {
      DataChunk name = headers.getName(i);
      for (int n = 0; n < names.size(); n++) {
        if (is(name, names.get(n))) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<String> and(List<String> values, String last) {
    if (values.isEmpty()) {
      return List.of(last);
    }
    List<String> more = new ArrayList<>(values);
    more.add(last);
    return List.copyOf(more);
  }
}
