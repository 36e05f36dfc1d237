package io.sendfile.glassfish.it.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Scenarios in which nothing of a container takes part, such as frames of HTTP/2, rates and
 * buffers: Grizzly alone proves them, and containers play them for a release only.
 */
@Tag("grizzly")
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface OnGrizzly {}
