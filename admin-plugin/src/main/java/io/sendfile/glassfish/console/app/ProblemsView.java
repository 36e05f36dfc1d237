package io.sendfile.glassfish.console.app;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.command.ServersCommand;
import io.sendfile.glassfish.console.app.Source.Rows;
import io.sendfile.operations.ended.EndedCondition;
import io.sendfile.operations.ended.RefusedHandOff;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.faces.event.PhaseId;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The strip of problems at the top of all pages, each with a link to where it is mended. */
@Named("problems")
@RequestScoped
public class ProblemsView {
  /** Most problems that are not folded. */
  private static final int MOST = 3;

  /** Most that are: a disk that is gone may be below 300 roots, and each drawing has them. */
  private static final int FOLDED = 30;

  /** Without that of a drain, whose buttons are always in view. */
  private static final List<String> WORST_FIRST =
      Stream.of(Severity.ERROR, Severity.WARNING, Severity.NOTICE).map(Severity::label).toList();

  @Inject private TargetView target;

  private final Once<List<Line>> lines = new Once<>(this::read);

  /**
   * A problem as text.
   *
   * @param since time of its begin
   * @param link address of the page that shows or mends it; empty for none
   * @param show words of that link
   */
  public record Line(
      String severity,
      String subject,
      String text,
      String since,
      String remedy,
      String link,
      String show) {}

  /**
   * A page that shows or mends problems.
   *
   * @param show words of the link to it
   * @param page without its extension
   */
  record Place(String show, String page, Map<String, String> conditions) {
    /** The place for a kind of problems. */
    static Place of(ProblemCode code, String subject) {
      return switch (code) {
        case SWITCHED_OFF -> search("Show the setting", Setting.ENABLED.attribute());
        case NO_ROOT -> new Place("Add a root", "configuration", Map.of());
        case SETTINGS -> new Place("Show the settings", "configuration", Map.of());
        case ROOT -> search("Show the root", subject);
        case PLUG_IN ->
            search("Show the plug-in", subject.isEmpty() ? ElementKind.PLUGIN.getLabel() : subject);
        case STORE -> new Place("Show the store", "plug-ins", Map.of("search", subject));
        case PLUG_IN_FAILS -> new Place("Show the plug-in", "plug-ins", Map.of("search", subject));
        case LIMIT ->
            isSetting(subject)
                ? search("Change the limit", subject)
                : new Place("Show the limits", "server", Map.of());
        case RECORDS, PART -> new Place("Show the server", "server", Map.of());
        case REFUSED -> lately("refusals", Map.of("reason", subject));
        case REFUSALS_RISE -> lately("refusals", Map.of("reason", RefusedHandOff.OF_APPLICATIONS));
        case STALLS -> ended(EndedCondition.SLOW);
        case FAILED -> ended(EndedCondition.BROKEN);
        case STOPPING -> new Place("Show the drain", "server", Map.of());
        case WAITING -> new Place("Show the downloads", "now", Map.of("filter", "state:queued"));
        case NO_ANSWER -> new Place("Show the servers", "now", Map.of());
      };
    }

    private static Place search(String show, String words) {
      return new Place(show, "configuration", Map.of("search", words));
    }

    private static Place ended(Set<Outcome> outcomes) {
      return lately("downloads", Map.of("outcome", EndedCondition.any(outcomes), "group", "file"));
    }

    /** The rows of the time that a problem is about. */
    private static Place lately(String rows, Map<String, String> conditions) {
      Map<String, String> all = new TreeMap<>(conditions);
      all.put("since", "5m");
      return new Place("Show the " + rows, "past", all);
    }

    private static boolean isSetting(String name) {
      return Element.CONFIG.settings().stream().anyMatch(each -> each.attribute().equals(name));
    }
  }

  private Line line(Map<String, String> row) {
    String instance = target.isCluster() ? row.getOrDefault(ServersCommand.INSTANCE, "") : "";
    String subject = row.getOrDefault("subject", "");
    @Nullable Place place =
        ProblemCode.of(row.getOrDefault("code", ""))
            .map(code -> Place.of(code, subject))
            .orElse(null);
    boolean drains = ProblemCode.STOPPING.label().equals(row.get("code"));
    return new Line(
        drains ? "drain" : row.getOrDefault("severity", ""),
        Text.plain(
            instance.isEmpty() || subject.isEmpty()
                ? instance + subject
                : instance + ": " + subject),
        Text.local(Text.plain(row.getOrDefault("problem", ""))),
        since(row.getOrDefault("since", "")),
        Text.plain(Text.withoutCommands(row.getOrDefault("remedy", ""))),
        place == null ? "" : target.address(place.page(), place.conditions()),
        place == null ? "" : place.show());
  }

  /** The time alone for one of today. */
  private static String since(String moment) {
    if (moment.isEmpty()) {
      return "";
    }
    Instant at = Instant.parse(moment);
    LocalDate day = at.atZone(ReaderView.zone()).toLocalDate();
    return day.equals(LocalDate.now(ReaderView.zone())) ? Text.time(at) : Text.clock(at);
  }

  /** A server that did not respond. */
  private Line silent(String failure) {
    return line(
        Map.of(
            "severity", Severity.ERROR.label(),
            "code", ProblemCode.NO_ANSWER.label(),
            "problem", failure));
  }

  /**
   * The problems, silent servers first, then the worst of all; looked for once per request, after
   * what it changes.
   */
  private List<Line> lines() {
    if (FacesContext.getCurrentInstance().getCurrentPhaseId() != PhaseId.RENDER_RESPONSE) {
      return List.of();
    }
    return lines.get();
  }

  private List<Line> read() {
    Rows problems = target.source().problems();
    return Stream.concat(
            problems.failures().stream().map(this::silent),
            problems.rows().stream()
                .map(this::line)
                .sorted(Comparator.comparing(line -> WORST_FIRST.indexOf(line.severity()))))
        .toList();
  }

  /** The worst ones. */
  public List<Line> getWorst() {
    return lines().subList(0, Math.min(MOST, lines().size()));
  }

  /** The next ones, which are folded. */
  public List<Line> getOthers() {
    return others(lines());
  }

  static <T> List<T> others(List<T> all) {
    return all.stream().skip(MOST).limit(FOLDED).toList();
  }

  /** The number of all but the worst. */
  public int getFurther() {
    return lines().size() - getWorst().size();
  }
}
