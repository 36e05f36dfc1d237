package io.sendfile.core.transfer;

/**
 * One limit of administrators and its use.
 *
 * @param rule the limit
 * @param inForce whether it is, or has ended
 * @param transfers that run under it
 * @param bytesPerSecond their rate together
 * @param refused hand-offs it has refused since the server started, or the limit was made
 */
public record LimitUse(
    LimitRule rule, boolean inForce, int transfers, long bytesPerSecond, long refused) {}
