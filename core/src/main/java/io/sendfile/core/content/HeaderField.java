package io.sendfile.core.content;

/**
 * One header field to set on the response, replacing all of that name.
 *
 * @param name field name in its usual capitalisation
 * @param value field value, free of CR, LF and NUL
 */
public record HeaderField(String name, String value) {}
