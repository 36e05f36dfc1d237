package io.sendfile.s3;

/** Bytes of an object, in the version with the tag. */
record ObjectPart(ObjectAddress address, String tag, long size, long offset, long length) {
  /** The bytes, as a request names them. */
  String range() {
    return "bytes=" + offset + "-" + (offset + length - 1);
  }
}
