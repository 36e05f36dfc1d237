package io.sendfile.measure;

/**
 * One value of a setting.
 *
 * @param kind the setting
 * @param name the value: the name of an algorithm or of a buffer policy
 */
public record Variant(Kind kind, String name) {}
