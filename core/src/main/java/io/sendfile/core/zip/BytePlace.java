package io.sendfile.core.zip;

/**
 * The place of one byte.
 *
 * @param part the part it belongs to
 * @param entry index of the entry; the number of entries at the end
 * @param offset its distance from the beginning of the part
 * @param left bytes of the part from there on, at least 1
 */
public record BytePlace(ZipPart part, int entry, long offset, long left) {}
