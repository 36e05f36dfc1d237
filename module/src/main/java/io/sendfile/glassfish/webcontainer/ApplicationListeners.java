package io.sendfile.glassfish.webcontainer;

import com.sun.enterprise.web.WebComponentInvocation;
import com.sun.enterprise.web.WebModule;
import io.sendfile.core.engine.PlugInFailures;
import io.sendfile.glassfish.monitoring.PlatformBeans;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.grizzly.filter.ServletLayer;
import io.sendfile.grizzly.jmx.ServerBeans;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.management.ObjectName;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleListener;
import org.glassfish.api.invocation.InvocationManager;
import org.glassfish.hk2.api.ServiceLocator;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * Delivers results to web applications about their own hand-offs, each on its own thread and in its
 * own context. Holds no reference to them: {@link ApplicationHook} does. Thread-safe; no exception
 * escapes from it.
 */
@Service
@Singleton
public class ApplicationListeners {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.plug-ins");
  private static final ObjectName NAME = ServerBeans.name("ApplicationListeners");

  /** Bound of one application's queue: the results of the smallest files in about a second. */
  private static final int MOST_WAITING = 10_000;

  private final SendfileCore core;
  private final ServiceLocator locator;
  private final PlatformBeans beans;
  private final ApplicationResults.ResultCounts counts =
      new ApplicationResults.ResultCounts(
          new Losses(
              "applications",
              Severity.ERROR,
              "io.sendfile.listener of an application is too slow: it gets one result after the"
                  + " other, so it should not wait for others",
              LOG,
              System::nanoTime));

  @Inject
  public ApplicationListeners(SendfileCore core, ServiceLocator locator, PlatformBeans beans) {
    this.beans = beans;
    this.core = core;
    this.locator = locator;
  }

  @PostConstruct
  void start() {
    beans.register(NAME, counts.bean());
    core.health().watch(counts.losses, () -> {});
  }

  /**
   * The receiver of a hand-off's result.
   *
   * @param module the application of the request
   * @param value of its attribute {@link ServletLayer#LISTENER}
   * @return holds no reference to the application; null if results cannot be delivered
   */
  @Nullable Consumer<Map<String, Object>> receiver(WebModule module, Object value) {
    if (!module.getAvailable()) {
      counts.dropped.increment();
      return null;
    }
    String name = application(String.valueOf(module.getID()));
    ApplicationHook hook = ApplicationHook.of(module, () -> open(name, module));
    String wrong = problem(module, value);
    if (wrong != null) {
      if (hook.isFirst(wrong)) {
        LOG.warning(
            () ->
                "sendfile: the listener of application " + name + " cannot be notified: " + wrong);
      }
      return null;
    }
    ApplicationResults results = hook.results();
    if (results == null) {
      counts.dropped.increment();
      return null;
    }
    return results.keep(consumer(value));
  }

  /** A module has the id of its application, except in an EAR: {@code shop#web.war}. */
  static String application(String id) {
    int module = id.indexOf('#');
    return module < 0 ? id : id.substring(0, module);
  }

  private static @Nullable String problem(WebModule module, Object value) {
    if (!(value instanceof Consumer)) {
      return "request attribute %s must be a java.util.function.Consumer, which takes a Map; it is a %s"
          .formatted(ServletLayer.LISTENER, value.getClass().getName());
    }
    if (!belongs(value.getClass().getClassLoader(), module.getLoader().getClassLoader())) {
      // Otherwise another application, which may run longer, would keep this one in memory.
      return ("request attribute %s was set by another application, to which the request was"
              + " forwarded; set it in the one that the request came to")
          .formatted(ServletLayer.LISTENER);
    }
    return module.getComponentId() == null ? "it was not deployed as a web application" : null;
  }

