package io.sendfile.glassfish.it.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Scenarios for each Grizzly, because they touch what differs between its versions: for GlassFish 7
 * beside the newest, but not for embedded GlassFish, which has the Grizzly and the web container of
 * GlassFish 7. Of these, {@link OnGrizzly} ones are played on Grizzly 4 alone instead.
 */
@Tag("each-grizzly")
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface EachGrizzly {}
