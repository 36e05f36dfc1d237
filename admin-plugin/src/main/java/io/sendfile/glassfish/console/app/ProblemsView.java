package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.spi.Problem;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The strip of problems at the top of all pages. */
@Named("problems")
@RequestScoped
public class ProblemsView {
  private @Nullable List<Line> lines;

  /** A problem as text. */
  public record Line(String severity, String subject, String text, String remedy) {
    Line(Problem problem) {
      this(
          problem.severity().label(),
          Text.plain(problem.subject()),
          Text.plain(problem.text()),
          Text.plain(problem.remedy()));
    }
  }

  /** The problems, the worst first; looked for once per request. */
  public List<Line> getLines() {
    List<Line> known = lines;
    if (known == null) {
      known = Server.problems().stream().map(Line::new).toList();
      lines = known;
    }
    return known;
  }
}
