package io.sendfile.grizzly.filter;

import io.sendfile.core.engine.Explanation;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.engine.Question;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.Target;
import org.jspecify.annotations.Nullable;

/**
 * A file by which the server would answer a request.
 *
 * @param target its place
 * @param mediaType its Content-Type, or null when the server knows none
 * @param origin the web application that owns it
 */
public record StaticFile(Target.Static target, @Nullable String mediaType, Origin origin) {
  /** The outcome of a request for it; the question need not name its application. */
  public Explanation explain(Question question, ListenerEngine engine) {
    Question named =
        new Question(
            question.header(), question.value(), question.method(), question.fields(), origin);
    return engine.explain(named, new StaticAnswer(mediaType), target);
  }
}
