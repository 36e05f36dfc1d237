package io.sendfile.glassfish.console.app;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;

/** The server of the pages: the domain administration server, which runs the console. */
@Named("thisServer")
@RequestScoped
public class ThisServer {
  /** Its name in the domain, e.g. {@code server}. */
  public String getName() {
    return Server.name();
  }

  /** The name of its machine. */
  public String getHost() {
    return System.getProperty("com.sun.aas.hostName", "");
  }

  /** Whether the domain has further instances, which the pages do not show. */
  public boolean isOneOfMany() {
    return Server.names().size() > 1;
  }
}
