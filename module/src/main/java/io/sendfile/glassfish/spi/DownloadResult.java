package io.sendfile.glassfish.spi;

import java.time.Duration;

/**
 * A download of which the kernel took every byte, in one transfer or by ranges in several: those
 * with the application's {@code X-Sendfile-Id}, or, where it gave none, those of one client for
 * bytes with one strong entity tag.
 *
 * @param id the application's {@code X-Sendfile-Id}, or the generated one of the last transfer
 * @param root name of the configured root
 * @param path path of the file relative to the root, with {@code /} separators
 * @param application name of the web application that handed the file off last; empty when there is
 *     none
 * @param client address of the last transfer's peer, without port
 * @param etag entity tag that was sent; empty if none was
 * @param size bytes of the file
 * @param transfers how many transfers it took, at least 1
 * @param bytes body bytes of those, with what was sent more than once
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
