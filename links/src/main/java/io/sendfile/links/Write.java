package io.sendfile.links;

/** Kinds of writes. */
enum Write {
  /** A response begins: it is written for good before its first byte goes out. */
  BEGIN,
  /** A response has ended, while others go on. */
  END,
  /** The last response here has ended: other servers may send by the link. */
  LAST
}
