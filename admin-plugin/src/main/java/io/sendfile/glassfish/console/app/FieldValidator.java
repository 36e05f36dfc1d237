package io.sendfile.glassfish.console.app;

import jakarta.faces.application.FacesMessage;
import jakarta.faces.component.UIComponent;
import jakarta.faces.context.FacesContext;
import jakarta.faces.validator.FacesValidator;
import jakarta.faces.validator.Validator;
import jakarta.faces.validator.ValidatorException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Validates a value by asadmin's rule; attribute {@code field} is its field. */
@FacesValidator("sendfile.field")
public class FieldValidator implements Validator<String> {
  @Override
  public void validate(FacesContext context, UIComponent component, @Nullable String value) {
    if (component.getAttributes().get("field") instanceof SettingField field) {
      String problem = field.problem(Objects.requireNonNullElse(value, ""));
      if (problem != null) {
        throw new ValidatorException(new FacesMessage(FacesMessage.SEVERITY_ERROR, problem, null));
      }
    }
  }
}
