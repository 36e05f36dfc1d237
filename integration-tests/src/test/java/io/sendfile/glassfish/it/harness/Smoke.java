package io.sendfile.glassfish.it.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Scenarios that {@code verify.sh} runs in every server, because they touch what differs between
 * servers, or touch everything once. All others run in the newest GlassFish only, and in every
 * server with {@code verify.sh --all}.
 */
@Tag("smoke")
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Smoke {}
