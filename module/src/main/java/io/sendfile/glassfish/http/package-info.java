/**
 * HTTP as values: entity tags, dates, conditions, ranges, multipart. A {@link
 * io.sendfile.glassfish.http.RequestView} and a {@link io.sendfile.glassfish.http.ResponseView}
 * give read access to a message; the rules of RFC 9110 on them are pure functions.
 */
@NullMarked
package io.sendfile.glassfish.http;

import org.jspecify.annotations.NullMarked;
