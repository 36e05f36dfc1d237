package io.sendfile.glassfish.versions;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.jspecify.annotations.Nullable;

/**
 * The health checks of MicroProfile, which GlassFish 8 has and others lack. All of it is reached by
 * name: the module is compiled for, and loaded into, servers without these classes. Thread-safe.
 */
public final class HealthChecks {
  private static final String PACKAGE = "org.glassfish.microprofile.health.";
  private static final String API = "org.eclipse.microprofile.health.";

  private final Object reporter;

  /**
   * An answer to whoever asks whether requests should come here.
   *
   * @param up whether they should
   * @param data details by name: texts, numbers and booleans
   */
  public record Answer(boolean up, Map<String, Object> data) {}

  private HealthChecks(Object reporter) {
    this.reporter = reporter;
  }

  /**
   * The checks of this server; null if it has none.
   *
   * @throws ReflectiveOperationException if it has others than are known
   */
  public static @Nullable HealthChecks find(ServiceLocator server)
      throws ReflectiveOperationException {
    Class<?> type;
    try {
      type = type(PACKAGE + "HealthReporter");
    } catch (ClassNotFoundException e) {
      return null;
    }
    Object known = server.getService(type);
    if (known == null) {
      // GlassFish itself adds it, with the first application that has CDI.
      ServiceLocatorUtilities.addClasses(server, true, type);
      known = server.getService(type);
    }
    return known == null ? null : new HealthChecks(known);
  }

  /**
   * Adds a check of readiness.
   *
   * @param owner name under which it is removed
   * @param name in the report
   * @throws ReflectiveOperationException if the server has others than are known
   */
  public void addReadiness(String owner, String name, Supplier<Answer> check)
      throws ReflectiveOperationException {
    Class<?> contract = type(API + "HealthCheck");
    InvocationHandler handler =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "call" -> response(name, check.get());
              case "equals" -> proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              default -> name;
            };
    Object proxy =
        Proxy.newProxyInstance(
            HealthChecks.class.getClassLoader(), new Class<?>[] {contract}, handler);
    Object ready = constant(PACKAGE + "HealthCheckInfo$Kind", "READY");
    Class<?> info = type(PACKAGE + "HealthCheckInfo");
    Object added = info.getConstructor(contract, Set.class).newInstance(proxy, Set.of(ready));
    reporter
        .getClass()
        .getMethod("addHealthCheck", String.class, info)
        .invoke(reporter, owner, added);
  }

  /**
   * Removes the checks of an owner.
   *
   * @throws ReflectiveOperationException if the server has others than are known
   */
  public void remove(String owner) throws ReflectiveOperationException {
    reporter
        .getClass()
        .getMethod("removeAllHealthChecksFrom", String.class)
        .invoke(reporter, owner);
  }

  private static Object response(String name, Answer answer) throws ReflectiveOperationException {
    Class<?> status = type(API + "HealthCheckResponse$Status");
    Constructor<?> maker =
        type(PACKAGE + "GlassFishHealthCheckResponse")
            .getConstructor(String.class, status, Optional.class);
    try {
      return maker.newInstance(
          name,
          constant(status.getName(), answer.up() ? "UP" : "DOWN"),
          Optional.of(answer.data()));
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("a response could not be made", e);
    }
  }

  private static Object constant(String type, String name) throws ReflectiveOperationException {
    return type(type).getField(name).get(null);
  }

  /** By the class loader of the module, to which GlassFish gives what it has of these packages. */
  private static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name, true, HealthChecks.class.getClassLoader());
  }
}
