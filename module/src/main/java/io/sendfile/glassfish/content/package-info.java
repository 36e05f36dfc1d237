/**
 * From what the application asked for to a {@link io.sendfile.glassfish.content.ResponsePlan}: the
 * directive in its headers, the roots, the file opened once, the plan. Pure but for the open.
 */
@NullMarked
package io.sendfile.glassfish.content;

import org.jspecify.annotations.NullMarked;
