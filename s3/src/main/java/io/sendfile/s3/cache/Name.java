package io.sendfile.s3.cache;

/**
 * A slice of a version of a file.
 *
 * @param object digest of the identity of the version
 * @param number of the slice, from 0
 */
record Name(String object, long number) {}
