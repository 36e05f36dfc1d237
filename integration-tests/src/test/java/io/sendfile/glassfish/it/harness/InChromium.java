package io.sendfile.glassfish.it.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** Scenarios in a browser: for the newest server only, but for a release. */
@Client(
    commands = {"chromium", "chromedriver"},
    packages = "chromium chromium-driver")
@Tag("chromium")
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface InChromium {}
