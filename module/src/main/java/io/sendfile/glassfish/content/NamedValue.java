package io.sendfile.glassfish.content;

import io.sendfile.glassfish.content.HeaderText.MalformedTextException;
import io.sendfile.glassfish.files.Escapes;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.files.Target;
import io.sendfile.glassfish.http.ResponseView;
import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * A header that names a file.
 *
 * @param name one of {@link HandOffHeaders}
 * @param value its value without the blanks around it
 */
record NamedValue(String name, String value) {
  static List<NamedValue> allOf(ResponseView response, Dialect dialect) {
    List<NamedValue> all = new ArrayList<>(1);
    add(all, response, HandOffHeaders.SENDFILE);
    add(all, response, HandOffHeaders.SENDFILE_TEMPORARY);
    if (dialect.accelRedirect()) {
      add(all, response, HandOffHeaders.ACCEL_REDIRECT);
    }
    if (dialect.lighttpd()) {
      add(all, response, HandOffHeaders.LIGHTTPD_SEND_FILE);
    }
    return all;
  }

  private static void add(List<NamedValue> all, ResponseView response, String name) {
    for (String value : response.headers(name)) {
      all.add(new NamedValue(name, HeaderText.stripBlanks(value)));
    }
  }

  Target target(boolean unescape) throws MalformedTextException {
    if (name.equals(HandOffHeaders.ACCEL_REDIRECT)) {
      return HeaderText.uri(value, unescape);
    }
    return HeaderText.target(HeaderText.decode(value, unescape), File.separatorChar == '\\');
  }

  /** The same, read as it stands where it cannot be decoded: it may name a root all the same. */
  Target roughly(boolean unescape) {
    try {
      return target(unescape);
    } catch (MalformedTextException e) {
      if (name.equals(HandOffHeaders.ACCEL_REDIRECT)) {
        return new Target.Uri(value);
      }
      int colon = value.indexOf(':');
      return colon >= 0 && Root.isName(value, colon)
          ? new Target.InRoot(value.substring(0, colon), value.substring(colon + 1))
          : new Target.Absolute(value);
    }
  }

  String differsFrom(NamedValue other) {
    return "two hand-off headers name different files, "
        + this
        + " and "
        + other
        + "; the application must set one (setHeader, not addHeader)";
  }

  @Override
  public String toString() {
    return name + ": '" + Escapes.forLog(value) + "'";
  }
}
