package io.sendfile.glassfish.glassfish;

import io.sendfile.glassfish.engine.Setting;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lets {@code asadmin set} refuse a value in the words of the settings table. */
public final class AllowedValidator implements ConstraintValidator<Allowed, String> {
  private Setting setting = Setting.ENABLED;

  @Override
  public void initialize(Allowed constraint) {
    setting = constraint.value();
  }

  @Override
  public boolean isValid(@Nullable String value, ConstraintValidatorContext context) {
    Set<String> algorithms = AlgorithmNames.current();
    String used = value == null ? setting.defaultValue() : value.trim();
    if (setting.problemAsWritten(used, algorithms).isEmpty()) {
      return true;
    }
    context.disableDefaultConstraintViolation();
    context
        .buildConstraintViolationWithTemplate(setting.requirement(algorithms))
        .addConstraintViolation();
    return false;
  }
}
