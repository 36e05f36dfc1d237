package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.console.CommandLine;
import io.sendfile.glassfish.settings.KnownNames;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.primefaces.PrimeFaces;

/**
 * Algorithms and buffer policies side by side. Each is measured by a command of its own, which the
 * page asks for when it has shown the one before: nothing goes on when nobody looks.
 */
@Named("measure")
@ViewScoped
public class MeasureView implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Files that an algorithm sends, and that a buffer policy does; as long again to warm up. */
  private static final int ALGORITHM_ROUNDS = 2;

  private static final int POLICY_ROUNDS = 4;

  /** A value that is to be measured. */
  private record Wanted(String option, String name) implements Serializable {}

  private String config = "server-config";
  private double seconds = 1;
  private String[] algorithms = {};
  private String[] bufferPolicies = {};
  private List<String> allAlgorithms = List.of();
  private List<String> allBufferPolicies = List.of();
  private final List<Wanted> wanted = new ArrayList<>();
  private int begun;
  private final List<Map<String, String>> rows = new ArrayList<>();
  // The same list throughout: ui:repeat keeps the one that it saw first in a request.
  private final List<Comparison> comparisons = new ArrayList<>();

  @Inject private Commands commands;

  /** Offers all there are. */
  public void load() {
    KnownNames known = Server.known();
    allAlgorithms = new ArrayList<>(known.algorithms());
    allBufferPolicies = new ArrayList<>(known.bufferPolicies());
    algorithms = allAlgorithms.toArray(String[]::new);
    bufferPolicies = allBufferPolicies.toArray(String[]::new);
  }

  /** Tells the page whether there is anything to confirm. */
  public void ask() {
    boolean ready = algorithms.length + bufferPolicies.length > 0;
    if (!ready) {
      Commands.tell(false, "Choose at least one algorithm or buffer policy.");
    }
    PrimeFaces.current().ajax().addCallbackParam("ready", ready);
  }

  /** Begins anew. */
  public void begin() {
    wanted.clear();
    rows.clear();
    comparisons.clear();
    for (String name : algorithms) {
      wanted.add(new Wanted("algorithms", name));
    }
    for (String name : bufferPolicies) {
      wanted.add(new Wanted("buffer-policies", name));
    }
    begun = wanted.size();
    more();
  }

  /** Measures the next one. */
  public void next() {
    if (!wanted.isEmpty()) {
      List<Map<String, Object>> measured = commands.rows(command(wanted.get(0)), "measurements");
      measured.forEach(row -> rows.add(ElementRow.of(row).cells()));
      comparisons.clear();
      comparisons.addAll(Comparison.of(rows));
      if (measured.isEmpty()) {
        // The command has said why; it would say so again.
        wanted.clear();
      } else {
        wanted.remove(0);
      }
    }
    more();
  }

  private CommandLine command(Wanted one) {
    return CommandLine.of("measure-sendfile")
        .with("seconds", BigDecimal.valueOf(seconds).toPlainString())
        .with(one.option(), one.name());
  }

  private void more() {
    PrimeFaces.current().ajax().addCallbackParam("more", !wanted.isEmpty());
  }

  /** Leaves out those that have not begun. */
  public void stop() {
    wanted.clear();
  }

  /** About how long what is chosen will take, seconds. */
  public long getExpected() {
    return (long)
        Math.ceil(
            seconds
                * (algorithms.length * ALGORITHM_ROUNDS + bufferPolicies.length * POLICY_ROUNDS));
  }

  /** Whether there is one to measure still. */
  public boolean isRunning() {
    return !wanted.isEmpty();
  }

  /** The one that is being measured; empty if none is. */
  public String getCurrent() {
    return wanted.isEmpty() ? "" : wanted.get(0).name();
  }

  /** How many have been measured. */
  public int getDone() {
    return begun - wanted.size();
  }

  /** How many there were to measure. */
  public int getAll() {
    return begun;
  }

  /** What was measured. */
  public List<Comparison> getComparisons() {
    return comparisons;
  }

  /** How busy the machine was meanwhile. */
  public String getLoad() {
    return Comparison.load(rows);
  }

  /** All algorithms there are. */
  public List<String> getAllAlgorithms() {
    return allAlgorithms;
  }

  /** All buffer policies there are. */
  public List<String> getAllBufferPolicies() {
    return allBufferPolicies;
  }

  /** The algorithms to be compared. */
  public String[] getAlgorithms() {
    return algorithms.clone();
  }

  /** Sets the algorithms to be compared. */
  public void setAlgorithms(String[] names) {
    algorithms = names.clone();
  }

  /** The buffer policies to be compared. */
  public String[] getBufferPolicies() {
    return bufferPolicies.clone();
  }

  /** Sets the buffer policies to be compared. */
  public void setBufferPolicies(String[] names) {
    bufferPolicies = names.clone();
  }

  /** How long each sends each of its files. */
  public double getSeconds() {
    return seconds;
  }

  /** Sets how long each sends each of its files, 0.2 to 10 s. */
  public void setSeconds(double value) {
    seconds = value;
  }

  /** The configuration that a value would be used in. */
  public String getConfig() {
    return config;
  }

  /** Sets its name. */
  public void setConfig(String name) {
    config = name;
  }
}
