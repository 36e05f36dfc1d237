package io.sendfile.glassfish.it.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The program that a class of scenarios runs. Where it is missing they are skipped and the reason
 * is told; in continuous integration, where the environment has {@code CI=true}, they fail.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(ClientCondition.class)
public @interface Client {
  /** Its commands. */
  String[] commands();

  /** The packages of Debian and Ubuntu that have them. */
  String packages();
}
