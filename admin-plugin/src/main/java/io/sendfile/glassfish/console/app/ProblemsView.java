package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.admin.RuntimeCommand;
import io.sendfile.glassfish.console.app.Source.Rows;
import io.sendfile.spi.Problem;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The strip of problems at the top of all pages. */
@Named("problems")
@RequestScoped
public class ProblemsView {
  @Inject private TargetView target;

  private @Nullable List<Line> lines;

  /** A problem as text. */
  public record Line(String severity, String subject, String text, String remedy) {
    static Line of(Map<String, String> row, boolean several) {
      String instance = several ? row.getOrDefault(RuntimeCommand.INSTANCE, "") : "";
      String subject = row.getOrDefault("subject", "");
      return new Line(
          row.getOrDefault("severity", ""),
          Text.plain(
              instance.isEmpty() || subject.isEmpty()
                  ? instance + subject
                  : instance + ": " + subject),
          Text.plain(row.getOrDefault("problem", "")),
          Text.plain(row.getOrDefault("remedy", "")));
    }

    /** A server that did not respond. */
    static Line of(String failure) {
      return new Line(Problem.Severity.ERROR.label(), "", Text.plain(failure), "");
    }
  }

  /** The problems, silent servers first; looked for once per request. */
  public List<Line> getLines() {
    List<Line> known = lines;
    if (known == null) {
      Rows problems = target.source().problems();
      known =
          Stream.concat(
                  problems.failures().stream().map(Line::of),
                  problems.rows().stream().map(row -> Line.of(row, target.isCluster())))
              .toList();
      lines = known;
    }
    return known;
  }
}
