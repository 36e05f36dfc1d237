package io.sendfile.glassfish.config;

import io.sendfile.glassfish.plugins.PlugIns;
import io.sendfile.glassfish.settings.KnownNames;
import io.sendfile.glassfish.settings.Setting;
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
    String used = value == null ? setting.defaultValue() : value.trim();
    // GlassFish asks for each attribute of an element that changes: plug-ins, which HK2 makes
    // whenever their names are wanted, are looked at only if the module's own names do not do.
    if (setting.problemAsWritten(used, KnownNames.BUILT_IN).isEmpty()) {
      return true;
    }
    KnownNames known = PlugIns.knownHere();
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
