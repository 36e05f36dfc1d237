package io.sendfile.glassfish.console.app;

import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Named;
import jakarta.servlet.http.Cookie;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;

/** The administrator who reads the pages: they have the times of the zone of his browser. */
@Named("reader")
@RequestScoped
public class ReaderView {
  private static final String COOKIE = "sendfileZone";

  /** The zone that the browser has told; that of this server until then. */
  static ZoneId zone() {
    FacesContext context = FacesContext.getCurrentInstance();
    return context != null
            && context.getExternalContext().getRequestCookieMap().get(COOKIE) instanceof Cookie told
        ? zone(told.getValue())
        : ZoneId.systemDefault();
  }

  /** A zone by its name, like {@code Europe/Berlin}; that of this server for an unknown one. */
  static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      return ZoneId.systemDefault();
    }
  }

  /** The time now. */
  public String getClock() {
    return Text.time(Instant.now());
  }

  /** The name of the zone. */
  public String getZone() {
    return zone().getId();
  }
}
