package io.sendfile.glassfish.webcontainer;

import com.sun.enterprise.web.WebModule;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleListener;
import org.jspecify.annotations.Nullable;

/**
 * Results for one web application, from its start to its stop. Only the application references it,
 * so that it is collected with the application. Thread-safe.
 */
final class ApplicationHook implements LifecycleListener {
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
      case Lifecycle.BEFORE_STOP_EVENT, Lifecycle.STOP_EVENT, Lifecycle.AFTER_STOP_EVENT -> stop();
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
