/**
 * Optional classes for applications. {@link io.sendfile.glassfish.application.SendfileResponse} and
 * {@link io.sendfile.glassfish.application.SendfileEntity} send a file by its path on any server,
 * {@link io.sendfile.glassfish.application.Archive} several as one ZIP archive, {@link
 * io.sendfile.glassfish.application.SendfileResult} tells how a hand-off ended. They depend on
 * nothing of glassfish-sendfile. {@link io.sendfile.glassfish.application.SendfileFeature} is for
 * applications with RESTEasy or CXF; the classes for Jakarta REST need its API, the others do not.
 */
package io.sendfile.glassfish.application;
