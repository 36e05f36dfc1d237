package io.sendfile.core.engine;

import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import java.time.Instant;

/**
 * One refusal.
 *
 * @param time of the refusal
 * @param reason its code
 * @param origin the application that wanted to hand the file off
 * @param client address of the client, without port
 * @param asked the value that named the file, escaped for a log line and shortened
 * @param detail file, rule and remedy; escaped for a log line
 * @param limit name of the administrator's limit that refused; empty for none
 */
public record NotedRefusal(
    Instant time,
    RefusalReason reason,
    Origin origin,
    String client,
    String asked,
    String detail,
    String limit) {
  /** Characters kept of the value that named the file. */
  private static final int ASKED_CHARACTERS = 200;

  public NotedRefusal {
    asked = asked.length() > ASKED_CHARACTERS ? asked.substring(0, ASKED_CHARACTERS) + "…" : asked;
  }
}
