/**
 * Plan of an answer: the application's directive in its headers, the opened file and the request
 * become a {@link io.sendfile.glassfish.content.ResponsePlan}. Pure.
 */
@NullMarked
package io.sendfile.glassfish.content;

import org.jspecify.annotations.NullMarked;
