package io.sendfile.glassfish.console.app;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.glassfish.console.CommandLine;
import io.sendfile.measure.Kind;
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
 * Comparison of algorithms and buffer policies. Each round of each is measured by a separate
 * command, which the page sends after it has shown the one before: closing the page ends the
 * measurement.
 */
@Named("measure")
@ViewScoped
public class MeasureView implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final double DEFAULT_SECONDS = 0.5;
  private static final int DEFAULT_ROUNDS = 4;

  /** A value to be measured. */
  private record Wanted(String option, String name) implements Serializable {}

  private double seconds = DEFAULT_SECONDS;
  private int rounds = DEFAULT_ROUNDS;
  private String[] algorithms = {};
  private String[] bufferPolicies = {};
  private List<String> allAlgorithms = List.of();
  private List<String> allBufferPolicies = List.of();
  private final List<Wanted> wanted = new ArrayList<>();
  private int begun;
  private final List<Map<String, String>> rows = new ArrayList<>();
  // Constant lists: ui:repeat keeps the one that it saw first in a request.
  private final List<Comparison> comparisons = new ArrayList<>();
  private final List<String> conclusions = new ArrayList<>();

  @Inject private Commands commands;
  @Inject private TargetView target;

  /** Offers all values. */
  public void load() {
    KnownNames known = Server.known();
    allAlgorithms = new ArrayList<>(known.algorithms());
    allBufferPolicies = new ArrayList<>(known.bufferPolicies());
    algorithms = allAlgorithms.toArray(String[]::new);
    bufferPolicies = allBufferPolicies.toArray(String[]::new);
  }

  /** Reports to the page whether there is anything to confirm. */
  public void ask() {
    boolean ready = algorithms.length + bufferPolicies.length > 0;
    if (!ready) {
      Commands.tell(false, "Choose at least one algorithm or buffer policy.");
    }
    PrimeFaces.current().ajax().addCallbackParam("ready", ready);
  }

  /** Starts with the first value. */
  public void begin() {
    wanted.clear();
    rows.clear();
    compare();
    for (int round = 0; round < rounds; round++) {
      for (String name : algorithms) {
        wanted.add(new Wanted("algorithms", name));
      }
      for (String name : bufferPolicies) {
        wanted.add(new Wanted("buffer-policies", name));
      }
    }
    begun = wanted.size();
    more();
  }

  /** Measures the next value. */
  public void next() {
    if (!wanted.isEmpty()) {
      List<Map<String, Object>> measured =
          commands.rows(target.at(command(wanted.get(0))), "measurements");
      measured.forEach(row -> rows.add(ElementRow.of(row).cells()));
      compare();
      if (measured.isEmpty()) {
        // The command has shown its reason, and would fail again for the same one.
        wanted.clear();
      } else {
        wanted.remove(0);
      }
    }
    more();
  }

  private void compare() {
    comparisons.clear();
    comparisons.addAll(Comparison.of(rows));
    conclusions.clear();
    conclusions.addAll(Comparison.conclusions(rows));
  }

  private CommandLine command(Wanted one) {
    return CommandLine.of("measure-sendfile")
        .with("seconds", BigDecimal.valueOf(seconds).toPlainString())
        .with("rounds", "1")
        .with(one.option(), one.name());
  }

  private void more() {
    PrimeFaces.current().ajax().addCallbackParam("more", !wanted.isEmpty());
  }

  /** Drops the values that have not begun. */
  public void stop() {
    wanted.clear();
  }

  /** Expected duration of the chosen values, seconds; warm-ups take half of it. */
  public long getExpected() {
    int measurements =
        algorithms.length * Kind.ALGORITHM.loads().size()
            + bufferPolicies.length * Kind.BUFFER_POLICY.loads().size();
    return (long) Math.ceil(2 * seconds * rounds * measurements);
  }

  /** Whether a value is still to be measured. */
  public boolean isRunning() {
    return !wanted.isEmpty();
  }

  /** The current value; empty if none is running. */
  public String getCurrent() {
    return wanted.isEmpty() ? "" : wanted.get(0).name();
  }

  /** Number of measured values, counted with each round. */
  public int getDone() {
    return begun - wanted.size();
  }

  /** Number of chosen values, counted with each round. */
  public int getAll() {
    return begun;
  }

  /** The results. */
  public List<Comparison> getComparisons() {
    return comparisons;
  }

  /** The conclusions and their limits. */
  public List<String> getConclusions() {
    return conclusions;
  }

  /** All algorithms. */
  public List<String> getAllAlgorithms() {
    return allAlgorithms;
  }

  /** All buffer policies. */
  public List<String> getAllBufferPolicies() {
    return allBufferPolicies;
  }

  /** The chosen algorithms. */
  public String[] getAlgorithms() {
    return algorithms.clone();
  }

  /** Sets the chosen algorithms. */
  public void setAlgorithms(String[] names) {
    algorithms = names.clone();
  }

  /** The chosen buffer policies. */
  public String[] getBufferPolicies() {
    return bufferPolicies.clone();
  }

  /** Sets the chosen buffer policies. */
  public void setBufferPolicies(String[] names) {
    bufferPolicies = names.clone();
  }

  /** Number of rounds. */
  public int getRounds() {
    return rounds;
  }

  /** Sets the number of rounds, 1 to 10. */
  public void setRounds(int value) {
    rounds = value;
  }

  /** Seconds for each situation and round. */
  public double getSeconds() {
    return seconds;
  }

  /** Sets the seconds for each situation and round, 0.2 to 10. */
  public void setSeconds(double value) {
    seconds = value;
  }
}
