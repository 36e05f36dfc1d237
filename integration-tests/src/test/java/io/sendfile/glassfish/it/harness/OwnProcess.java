package io.sendfile.glassfish.it.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Scenarios that need a server in a process of its own: an installation, an admin listener, the
 * console, REST, copies of a configuration, other servers of the domain, somebody who kills the
 * server or edits its domain.xml. They do not run in embedded GlassFish, and beside the others in
 * {@code verify.sh}.
 */
@Tag("own-process")
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface OwnProcess {}
