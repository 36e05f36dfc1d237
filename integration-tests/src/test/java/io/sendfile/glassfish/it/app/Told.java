package io.sendfile.glassfish.it.app;

import io.sendfile.glassfish.application.SendfileResult;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * The events of an application's hand-offs, with the context they came in. All members are public,
 * because proxies see no others of a class from another class loader, as in embedded GlassFish.
 */
@ApplicationScoped
public class Told {
  private static final CountDownLatch RELEASED = new CountDownLatch(1);

  /** Never removed, as in careless applications. */
  private static final ThreadLocal<Told> LEFT_BEHIND = new ThreadLocal<>();

  private final Map<String, Map<String, String>> results = new ConcurrentHashMap<>();

  /** Registers a receiver of that kind for this request's hand-off. */
  static void ask(HttpServletRequest request, String way) {
    switch (way) {
      case "event" -> SendfileResult.fire(request);
      case "map" -> request.setAttribute(SendfileResult.LISTENER, (Consumer<?>) plain());
      case "text" -> request.setAttribute(SendfileResult.LISTENER, "no consumer");
      case "throw" -> SendfileResult.tell(request, Told::fail);
      case "block" -> SendfileResult.tell(request, Told::block);
      default -> throw new IllegalArgumentException("no such way: " + way);
    }
  }

  private static Consumer<Map<String, Object>> plain() {
    return fields -> CDI.current().select(Told.class).get().ended(SendfileResult.of(fields));
  }

  private static void fail(SendfileResult result) {
    throw new IllegalStateException("asked to fail with " + result.downloadId());
  }

  private static void block(SendfileResult result) {
    try {
      RELEASED.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends all waits. */
  public void release() {
    RELEASED.countDown();
  }

  /** Records the event. */
  public void ended(@Observes SendfileResult result) {
    LEFT_BEHIND.set(this);
    Map<String, String> seen = new TreeMap<>();
    result.fields().forEach((name, value) -> seen.put(name, value.toString()));
    seen.put("thread", Thread.currentThread().getName());
    seen.put("loader", Thread.currentThread().getContextClassLoader().getClass().getSimpleName());
    seen.put("jndi", lookUp());
    results.merge(result.downloadId(), seen, Told::again);
  }

  private static Map<String, String> again(Map<String, String> one, Map<String, String> two) {
    two.put("again", one.toString());
    return two;
  }

  private static String lookUp() {
    try {
      return InitialContext.doLookup("java:app/AppName");
    } catch (NamingException e) {
      return e.toString();
    }
  }

  /** Record of a hand-off. */
  public Map<String, String> about(String id) {
    return results.getOrDefault(id, Map.of());
  }
}
