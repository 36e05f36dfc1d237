package io.sendfile.glassfish.grizzly;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs a test of {@link ServerFixture} with the buffers of the server and of every policy. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass
@ValueSource(strings = {"server-default", "heap", "direct", "heap-view", "direct-view"})
@interface EachBufferPolicy {}
