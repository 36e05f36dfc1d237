package io.sendfile.glassfish.webcontainer;

import com.sun.enterprise.web.WebModule;
import java.util.List;
import java.util.function.Supplier;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleListener;
import org.jspecify.annotations.Nullable;

/**
 * What one web application is told, from its start to its stop. It hangs on the application, and
 * nothing of ours leads to it: an application that is gone takes it along. Thread-safe.
 */
final class ApplicationHook implements LifecycleListener {
  private final WebModule module;
  private final Supplier<ApplicationResults> maker;
  private @Nullable ApplicationResults open;
  private boolean stopped;

  private ApplicationHook(WebModule module, Supplier<ApplicationResults> maker) {
    this.module = module;
    this.maker = maker;
  }

  /** The hook of an application, made if there is none. */
  static ApplicationHook of(WebModule module, Supplier<ApplicationResults> maker) {
    List<LifecycleListener> all = module.findLifecycleListeners();
    // The list itself, which GlassFish locks when it changes it.
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

  /** Null while the application does not run. */
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
      // Several, as one may come between the first request that asks for a hook and its making.
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
