package io.sendfile.glassfish.it.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Names the program that a class of scenarios needs. Without it the class is skipped with a reason;
 * in continuous integration, where the environment has {@code CI=true}, it fails.
 */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(ClientCondition.class)
public @interface Client {
  /** Its commands. */
  String[] commands();

  /** The packages of Debian and Ubuntu that have them. */
  String packages();
}
