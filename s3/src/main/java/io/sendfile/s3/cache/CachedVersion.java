package io.sendfile.s3.cache;

/** A version of a file, cut into slices. */
record CachedVersion(String object, long size, int sliceBytes, SliceOrigin origin) {
  Name name(long number) {
    return new Name(object, number);
  }

  /** Number of the slice with that position. */
  long slice(long position) {
    return position / sliceBytes;
  }

  /** Number of slices. */
  long slices() {
    return (size + sliceBytes - 1) / sliceBytes;
  }

  /** The beginning of a slice; the size of the file for the one after the last. */
  long start(long number) {
    return Math.min(size, number * sliceBytes);
  }

  long length(long number) {
    return start(number + 1) - start(number);
  }
}
