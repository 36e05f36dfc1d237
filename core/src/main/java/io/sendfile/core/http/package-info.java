/**
 * HTTP as values: entity tags, dates, conditions, ranges. A {@link
 * io.sendfile.core.http.RequestView} and a {@link io.sendfile.core.http.ResponseView} give read
 * access to a message; the rules of RFC 9110 on them are pure functions.
 */
@NullMarked
package io.sendfile.core.http;

import org.jspecify.annotations.NullMarked;
