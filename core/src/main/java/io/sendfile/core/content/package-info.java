/**
 * Plan of a response. The application's directive in its headers, the opened file and the request
 * become a {@link io.sendfile.core.content.ResponsePlan}, made by the {@link
 * io.sendfile.core.content.ResponsePlanner}. Pure.
 */
@NullMarked
package io.sendfile.core.content;

import org.jspecify.annotations.NullMarked;
