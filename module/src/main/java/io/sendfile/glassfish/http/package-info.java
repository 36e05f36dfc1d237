/**
 * HTTP as values: entity tags, dates, conditions, ranges, multipart. What is read of a message is a
 * {@link io.sendfile.glassfish.http.RequestView} and a {@link
 * io.sendfile.glassfish.http.ResponseView}; what RFC 9110 makes of them is pure.
 */
@NullMarked
package io.sendfile.glassfish.http;

import org.jspecify.annotations.NullMarked;
