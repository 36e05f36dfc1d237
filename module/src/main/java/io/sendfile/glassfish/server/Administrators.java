package io.sendfile.glassfish.server;

import jakarta.inject.Singleton;
import java.security.Principal;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.security.auth.Subject;
import org.glassfish.api.admin.AdminCommand;
import org.glassfish.api.admin.AuthorizationPreprocessor;
import org.jvnet.hk2.annotations.Service;

/**
 * Names of the administrators whose commands run. GlassFish tells them here before it runs a
 * command, on the thread of the command; its other ways to watch commands know no names, or are
 * missing in Payara. Thread-safe; no exception escapes, as the command would fail.
 */
@Service
@Singleton
public class Administrators implements AuthorizationPreprocessor {
  private static final Logger LOGGER = Logger.getLogger(Administrators.class.getPackageName());

  /** Longest time from the begin of a command to the change that it makes. */
  private static final long RECENT_NANOS = 60_000_000_000L;

  private static final String READ = "read";

  /** The last change of a sendfile setting that was asked for. */
  private record AskedChange(String who, long nanos) {}

  private final LongSupplier nanoTime;
  private final ThreadLocal<String> here = ThreadLocal.withInitial(() -> "");
  private volatile AskedChange last;

  /** Names by the system's clock. */
  public Administrators() {
    this(System::nanoTime);
  }

  Administrators(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.last = new AskedChange("", nanoTime.getAsLong());
  }

  @Override
  public void describeAuthorization(
      Subject subject,
      String resource,
      String action,
      AdminCommand command,
      Map<String, Object> context,
      Map<String, String> ofSubject,
      Map<String, String> ofResource,
      Map<String, String> ofAction) {
    try {
      String who = name(subject);
      here.set(who);
      if (!READ.equals(action) && concernsUs(command, context)) {
        last = new AskedChange(who, nanoTime.getAsLong());
      }
    } catch (RuntimeException e) {
      LOGGER.log(Level.FINE, "the name of an administrator is unknown", e);
    }
  }

  /** Commands of the module, and those such as {@code set} that name one of its elements. */
  private static boolean concernsUs(AdminCommand command, Map<String, Object> context) {
    return (command.getClass().getName() + context).contains("sendfile");
  }

  /** The first principal that is no group; empty if there is none. */
  private static String name(Subject subject) {
    return subject.getPrincipals().stream()
        .filter(principal -> !principal.getClass().getSimpleName().equals("Group"))
        .map(Principal::getName)
        .findFirst()
        .orElse("");
  }

  /** The administrator of the last command that ran on this thread; empty if unknown. */
  public String ofThisThread() {
    return here.get();
  }

  /**
   * The administrator of the last command that may have changed a setting of the module, for
   * GlassFish tells of changes on threads of its own; empty if there was none within a minute.
   * Administrators who change such settings at the same moment may be confused with each other.
   */
  public String ofSettings() {
    AskedChange change = last;
    return nanoTime.getAsLong() - change.nanos < RECENT_NANOS ? change.who : "";
  }
}
