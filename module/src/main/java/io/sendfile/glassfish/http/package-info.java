/**
 * HTTP as values: what is read of a request and of an application's response, and what RFC 9110
 * makes of it: validators, preconditions, ranges. Pure; imports only the JDK. Start at {@link
 * io.sendfile.glassfish.http.RequestView}.
 */
@NullMarked
package io.sendfile.glassfish.http;

import org.jspecify.annotations.NullMarked;
