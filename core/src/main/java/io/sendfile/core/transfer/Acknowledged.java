package io.sendfile.core.transfer;

/**
 * Acknowledgements of a connection's bytes, as the kernel reports them. Positions count bytes of
 * the connection from any origin, and can only be compared with each other.
 *
 * @param position the first byte without an acknowledgement
 * @param horizon the end of the bytes given to the connection, at least {@code position}
 * @param windowClosed whether the peer's system has no room for the next bytes, which it has said
 */
public record Acknowledged(long position, long horizon, boolean windowClosed) {}
