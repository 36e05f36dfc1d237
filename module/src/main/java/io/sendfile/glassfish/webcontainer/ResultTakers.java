package io.sendfile.glassfish.webcontainer;

import com.sun.enterprise.web.WebModule;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Applications that want to be told of their hand-offs. */
@FunctionalInterface
public interface ResultTakers {
  /**
   * What takes the result of a hand-off.
   *
   * @param module the application the request went to
   * @param value of its attribute {@link io.sendfile.glassfish.grizzly.ServletLayer#LISTENER}
   * @return holds nothing of the application; null if it cannot be told
   */
  @Nullable Consumer<Map<String, Object>> of(WebModule module, Object value);
}
