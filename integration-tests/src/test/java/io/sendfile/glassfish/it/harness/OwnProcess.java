package io.sendfile.glassfish.it.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Scenarios that need a server in its own process: an installation, an admin listener, the console,
 * REST, copies of a configuration, other servers of the domain, a kill of the server or an edit of
 * its domain.xml. They do not run in embedded GlassFish, and run beside the others in {@code
 * verify.sh}.
 */
@Tag("own-process")
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface OwnProcess {}
