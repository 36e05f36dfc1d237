/**
 * Problems of a server. {@link io.sendfile.glassfish.problems.Findings} finds them in an {@link
 * io.sendfile.glassfish.problems.Observation}, {@link io.sendfile.glassfish.problems.ProblemWatch}
 * tells which begin and end. Only {@link io.sendfile.glassfish.problems.RootChecks} touches the
 * file system.
 */
@NullMarked
package io.sendfile.glassfish.problems;

import org.jspecify.annotations.NullMarked;
