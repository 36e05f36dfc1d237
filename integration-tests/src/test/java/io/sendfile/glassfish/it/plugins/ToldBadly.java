package io.sendfile.glassfish.it.plugins;

import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.util.Map;
import java.util.Set;

/** A listener that throws, or blocks, on an event; without properties it wants no event. */
public final class ToldBadly implements TransferListener {
  private boolean fails;
  private long millis;

  @Override
  public String name() {
    return "told-badly";
  }

  @Override
  public Set<String> properties() {
    return Set.of("fails", "millis");
  }

  @Override
  public boolean configure(Map<String, String> properties) {
    fails = properties.containsKey("fails");
    try {
      millis = Long.parseLong(properties.getOrDefault("millis", "0"));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("millis must be a whole number", e);
    }
    return !properties.isEmpty();
  }

  @Override
  public void transferFinished(TransferResult result) {
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
