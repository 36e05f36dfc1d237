/**
 * Plan of a response. The application's directive in its headers, the opened file and the request
 * become a {@link io.sendfile.glassfish.content.ResponsePlan}, made by the {@link
 * io.sendfile.glassfish.content.ResponsePlanner}. Pure.
 */
@NullMarked
package io.sendfile.glassfish.content;

import org.jspecify.annotations.NullMarked;
