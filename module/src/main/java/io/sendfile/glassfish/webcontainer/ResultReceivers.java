package io.sendfile.glassfish.webcontainer;

import com.sun.enterprise.web.WebModule;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds the receivers of results in applications. */
@FunctionalInterface
public interface ResultReceivers {
  /**
   * The receiver of a hand-off's result.
   *
   * @param module the application of the request
   * @param value of its attribute {@link io.sendfile.glassfish.grizzly.ServletLayer#LISTENER}
   * @return holds no reference to the application; null if results cannot be delivered
   */
  @Nullable Consumer<Map<String, Object>> of(WebModule module, Object value);
}
