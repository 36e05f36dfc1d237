package io.sendfile.measure;

import java.util.List;

/** The settings whose values can be compared. */
public enum Kind {
  /** By zero-copy. Small files are left out: they go out in one write, without an algorithm. */
  ALGORITHM("algorithm", true, List.of(Load.LARGE, Load.SLOW)),

  /** Without zero-copy, which would use no buffers. */
  BUFFER_POLICY("buffer-policy", false, List.of(Load.SMALL, Load.LARGE, Load.SLOW));

  private final String attribute;
  private final boolean zeroCopy;
  private final List<Load> loads;

  Kind(String attribute, boolean zeroCopy, List<Load> loads) {
    this.attribute = attribute;
    this.zeroCopy = zeroCopy;
    this.loads = loads;
  }

  /** The name of the setting in domain.xml. */
  public String attribute() {
    return attribute;
  }

  /** Whether the kernel sends the file. */
  public boolean zeroCopy() {
    return zeroCopy;
  }

  /** The situations of each variant. */
  public List<Load> loads() {
    return loads;
  }
}
