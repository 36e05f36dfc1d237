package io.sendfile.glassfish.settings;

/** An element of domain.xml that attributes belong to. */
public enum Element {
  /** What holds for all. */
  CONFIG("sendfile-config"),
  /** A folder. */
  ROOT("sendfile-root"),
  /** What one listener has otherwise. */
  LISTENER("sendfile-listener"),
  /** What one plug-in is told. */
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
