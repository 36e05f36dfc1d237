package io.sendfile.core.content;

import io.sendfile.core.files.RefusalReason;

/**
 * A hand-off that cannot be understood, or of files that could not be opened before.
 *
 * @param reason {@link RefusalReason#MALFORMED_VALUE}, {@link RefusalReason#AMBIGUOUS}, {@link
 *     RefusalReason#ARCHIVES_OFF}, or why a file could not be opened
 * @param detail fault and remedy, escaped for a log line
 */
public record Malformed(RefusalReason reason, String detail) implements SendfileDirective {}
