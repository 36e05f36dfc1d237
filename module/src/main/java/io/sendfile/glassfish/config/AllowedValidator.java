package io.sendfile.glassfish.config;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.plugins.PlugIns;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import org.jspecify.annotations.Nullable;

/** Lets {@code asadmin set} refuse a value with the message of the settings table. */
public final class AllowedValidator implements ConstraintValidator<Allowed, String> {
  private Setting setting = Setting.ENABLED;

  @Override
  public void initialize(Allowed constraint) {
    setting = constraint.value();
  }

  @Override
  public boolean isValid(@Nullable String value, ConstraintValidatorContext context) {
    String used = value == null ? setting.defaultValue() : value.trim();
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
    context.disableDefaultConstraintViolation();
    context
        .buildConstraintViolationWithTemplate(setting.requirement(known))
        .addConstraintViolation();
    return false;
  }
}
