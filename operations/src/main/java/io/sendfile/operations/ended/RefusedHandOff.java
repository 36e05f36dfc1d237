package io.sendfile.operations.ended;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.records.Records;
import io.sendfile.operations.journal.KeptRows.Form;
import io.sendfile.operations.journal.Words;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One refused hand-off. Reasons are texts, as rows on disk may be of another version.
 *
 * @param time of the refusal, in milliseconds
 * @param reason its code
 * @param status of the response
 * @param application that wanted to hand the file off
 * @param virtualServer name of the virtual server
 * @param client address of the client, without port
 * @param value that named the file, escaped for a log line and shortened
 * @param detail file, rule and remedy; escaped for a log line
 * @param limit name of the administrator's limit that refused; empty for none
 */
public record RefusedHandOff(
    Instant time,
    String reason,
    int status,
    String application,
    String virtualServer,
    String client,
    String value,
    String detail,
    String limit) {
  /** Stands for each reason {@link #BY_APPLICATIONS}. */
  public static final String OF_APPLICATIONS = "of-applications";

  /** Stands for each reason but those of limits of administrators, who keep out whom they want. */
  public static final String OF_NO_LIMIT = "of-no-limit";

  /**
   * Codes of the reasons that lie with applications: neither with a fault of the server, nor with a
   * link, nor with what an administrator has asked for.
   */
  public static final Set<String> BY_APPLICATIONS =
      Arrays.stream(RefusalReason.values())
          .filter(RefusedHandOff::isByApplications)
          .map(RefusalReason::code)
          .collect(Collectors.toUnmodifiableSet());

  /** Stands between a header and its value. */
  private static final String NAMED = ": '";

  /** Lines of refusals, fair by their reasons. */
  public static final Form<RefusedHandOff> FORM =
      new Form<>() {
        @Override
        public String kind(RefusedHandOff row) {
          return row.reason;
        }

        @Override
        public String write(RefusedHandOff row) {
          return Words.line(Records.texts(row));
        }

        @Override
        public RefusedHandOff read(String line) {
          return EndedForm.read(RefusedHandOff.class, Words.of(line));
        }
      };

  public RefusedHandOff {
    time = time.truncatedTo(ChronoUnit.MILLIS);
    detail = EndedTransfer.cut(detail);
  }

  /**
   * Refusals with the same reason, value, client, application and virtual server.
   *
   * @param number of them
   * @param first time
   * @param last of them
   */
  public record Group(int number, Instant first, RefusedHandOff last) {
    private Group plus(RefusedHandOff next) {
      return new Group(number + 1, first, next);
    }

    /** All values by column. */
    public Map<String, String> row() {
      Map<String, String> row = new LinkedHashMap<>();
      row.put("time", last.time.toString());
      row.put("first", first.toString());
      row.put("number", String.valueOf(number));
      last.row().forEach(row::putIfAbsent);
      return row;
    }
  }

  private record Key(
      String reason, String value, String client, String application, String virtualServer) {}

  /**
   * The groups of refusals, in the order of their last ones.
   *
   * @param all oldest first
   */
  public static List<Group> groups(List<RefusedHandOff> all) {
    Map<Key, Group> groups = new LinkedHashMap<>();
    for (RefusedHandOff each : all) {
      groups.compute(
          new Key(each.reason, each.value, each.client, each.application, each.virtualServer),
          (key, group) -> group == null ? new Group(1, each.time, each) : group.plus(each));
    }
    List<Group> sorted = new ArrayList<>(groups.values());
    sorted.sort(Comparator.comparing(group -> group.last.time));
    return sorted;
  }

  private static boolean isByApplications(RefusalReason reason) {
    return switch (reason) {
      case INTERNAL, FORGED, EXPIRED, REVOKED, USED, PREVIEW -> false;
      default -> reason.status() != 503 && !RefusalReason.BY_LIMITS.contains(reason.code());
    };
  }

  /** Whether a word stands for a reason's code among others. */
  public static boolean isOf(String code, String word) {
    return switch (word) {
      case OF_APPLICATIONS -> BY_APPLICATIONS.contains(code);
      case OF_NO_LIMIT -> !RefusalReason.BY_LIMITS.contains(code);
      default -> false;
    };
  }

  /** The file as it was named, without the header that named it. */
  private String file() {
    int begin = value.indexOf(NAMED) + NAMED.length();
    return begin > NAMED.length() && value.endsWith("'")
        ? value.substring(begin, value.length() - 1)
        : value;
  }

  /** All values by column, and the file. */
  public Map<String, String> row() {
    Map<String, String> row = new LinkedHashMap<>(Records.texts(this));
    row.put("file", file());
    return row;
  }
}
