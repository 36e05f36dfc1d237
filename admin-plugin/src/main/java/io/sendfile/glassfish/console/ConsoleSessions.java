package io.sendfile.glassfish.console;

import jakarta.servlet.http.HttpSession;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Who is signed in to the admin console, as far as they have opened one of our pages. The console's
 * cookie also comes with requests to our web application, which asks here at each of them; so
 * nobody signs in twice, and who signs out is out at once. To ask is no activity: the console's
 * session ends as idle however long a page of ours goes on asking. Thread-safe.
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
        // Throws if the session is over, also when it has just been idle for too long.
        return known.getCreationTime() > 0 && id.equals(known.getId());
      } catch (IllegalStateException e) {
        return false;
      }
    }
  }

  private ConsoleSessions() {}

  /** An administrator has opened one of our pages in the console. */
  public static void register(HttpSession session, String user) {
    ENTRIES.entrySet().removeIf(entry -> !entry.getValue().isValid(entry.getKey()));
    ENTRIES.put(session.getId(), new Entry(user, new WeakReference<>(session)));
  }

  /** The administrator with this session of the console; empty if it is unknown, or over. */
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
