package io.sendfile.glassfish.config;

import io.sendfile.core.settings.XmlText;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.beans.PropertyVetoException;
import java.beans.VetoableChangeListener;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.config.ConfigBean;
import org.jvnet.hk2.config.ConstrainedBeanListener;
import org.jvnet.hk2.config.Dom;
import org.jvnet.hk2.config.types.Property;

/** Constraint of properties in domain.xml: their names and values are texts that it can hold. */
@Documented
@Constraint(validatedBy = AllowedProperties.Validator.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface AllowedProperties {
  /** Unused: the fault is the message. */
  String message() default "";

  /** Unused; required by Bean Validation. */
  Class<?>[] groups() default {};

  /** Unused; required by Bean Validation. */
  Class<? extends Payload>[] payload() default {};

  /** Lets {@code asadmin set} refuse new properties; the element that gets them is validated. */
  final class Validator implements ConstraintValidator<AllowedProperties, List<Property>> {
    private static final VetoableChangeListener GUARD =
        change -> {
          String text = Objects.toString(change.getNewValue(), "");
          Optional<String> fault = XmlText.fault(change.getPropertyName(), text);
          if (fault.isPresent()) {
            throw new PropertyVetoException(fault.get(), change);
          }
        };

    @Override
    public boolean isValid(@Nullable List<Property> all, ConstraintValidatorContext context) {
      for (Property property : all == null ? List.<Property>of() : all) {
        Optional<String> fault =
            XmlText.faultOfProperty(text(property.getName()), text(property.getValue()));
        if (fault.isPresent()) {
          context.disableDefaultConstraintViolation();
          context.buildConstraintViolationWithTemplate(fault.get()).addConstraintViolation();
          return false;
        }
      }
      return true;
    }

    private static String text(@Nullable String text) {
      return text == null ? "" : text;
    }

    /**
     * Has a present property, which is an element of GlassFish's own and changes without the one
     * around it, refuse such names and values from now on.
     */
    static void guard(Property property) {
      if (Dom.unwrap(property) instanceof ConfigBean bean) {
        ConstrainedBeanListener changes = bean.getOptionalFeature(ConstrainedBeanListener.class);
        changes.removeVetoableChangeListener(GUARD);
        changes.addVetoableChangeListener(GUARD);
      }
    }
  }
}