  /**
   * Whether a class loader belongs to an application: the loader of a JSP is below the
   * application's, the loader of a library is not.
   */
  static boolean belongs(@Nullable ClassLoader loader, ClassLoader application) {
    for (ClassLoader one = loader; one != null; one = one.getParent()) {
      if (one.getClass() == application.getClass()) {
        return one == application;
      }
    }
    return true;
  }

  @SuppressWarnings("unchecked")
  private static Consumer<Map<String, Object>> consumer(Object value) {
    return (Consumer<Map<String, Object>>) value;
  }

  private ApplicationResults open(String name, WebModule module) {
    core.health().report("application listeners", this::state);
    PlugInFailures failures =
        new PlugInFailures(
            "io.sendfile.listener of application " + name,
            "it misses this result",
            core.stats().listener("").any());
    InvocationManager invocations = locator.getService(InvocationManager.class);
    return new ApplicationResults(
        name, call -> run(call, module, invocations), MOST_WAITING, counts, failures);
  }

  /**
   * Runs a call in the context of a web application, like one of its listeners: with its class
   * loader, and as an invocation of it, so that CDI and {@code java:comp} work.
   */
  private static void run(Runnable call, WebModule module, InvocationManager invocations) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    WebComponentInvocation invocation = new WebComponentInvocation(module);
    thread.setContextClassLoader(module.getLoader().getClassLoader());
    try {
      invocations.preInvoke(invocation);
      try {
        call.run();
      } finally {
        invocations.postInvoke(invocation);
      }
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private String state() {
    return "received %d, waiting %d, dropped %d, failed %d"
        .formatted(
            counts.told.sum(), counts.waiting.sum(), counts.dropped.sum(), counts.failed.sum());
  }

  @PreDestroy
  void stop() {
    beans.unregister(NAME);
  }

  /**
   * Results for one web application, from its start to its stop. Only the application references
   * it, so that it is collected with the application. Thread-safe.
   */
  static final class ApplicationHook implements LifecycleListener {
    private final WebModule module;
    private final Supplier<ApplicationResults> maker;
    private final Set<String> warnings = ConcurrentHashMap.newKeySet();
    private @Nullable ApplicationResults open;
    private boolean stopped;

    private ApplicationHook(WebModule module, Supplier<ApplicationResults> maker) {
      this.module = module;
      this.maker = maker;
    }

    /** The hook of an application, created if missing. */
    static ApplicationHook of(WebModule module, Supplier<ApplicationResults> maker) {
      List<LifecycleListener> all = module.findLifecycleListeners();
      // Locks the list itself, as GlassFish does for changes.
      synchronized (all) {
        for (LifecycleListener listener : all) {
          if (listener instanceof ApplicationHook known) {
            return known;
          }
        }
        ApplicationHook made = new ApplicationHook(module, maker);
        module.addLifecycleListener(made);
        return made;
      }
    }

    /** Whether this warning about the application is the first with its text. */
    boolean isFirst(String warning) {
      return warnings.add(warning);
    }

    /** The receiver of results; null while the application does not run. */
    synchronized @Nullable ApplicationResults results() {
      if (stopped || !module.getAvailable()) {
        return null;
      }
      ApplicationResults results = open;
      if (results == null) {
        results = maker.get();
        open = results;
      }
      return results;
    }

    @Override
    public void lifecycleEvent(LifecycleEvent event) {
      switch (event.getType()) {
        // There may be several hooks, as a concurrent request may have created another one.
        case Lifecycle.BEFORE_STOP_EVENT, Lifecycle.STOP_EVENT, Lifecycle.AFTER_STOP_EVENT ->
            stop();
        case Lifecycle.START_EVENT, Lifecycle.AFTER_START_EVENT -> start();
        default -> {}
      }
    }

    private synchronized void start() {
      stopped = false;
    }

    private void stop() {
      ApplicationResults left = take();
      if (left != null) {
        left.close();
      }
    }

    private synchronized @Nullable ApplicationResults take() {
      ApplicationResults left = open;
      open = null;
      stopped = true;
      return left;
    }
  }
}
