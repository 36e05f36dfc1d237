package io.sendfile.glassfish.webcontainer;

import com.sun.enterprise.web.WebComponentInvocation;
import com.sun.enterprise.web.WebModule;
import java.util.function.Consumer;
import org.glassfish.api.invocation.InvocationManager;

/**
 * Runs a call in the context of a web application, like one of its listeners: with its class
 * loader, and as an invocation of it, so that CDI and {@code java:comp} work.
 *
 * @param module the application
 */
record InsideApplication(WebModule module, InvocationManager invocations)
    implements Consumer<Runnable> {
  @Override
  public void accept(Runnable call) {
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
}
