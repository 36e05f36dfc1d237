package io.sendfile.spi;

/**
 * The reason why a file must not be sent.
 *
 * @param detail for the administrator: what, and how to mend it; follows the name of the file
 */
public record Denial(DenialReason reason, String detail) {}
