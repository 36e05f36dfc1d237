package io.sendfile.glassfish.server;

import io.sendfile.glassfish.versions.HealthChecks;
import io.sendfile.glassfish.versions.HealthChecks.Answer;
import io.sendfile.operations.problems.Findings;
import io.sendfile.operations.problems.Observation;
import io.sendfile.spi.Problem;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.hk2.api.IterableProvider;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.runlevel.RunLevel;
import org.glassfish.internal.api.PostStartupRunLevel;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * The module's check among MicroProfile's, where the server has them: of readiness only, since no
 * problem of downloads is fixed by a restart. An exception during GlassFish's start would stop it:
 * failures are logged, and the check is missing.
 */
@Service
@RunLevel(PostStartupRunLevel.VAL)
public class ReadinessCheck {
  /** Not the name of an application, whose checks would go with it. */
  private static final String OWNER = "sendfile module";

  private static final String NAME = "sendfile";
  private static final Logger LOGGER = Logger.getLogger(ReadinessCheck.class.getPackageName());

  private final ServiceLocator locator;
  private final IterableProvider<ServerProblems> problems;
  private @Nullable HealthChecks checks;

  @Inject
  public ReadinessCheck(ServiceLocator locator, IterableProvider<ServerProblems> problems) {
    this.locator = locator;
    this.problems = problems;
  }

  @PostConstruct
  synchronized void start() {
    try {
      HealthChecks found = HealthChecks.find(locator);
      if (found != null) {
        found.addReadiness(OWNER, NAME, () -> answer(problems.get().observe()));
        checks = found;
      }
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, "sendfile: the health check is missing", e);
    }
  }

  /** Up or down, with a line for each problem. */
  static Answer answer(Observation now) {
    Map<String, Object> data = new LinkedHashMap<>();
    List<Problem> problems = Findings.of(now);
    for (int i = 0; i < problems.size(); i++) {
      Problem problem = problems.get(i);
      data.put(problem.severity().label() + "-" + (i + 1), problem.sentence());
    }
    return new Answer(now.ready(), data);
  }

  @PreDestroy
  synchronized void stop() {
    HealthChecks found = checks;
    if (found == null) {
      return;
    }
    checks = null;
    try {
      found.remove(OWNER);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      LOGGER.log(Level.FINE, "the health check stays", e);
    }
  }
}
