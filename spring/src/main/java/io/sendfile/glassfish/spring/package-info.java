/**
 * Files that applications of Spring MVC return as a {@code Resource}. {@link
 * io.sendfile.glassfish.spring.SendfileConfiguration} puts two converters in front of Spring's own,
 * which pass a file to glassfish-sendfile where it is active, and are Spring's own everywhere else.
 */
@NullMarked
package io.sendfile.glassfish.spring;

import org.jspecify.annotations.NullMarked;
