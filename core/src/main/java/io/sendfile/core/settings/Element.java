package io.sendfile.core.settings;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The elements of domain.xml with attributes of this module. */
public enum Element {
  /** The module's common settings. */
  CONFIG("sendfile-config"),
  /** A root. */
  ROOT("sendfile-root"),
  /** Settings that one listener overrides. */
  LISTENER("sendfile-listener"),
  /** Settings of one plug-in. */
  PLUGIN("sendfile-plugin");

  private final String tag;

  Element(String tag) {
    this.tag = tag;
  }

  /** Its name in domain.xml, e.g. {@code sendfile-root}. */
  public String tag() {
    return tag;
  }

  /** Its settings: its key if it has one, then in the order of the table. */
  public List<Setting> settings() {
    return Stream.concat(
            Arrays.stream(Setting.values()).filter(s -> s.element() == this && s.key()),
            changeable().stream())
        .toList();
  }

  /** Its settings but for its key, in the order of the table. */
  public List<Setting> changeable() {
    return Arrays.stream(Setting.values()).filter(s -> s.isOf(this) && !s.key()).toList();
  }
}
