package io.sendfile.glassfish.settings;

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
}
