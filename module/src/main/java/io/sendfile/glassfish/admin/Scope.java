package io.sendfile.glassfish.admin;

import java.util.Locale;

/** Scope of a row. */
enum Scope {
  SERVER,
  LISTENER,
  ROOT;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
