package io.sendfile.glassfish.console.app;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.util.Locale;

/** The domain administration server, which runs the console. */
@Named("thisServer")
@RequestScoped
public class ThisServer {
  /** The time now, by its clock. */
  public String getClock() {
    return Text.time(Instant.now());
  }

  /** Its time zone, which times on the pages have, as in its log. */
  public String getZone() {
    return ZoneId.systemDefault().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
  }
}
