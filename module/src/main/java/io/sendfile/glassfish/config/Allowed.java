package io.sendfile.glassfish.config;

import io.sendfile.core.settings.Setting;
import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Constraint of an attribute of domain.xml by its row of the settings table. */
@Documented
@Constraint(validatedBy = AllowedValidator.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Allowed {
  /** The row of the table. */
  Setting value();

  /** Unused: the table supplies the message. */
  String message() default "";

  /** Unused; required by Bean Validation. */
  Class<?>[] groups() default {};

  /** Unused; required by Bean Validation. */
  Class<? extends Payload>[] payload() default {};
}
