/**
 * Problems of a server. {@link io.sendfile.operations.problems.Findings} finds them in an {@link
 * io.sendfile.operations.problems.Observation}, {@link
 * io.sendfile.operations.problems.ProblemWatch} tells which begin and end. Only {@link
 * io.sendfile.operations.problems.RootChecks} touches the file system.
 */
@NullMarked
package io.sendfile.operations.problems;

import org.jspecify.annotations.NullMarked;
