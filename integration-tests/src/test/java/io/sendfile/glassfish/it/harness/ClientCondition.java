package io.sendfile.glassfish.it.harness;

import static org.junit.jupiter.api.extension.ConditionEvaluationResult.disabled;
import static org.junit.jupiter.api.extension.ConditionEvaluationResult.enabled;
import static org.junit.platform.commons.support.AnnotationSupport.findAnnotation;

import java.util.Arrays;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Decides whether the scenarios of a {@link Client} can run. */
final class ClientCondition implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return findAnnotation(context.getElement(), Client.class)
        .map(ClientCondition::decide)
        .orElse(enabled("no client of its own"));
  }

  private static ConditionEvaluationResult decide(Client client) {
    if (Arrays.stream(client.commands()).allMatch(name -> Command.find(name).isPresent())) {
      return enabled("here are " + Arrays.toString(client.commands()));
    }
    String problem =
        "one of %s is missing; on Debian or Ubuntu: apt-get install %s"
            .formatted(Arrays.toString(client.commands()), client.packages());
    if ("true".equals(System.getenv("CI"))) {
      throw new IllegalStateException(problem);
    }
    return disabled(problem);
  }
}
