package io.sendfile.spi;

import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that are sent, and the version of them: a file as it was opened for a response. A
 * precompressed sibling is a file of its own, with its own name.
 *
 * @param root name of the root
 * @param path below the root, with {@code /} separators
 * @param local real path of the file when it was opened; null if it lies in a store
 * @param share place where the network share is mounted that it lies on, whose calls may hang; null
 *     for a file of a local disk, or of a store
 * @param size bytes, at least 0
 * @param modified last modification, in full resolution
 * @param changed last status change, if the modification time proves nothing, as it is the same for
 *     all files (docs/http.md); null for others, and where the JVM does not tell it
 * @param key what identifies the file, equal for the same one: device and inode, or the tag of its
 *     version in a store; null if there is none
 * @param sha256 what its store tells: SHA-256 of the whole file in base64; null for nothing
 */
public record SentFile(
    String root,
    String path,
    @Nullable Path local,
    @Nullable Path share,
    long size,
    Instant modified,
    @Nullable Instant changed,
    @Nullable Object key,
    @Nullable String sha256) {}
