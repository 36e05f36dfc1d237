package io.sendfile.glassfish.measurement;

import java.util.List;

/** The settings whose values can be compared. */
public enum Kind {
  /** By zero-copy. Small files are left out: they go out in one write, without an algorithm. */
  ALGORITHM("algorithm", true, List.of(MeasuredFile.LARGE)),

  /** Without zero-copy, which would use no buffers. */
  BUFFER_POLICY("buffer-policy", false, List.of(MeasuredFile.SMALL, MeasuredFile.LARGE));

  private final String attribute;
  private final boolean zeroCopy;
  private final List<MeasuredFile> loads;

  Kind(String attribute, boolean zeroCopy, List<MeasuredFile> loads) {
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

  /** The files that each variant sends. */
  public List<MeasuredFile> loads() {
    return loads;
  }
}
