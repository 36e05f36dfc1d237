package io.sendfile.spi;

import java.time.Duration;

/**
 * A completed download: the kernel took every byte of a file, in one transfer or by ranges in
 * several. Transfers belong together by the application's {@code X-Sendfile-Id}, or, without one,
 * by their client and the file's strong entity tag.
 *
 * @param id the application's {@code X-Sendfile-Id}, or the generated one of the last transfer
 * @param root name of the configured root
 * @param path path of the file relative to the root, with {@code /} separators
 * @param application name of the web application that handed the file off last; empty when there is
 *     none
 * @param client address of the last transfer's client, without port
 * @param etag entity tag that was sent; empty if none was
 * @param size bytes of the file
 * @param transfers number of its transfers, at least 1
 * @param bytes body bytes of those, repeated ones included
 * @param duration time from the first hand-off to the last end
 */
public record DownloadResult(
    String id,
    String root,
    String path,
    String application,
    String client,
    String etag,
    long size,
    int transfers,
    long bytes,
    Duration duration) {}
