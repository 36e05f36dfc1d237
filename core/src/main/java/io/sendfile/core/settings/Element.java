package io.sendfile.core.settings;

import java.util.ArrayList;
import java.util.List;

/** The elements of domain.xml with attributes of this module. */
public enum Element {
  /** The module's common settings. */
  CONFIG("sendfile-config"),
  /** A root. */
  ROOT("sendfile-root"),
  /** A limit on clients, an application or a root. */
  LIMIT("sendfile-limit"),
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
    List<Setting> settings = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      if (setting.element() == this && setting.key()) {
        settings.add(setting);
      }
    }
    settings.addAll(changeable());
    return settings;
  }

  /** Its settings but for its key, in the order of the table. */
  public List<Setting> changeable() {
    List<Setting> settings = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      if (setting.isOf(this) && !setting.key()) {
        settings.add(setting);
      }
    }
    return settings;
  }
}
