package io.sendfile.glassfish.console.app;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;

/** The domain administration server, which runs the console. */
@Named("thisServer")
@RequestScoped
public class ThisServer {
  /** The name of its machine. */
  public String getHost() {
    return System.getProperty("com.sun.aas.hostName", "");
  }
}
