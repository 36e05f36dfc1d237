package io.sendfile.glassfish.config;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.settings.XmlText;
import io.sendfile.glassfish.plugins.PlugIns;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Constraint of an attribute of domain.xml by its row of the settings table. */
@Documented
@Constraint(validatedBy = Allowed.Validator.class)
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

  /** Lets {@code asadmin set} refuse a value with the message of the settings table. */
  final class Validator implements ConstraintValidator<Allowed, String> {
    private Setting setting = Setting.ENABLED;

    @Override
    public void initialize(Allowed constraint) {
      setting = constraint.value();
    }

    @Override
    public boolean isValid(@Nullable String value, ConstraintValidatorContext context) {
      String written = value == null ? setting.defaultValue() : value;
      Optional<String> unwritable = XmlText.fault(setting.attribute(), written);
      if (unwritable.isPresent()) {
        return refused(unwritable.get(), context);
      }
      String used = written.trim();
      // GlassFish validates each attribute of an element that changes: plug-ins, which HK2
      // instantiates whenever their names are requested, are looked up only for names that are not
      // the module's own.
      if (setting.problemAsWritten(used, KnownNames.BUILT_IN).isEmpty()) {
        return true;
      }
      KnownNames known = PlugIns.knownHere();
      if (setting.problemAsWritten(used, known).isEmpty()) {
        return true;
      }
      return refused(setting.requirement(known), context);
    }

    private static boolean refused(String why, ConstraintValidatorContext context) {
      context.disableDefaultConstraintViolation();
      context.buildConstraintViolationWithTemplate(why).addConstraintViolation();
      return false;
    }
  }
}
