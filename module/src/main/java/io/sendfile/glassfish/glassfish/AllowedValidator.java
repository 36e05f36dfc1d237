package io.sendfile.glassfish.glassfish;

import io.sendfile.glassfish.engine.KnownNames;
import io.sendfile.glassfish.engine.Setting;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
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
    // GlassFish validates every attribute of an element; few can name a plug-in.
    KnownNames known = setting.rule().namesPlugIns() ? PlugIns.knownHere() : KnownNames.BUILT_IN;
    String used = value == null ? setting.defaultValue() : value.trim();
    if (setting.problemAsWritten(used, known).isEmpty()) {
      return true;
    }
    context.disableDefaultConstraintViolation();
    context
        .buildConstraintViolationWithTemplate(setting.requirement(known))
        .addConstraintViolation();
    return false;
  }
}
