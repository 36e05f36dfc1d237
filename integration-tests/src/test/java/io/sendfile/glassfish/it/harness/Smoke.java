package io.sendfile.glassfish.it.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Scenarios for every server, because they touch differences between servers, or touch everything
 * once. All others run in the newest GlassFish only, and with {@code verify.sh --all} in every
 * server.
 */
@Tag("smoke")
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Smoke {}
