package io.sendfile.core.files;

import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * The last change of a file, by what nobody can set back. Without the device, so that servers with
 * the same file on a share agree.
 *
 * @param time of the status change, which each write and each replacement renews; null if the JVM
 *     does not tell it
 */
public record FileChange(long inode, @Nullable FileTime time) {}
