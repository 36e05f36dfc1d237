package io.sendfile.glassfish.console.app;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.glassfish.command.ServersCommand;
import io.sendfile.operations.ended.EndedColumn;
import io.sendfile.spi.AmountForm;
import java.io.Serializable;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An ended transfer, a group of refusals or a change, in its table. Texts are made on demand: for
 * the rows of one page out of ten thousand.
 *
 * @param full values with all their digits, by column
 */
public record PastRow(Map<String, String> full) implements Serializable {
  static final String TIME = "time";
  private static final long serialVersionUID = 1L;

  private static final Pattern BY_HEADER = Pattern.compile("([^:' ]+): '(.*)'");
  private static final Pattern BY_ROOT = Pattern.compile("[^: ]+:(?! ).*[^…]");
  private static final Pattern ESCAPED = Pattern.compile("\\\\(?:u([0-9a-f]{4})|\\\\)");

  private static final Set<String> TIMES = Set.of(TIME, "first");
  private static final Set<String> SENTENCES = Set.of("detail", "text", EndedColumn.REASON.label());
  private static final String FILE = "file";
  private static final long LONG_MILLIS = 60_000;
  private static final Map<String, EndedColumn> COLUMNS =
      Arrays.stream(EndedColumn.values())
          .collect(Collectors.toUnmodifiableMap(EndedColumn::label, column -> column));

  /** Columns of an ended transfer that have no place in its row. */
  private static final List<EndedColumn> DETAILS =
      List.of(
          EndedColumn.REASON,
          EndedColumn.VERDICT,
          EndedColumn.TIME_PERCENT,
          EndedColumn.STATUS,
          EndedColumn.RANGE,
          EndedColumn.ID,
          EndedColumn.DOWNLOAD_ID,
          EndedColumn.IDENTITY,
          EndedColumn.VIRTUAL_SERVER,
          EndedColumn.LISTENER,
          EndedColumn.FIRST_BYTE,
          EndedColumn.DURATION);

  /** A value of the row by its name. */
  public record Detail(String name, String text) {}

  private String get(String column) {
    return full.getOrDefault(column, "");
  }

  static Instant moment(Map<String, String> row, String column) {
    return Instant.parse(row.getOrDefault(column, ""));
  }

  /** Whether a limit of an administrator refused, which counts apart. */
  static boolean isKeptOut(Map<String, String> row) {
    return RefusalReason.BY_LIMITS.contains(row.getOrDefault("reason", ""));
  }

  /** The text that a condition asks for. */
  static String condition(Map<String, String> row, String option) {
    if (option.equals("root")) {
      String file = row.getOrDefault(FILE, "");
      return file.substring(0, Math.max(0, file.indexOf(':')));
    }
    return row.getOrDefault(option, "");
  }

  /** The same, for links. */
  public String condition(String option) {
    return condition(full, option);
  }

  /** A value to sort by: a number, or a text. */
  public Object value(String column) {
    if (TIMES.contains(column)) {
      return moment(full, column).toEpochMilli();
    }
    String text = get(column);
    return AmountForm.isNumber(text) ? (Object) Long.valueOf(text) : text;
  }

  /** The value of a column in short form, like {@code 1.2 MB/s}. */
  public String text(String column) {
    String text = get(column);
    if (TIMES.contains(column)) {
      return Text.clock(moment(full, column));
    }
    EndedColumn known = COLUMNS.get(column);
    String shown = Text.line(known == null ? text : known.brief(text));
    return SENTENCES.contains(column) ? Text.local(Text.withoutCommands(shown)) : shown;
  }

  /** When it ended or happened. */
  public Instant moment() {
    return moment(full, TIME);
  }

  /** When it began, if that was long before; empty otherwise. */
  public String begun() {
    long millis = Long.parseLong(full.getOrDefault(EndedColumn.DURATION.label(), "0"));
    return millis < LONG_MILLIS ? "" : Text.clock(moment().minusMillis(millis));
  }

  /** The root of the file. */
  public String root() {
    return Text.line(condition("root"));
  }

  /** The file below its root, after a colon. */
  public String path() {
    return Text.line(get(FILE).substring(condition("root").length()));
  }

  /** Bytes sent, and of how many where some are missing. */
  public String sent() {
    String sent = text(EndedColumn.BYTES.label());
    return get(EndedColumn.BYTES.label()).equals(get(EndedColumn.TOTAL.label()))
        ? sent
        : sent + " of " + text(EndedColumn.TOTAL.label());
  }

  /** The name of its server. */
  public String instance() {
    return get(ServersCommand.INSTANCE);
  }

  /** Text that no other download has. */
  String key() {
    return Stream.of(ServersCommand.INSTANCE, TIME, "id")
        .map(this::get)
        .collect(Collectors.joining(" "));
  }

  /** Without the unit, which is part of the short form. */
  private static String name(EndedColumn column) {
    return column.label().replace("-ms", "").replace('-', ' ');
  }

  /** Further values of an ended transfer. */
  public List<Detail> details() {
    return DETAILS.stream()
        .map(column -> new Detail(name(column), text(column.label())))
        .filter(detail -> !detail.text().isEmpty())
        .toList();
  }

  /** Number of refusals. */
  long number() {
    return Long.parseLong(full.getOrDefault("number", "1"));
  }

  /** The value that was refused; with its header, unless that is the usual one. */
  public String asked() {
    String value = text("value");
    Matcher named = BY_HEADER.matcher(value);
    return named.matches() && named.group(1).equals(ExplainView.USUAL) ? named.group(2) : value;
  }

  /**
   * The address that explains a refusal, without its server; empty for a value that is cut, or that
   * no question can have.
   */
  public String explanation() {
    if (RefusalReason.OF_PLUG_INS.contains(get("reason"))) {
      return "";
    }
    String value = text("value");
    Matcher named = BY_HEADER.matcher(value);
    if (named.matches() && ExplainView.HEADERS.contains(named.group(1))) {
      return explanation(named.group(1), named.group(2));
    }
    return BY_ROOT.matcher(value).matches() ? explanation(ExplainView.USUAL, value) : "";
  }

  private String explanation(String header, String value) {
    Map<String, String> question = new LinkedHashMap<>();
    question.put("value", unescaped(value));
    question.put("header", header.equals(ExplainView.USUAL) ? "" : header);
    question.put("application", text("application"));
    question.put("client", get("client"));
    return Text.address("files", Text.query(question));
  }

  /** The text that was escaped for a log. */
  private static String unescaped(String logged) {
    return ESCAPED
        .matcher(logged)
        .replaceAll(
            escape ->
                Matcher.quoteReplacement(
                    escape.group(1) == null
                        ? "\\"
                        : String.valueOf((char) Integer.parseInt(escape.group(1), 16))));
  }
}
