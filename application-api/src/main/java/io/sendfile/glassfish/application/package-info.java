/**
 * Optional classes for applications. {@link io.sendfile.glassfish.application.SendfileResponse} and
 * {@link io.sendfile.glassfish.application.SendfileEntity} send a file by its path on any server,
 * {@link io.sendfile.glassfish.application.Archive} several as one ZIP archive, {@link
 * io.sendfile.glassfish.application.SendfileResult} tells how a hand-off ended. They depend on
 * nothing of glassfish-sendfile.
 */
package io.sendfile.glassfish.application;
