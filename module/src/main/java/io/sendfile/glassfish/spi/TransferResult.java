package io.sendfile.glassfish.spi;

import java.time.Duration;

/**
 * One finished transfer, told once to every {@link TransferListener}.
 *
 * @param id the application's {@code X-Sendfile-Id}, or a generated one
 * @param root name of the configured root
 * @param path path of the file relative to the root, with {@code /} separators
 * @param client address of the peer, without port
 * @param status HTTP status sent
 * @param outcome how it ended
 * @param bytes body bytes the kernel took, at most the planned length
 * @param firstByte time from the hand-off to the first body byte, zero when none was sent
 * @param duration time from the hand-off to the end
 */
public record TransferResult(
    String id,
    String root,
    String path,
    String client,
    int status,
    Outcome outcome,
    long bytes,
    Duration firstByte,
    Duration duration) {}
