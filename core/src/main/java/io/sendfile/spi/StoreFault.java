package io.sendfile.spi;

/** Kinds of reasons. */
public enum StoreFault {
  /** There is no such file. */
  NOT_FOUND,
  /** The store does not let this server have it. */
  FORBIDDEN,
  /** The store does not answer, or is busy; it may do later. */
  UNAVAILABLE,
  /** The settings of the plug-in, or those of the root, are wrong. */
  SETTINGS
}
