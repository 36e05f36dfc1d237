package io.sendfile.glassfish.listeners;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.CleanThreads;
import java.lang.reflect.Proxy;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.glassfish.internal.api.ServerContext;
import org.junit.jupiter.api.Test;

/** The part of the module that may be the first to have a thread in a starting server. */
class LateAttachTest {
  private final ClassLoader common = new ClassLoader(null) {};
  private final ServerContext server =
      (ServerContext)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {ServerContext.class},
              (proxy, method, arguments) ->
                  method.getName().equals("getCommonClassLoader") ? common : null);

  /** Nothing of the server is there yet: no configuration, no naming, no listener. */
  @Test
  void startsInAnEmptyServerWithItsClassLoader() {
    ServiceLocator locator = ServiceLocatorUtilities.createAndPopulateServiceLocator();
    LateAttach attach = new LateAttach(locator, server);
    try {
      attach.start();
      assertThat(CleanThreads.make(Thread::new).getContextClassLoader()).isSameAs(common);
    } finally {
      attach.stop();
      locator.shutdown();
      CleanThreads.setContext(CleanThreads.class.getClassLoader());
    }
  }
}
