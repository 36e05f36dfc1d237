package io.sendfile.glassfish.console;

import jakarta.servlet.http.HttpSession;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of administrators who are signed in to the admin console and have opened a page of ours.
 * The console's cookie also comes with requests to our web application, which checks it here on
 * each of them; so nobody signs in twice, and signing out takes effect at once. The check is no
 * activity: the console's session expires even while a page of ours polls. Thread-safe.
 */
public final class ConsoleSessions {
  private static final Map<String, Entry> ENTRIES = new ConcurrentHashMap<>();

  private record Entry(String user, WeakReference<HttpSession> session) {
    boolean isValid(String id) {
      @Nullable HttpSession known = session.get();
      if (known == null) {
        return false;
      }
      try {
        // Throws if the session is over, also when it has just expired.
        return known.getCreationTime() > 0 && id.equals(known.getId());
      } catch (IllegalStateException e) {
        return false;
      }
    }
  }

  private ConsoleSessions() {}

  /** Registers the session of an administrator who has opened one of our pages in the console. */
  public static void register(HttpSession session, String user) {
    ENTRIES.entrySet().removeIf(entry -> !entry.getValue().isValid(entry.getKey()));
    ENTRIES.put(session.getId(), new Entry(user, new WeakReference<>(session)));
  }

  /** The administrator of this console session; empty if it is unknown, or over. */
  public static Optional<String> user(String sessionId) {
    Entry entry = ENTRIES.get(sessionId);
    if (entry == null) {
      return Optional.empty();
    }
    if (!entry.isValid(sessionId)) {
      ENTRIES.remove(sessionId, entry);
      return Optional.empty();
    }
    return Optional.of(entry.user());
  }
}
