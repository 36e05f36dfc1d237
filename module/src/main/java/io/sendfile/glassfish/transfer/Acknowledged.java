package io.sendfile.glassfish.transfer;

/**
 * How far a peer has acknowledged what its connection was given, as the kernel tells it. Positions
 * count bytes of the connection from any origin, and are to be compared with each other only.
 *
 * @param position the first byte without an acknowledgement
 * @param horizon the end of what the connection was given, at least {@code position}
 */
public record Acknowledged(long position, long horizon) {}
