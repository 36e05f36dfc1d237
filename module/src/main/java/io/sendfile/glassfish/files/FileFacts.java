package io.sendfile.glassfish.files;

import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of an opened file.
 *
 * @param size bytes, at least 0
 * @param modified last modification, in the file system's full resolution
 * @param key identity of the file (device and inode), or null where there is none
 */
public record FileFacts(long size, FileTime modified, @Nullable Object key) {}
