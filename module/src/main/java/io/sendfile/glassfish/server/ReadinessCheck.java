package io.sendfile.glassfish.server;

import io.sendfile.operations.problems.Findings;
import io.sendfile.operations.problems.Observation;
import io.sendfile.spi.Problem;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.hk2.api.IterableProvider;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.runlevel.RunLevel;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.glassfish.internal.api.PostStartupRunLevel;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * The module's check among MicroProfile's, which GlassFish 8 has and others lack: of readiness
 * only, since no problem of downloads is fixed by a restart. All of MicroProfile is reached by
 * name: the module is compiled for, and loaded into, servers without these classes. An exception
 * during GlassFish's start would stop it: failures are logged, and the check is missing.
 */
@Service
@RunLevel(PostStartupRunLevel.VAL)
public class ReadinessCheck {
  private static final String PACKAGE = "org.glassfish.microprofile.health.";
  private static final String API = "org.eclipse.microprofile.health.";

  /** Not the name of an application, whose checks would go with it. */
  private static final String OWNER = "sendfile module";

  private static final String NAME = "sendfile";
  private static final Logger LOGGER = Logger.getLogger(ReadinessCheck.class.getPackageName());

  private final ServiceLocator locator;
  private final IterableProvider<ServerProblems> problems;
  private @Nullable Object reporter;

  @Inject
  public ReadinessCheck(ServiceLocator locator, IterableProvider<ServerProblems> problems) {
    this.locator = locator;
    this.problems = problems;
  }

  @PostConstruct
  synchronized void start() {
    try {
      Object found = reporter(locator);
      if (found != null) {
        addTo(found);
        reporter = found;
      }
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, "sendfile: the health check is missing", e);
    }
  }

  /** The checks of this server; null if it has none. */
  private static @Nullable Object reporter(ServiceLocator server) {
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
    return known;
  }

  private void addTo(Object checks) throws ReflectiveOperationException {
    Class<?> contract = type(API + "HealthCheck");
    InvocationHandler handler =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "call" -> response(problems.get().observe());
              case "equals" -> proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              default -> NAME;
            };
    Object check =
        Proxy.newProxyInstance(
            ReadinessCheck.class.getClassLoader(), new Class<?>[] {contract}, handler);
    Object ready = constant(PACKAGE + "HealthCheckInfo$Kind", "READY");
    Class<?> info = type(PACKAGE + "HealthCheckInfo");
    Object added = info.getConstructor(contract, Set.class).newInstance(check, Set.of(ready));
    checks.getClass().getMethod("addHealthCheck", String.class, info).invoke(checks, OWNER, added);
  }

  /** Up or down, with a line for each problem. */
  private static Object response(Observation now) throws ReflectiveOperationException {
    Map<String, Object> data = new LinkedHashMap<>();
    for (Problem problem : Findings.of(now)) {
      data.put(problem.severity().label() + "-" + (data.size() + 1), problem.sentence());
    }
    Class<?> status = type(API + "HealthCheckResponse$Status");
    Object answer = constant(status.getName(), now.ready() ? "UP" : "DOWN");
    try {
      return type(PACKAGE + "GlassFishHealthCheckResponse")
          .getConstructor(String.class, status, Optional.class)
          .newInstance(NAME, answer, Optional.of(data));
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("a response could not be made", e);
    }
  }

  private static Object constant(String type, String name) throws ReflectiveOperationException {
    return type(type).getField(name).get(null);
  }

  /** By the class loader of the module, to which GlassFish gives what it has of these packages. */
  private static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name, true, ReadinessCheck.class.getClassLoader());
  }

  @PreDestroy
  synchronized void stop() {
    Object checks = reporter;
    if (checks == null) {
      return;
    }
    reporter = null;
    try {
      checks.getClass().getMethod("removeAllHealthChecksFrom", String.class).invoke(checks, OWNER);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      LOGGER.log(Level.FINE, "the health check stays", e);
    }
  }
}
