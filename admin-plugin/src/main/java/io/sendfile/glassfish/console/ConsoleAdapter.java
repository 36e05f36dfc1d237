package io.sendfile.glassfish.console;

import com.sun.enterprise.config.serverbeans.Config;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.hk2.api.IterableProvider;
import org.jvnet.hk2.annotations.Service;

/** Registers {@link Doorkeeper} on the admin listener, at the address of the web application. */
@Service
public class ConsoleAdapter extends AdminAdapter {
  /**
   * Context root of the web application; the console's own pages of this plug-in are at /sendfile.
   */
  public static final String CONTEXT_ROOT = "/sendfile-app";

  @Inject
  public ConsoleAdapter(
      @Named(ServerEnvironment.DEFAULT_INSTANCE_NAME) Config config,
      ServerEnvironment server,
      IterableProvider<ApplicationLoader> loader) {
    super(
        config,
        CONTEXT_ROOT,
        new Doorkeeper(server::isDas, AdminHosts::refusal, () -> loader.get().load()));
  }
}
