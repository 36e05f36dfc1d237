package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.console.WallDisplay;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;

/** The domain administration server, which runs the console. */
@Named("thisServer")
@RequestScoped
public class ThisServer {
  /** The key of the wall display; empty if there is none. */
  public String getWallKey() {
    return WallDisplay.key();
  }

  /** The name of its machine. */
  public String getHost() {
    return System.getProperty("com.sun.aas.hostName", "");
  }
}
