package io.sendfile.glassfish.it.plugins;

import io.sendfile.spi.Panel;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A listener that throws, or blocks, on an event and when it is to show itself; without properties
 * it wants no event.
 */
public final class ToldBadly implements TransferListener {
  private static final String LONG = "x".repeat(200);

  private boolean fails;
  private String ailment = "";
  private long millis;

  @Override
  public String name() {
    return "told-badly";
  }

  @Override
  public List<Property> properties() {
    return List.of(
        Property.of("fails", "<b>throws</b>", ""),
        Property.of("millis", "time that each call takes", "0"),
        Property.of("shows", "", ""),
        Property.of("ails", "problem that it has", ""));
  }

  @Override
  public boolean configure(Map<String, String> properties) {
    fails = properties.containsKey("fails");
    ailment = properties.getOrDefault("ails", "");
    try {
      millis = Long.parseLong(properties.getOrDefault("millis", "0"));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("millis must be a whole number", e);
    }
    return !properties.isEmpty();
  }

  @Override
  public void transferFinished(TransferResult result) {
    act();
  }

  /** Ten thousand rows that no page may trust, and a command of the server's. */
  @Override
  public Panel panel() {
    act();
    Panel.Action stop = new Panel.Action("<b>Stop</b> …", "stop-domain", List.of());
    Map<String, String> row = Map.of("<i>", "<script>alert(1)</script>", "long", LONG);
    List<Map<String, String>> rows = new ArrayList<>(Collections.nCopies(10_000, row));
    rows.set(0, Map.of("long", LONG));
    return new Panel(
        List.of(new Panel.Fact("<img src=x onerror=alert(1)>", LONG)),
        List.of(new Panel.Table("\u202eeltit", List.of("<i>", "long"), rows, List.of(stop))),
        List.of(stop));
  }

  @Override
  public List<Problem> problems() {
    return ailment.isEmpty()
        ? List.of()
        : List.of(
            new Problem(
                ProblemCode.PLUG_IN_FAILS, Severity.WARNING, name(), ailment, "mend <b>it</b>"));
  }

  private void act() {
    if (fails) {
      throw new IllegalStateException("a plug-in that fails when it is told something");
    }
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
