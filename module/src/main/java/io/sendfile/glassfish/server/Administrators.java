package io.sendfile.glassfish.server;

import jakarta.inject.Singleton;
import java.security.Principal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

  /** Part of a command, or of its options, that concerns a setting of the module. */
  private static final Pattern SETTINGS = Pattern.compile("sendfile");

  /** Part of one that concerns a listener of GlassFish, or what it consists of. */
  private static final Pattern LISTENERS =
      Pattern.compile("(?i)network|listener|protocol|transport|ssl|thread-?pool");

  /** The last change of its kind that was asked for. */
  private record AskedChange(String who, long nanos) {}

  private final LongSupplier nanoTime;
  private final ThreadLocal<String> here = ThreadLocal.withInitial(() -> "");
  private final Map<Pattern, AskedChange> last = new ConcurrentHashMap<>();

  /** Names by the system's clock. */
  public Administrators() {
    this(System::nanoTime);
  }

  Administrators(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
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
      if (!READ.equals(action)) {
        // Commands of the module, and those such as "set" that name an element.
        String asked = command.getClass().getName() + context;
        AskedChange change = new AskedChange(who, nanoTime.getAsLong());
        Stream.of(SETTINGS, LISTENERS)
            .filter(each -> each.matcher(asked).find())
            .forEach(each -> last.put(each, change));
      }
    } catch (RuntimeException e) {
      LOGGER.log(Level.FINE, "the name of an administrator is unknown", e);
    }
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
    return of(SETTINGS);
  }

  /** Likewise of the last command that may have changed a listener of GlassFish. */
  public String ofListeners() {
    return of(LISTENERS);
  }

  private String of(Pattern part) {
    AskedChange change = last.get(part);
    return change != null && nanoTime.getAsLong() - change.nanos < RECENT_NANOS ? change.who : "";
  }
}
