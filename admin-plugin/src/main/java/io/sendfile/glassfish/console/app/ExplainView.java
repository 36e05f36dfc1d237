package io.sendfile.glassfish.console.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.core.content.HandOffHeader;
import io.sendfile.glassfish.answers.CommandLine;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.net.URLDecoder;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explanations of values. */
@Named("explain")
@RequestScoped
public class ExplainView {
  /** The header that names files. */
  static final String USUAL = "X-Sendfile";

  /** The request attribute of passed files. */
  private static final String PASSED = "io.sendfile.file";

  /** Subjects of a question: the headers that name files, and passed files. */
  static final List<String> HEADERS =
      Stream.concat(Stream.of(HandOffHeader.NAMES_OF_FILES.split(",", -1)), Stream.of(PASSED))
          .toList();

  private static final String APPLICATION = "application";

  /** Options of the command whose fields may be empty. */
  private static final List<String> OPTIONS = List.of(APPLICATION, "client", "range");

  private static final Set<String> SHORT =
      Set.of("verdict", "why", "limit", APPLICATION, "plug-in", "client sees");

  /** Most refusals of the application that answers a URL. */
  private static final int MOST = 3;

  private String header = USUAL;
  private final Map<String, @Nullable String> texts = new HashMap<>();
  private List<Map<String, String>> lines = List.of();
  private List<PastRow> refusals = List.of();

  @Inject private Commands commands;
  @Inject private TargetView target;

  /** Asks where there is a value. */
  public void open() {
    String value = text("value");
    if (value.isEmpty() || !target.isFound()) {
      return;
    }
    CommandLine command = CommandLine.of("explain-sendfile", value);
    if (header.equals(PASSED)) {
      command = command.with("passed", "true");
    } else if (value.contains("://")) {
      command = command.with("uri", "true");
    } else if (!header.equals(USUAL)) {
      command = command.with("header", header);
    }
    for (String option : OPTIONS) {
      if (!text(option).isEmpty()) {
        command = command.with(option, text(option));
      }
    }
    lines =
        commands.rows(target.at(command), "explanation").stream().map(ExplainView::line).toList();
    lines.stream()
        .filter(line -> APPLICATION.equals(line.get("topic")))
        .findFirst()
        .map(line -> Map.of(APPLICATION, line.getOrDefault("text", "")))
        .ifPresent(condition -> refusals = last(value, target.source().refusals(condition).rows()));
  }

  private static Map<String, String> line(Map<String, Object> row) {
    Map<String, String> line = new HashMap<>(ElementRow.of(row).cells());
    line.computeIfPresent("text", (column, text) -> Text.withoutCommands(text));
    return line;
  }

  /** The last refusals of the application that answers a URL, at whichever URL of it. */
  public List<PastRow> getRefusals() {
    return refusals;
  }

  /** The newest refusal of each value: those that fit the URL first, then the newest. */
  static List<PastRow> last(String url, List<Map<String, String>> refusals) {
    Set<String> values = new HashSet<>();
    return refusals.stream()
        .map(PastRow::new)
        .sorted(Comparator.comparing((PastRow row) -> row.moment()).reversed())
        .filter(row -> values.add(row.condition("value")))
        .sorted(Comparator.comparing((PastRow row) -> !fits(url, row.condition("file"))))
        .limit(MOST)
        .toList();
  }

  /** Whether a parameter or the path of a URL ends with a file, or is the end of it. */
  public static boolean fits(String url, String file) {
    String whole = path(file);
    String root = whole.substring(0, whole.indexOf('/', 1) + 1);
    String below = whole.substring(Math.max(0, root.length() - 1));
    String decodable = url.replaceAll("#.*", "").replaceAll("%(?!\\p{XDigit}{2})", "%25");
    return Stream.of(decodable.split("[?&]"))
        .map(part -> path(URLDecoder.decode(part.replaceFirst("^[^=]*=", ""), UTF_8)))
        .filter(part -> part.length() > 1)
        .anyMatch(at -> whole.endsWith(at) || at.endsWith(at.contains(root) ? whole : below));
  }

  private static String path(String file) {
    return file.replace(':', '/').replaceFirst("^/*", "/");
  }

  /** The page of the past with one of them. */
  public String past(PastRow refusal) {
    Map<String, String> conditions = new LinkedHashMap<>();
    List.of("reason", "file", APPLICATION)
        .forEach(each -> conditions.put(each, refusal.condition(each)));
    conditions.put("since", refusal.condition("first"));
    return target.address("past", conditions);
  }

  /** The explanation in short: verdict, reason, what it is about, and what the client sees. */
  public List<Map<String, String>> getShort() {
    return lines.stream().filter(ExplainView::isShort).toList();
  }

  /** The other lines of the explanation: how the verdict came about. */
  public List<Map<String, String>> getDetails() {
    return lines.stream().filter(line -> !isShort(line)).toList();
  }

  private static boolean isShort(Map<String, String> line) {
    return SHORT.contains(line.getOrDefault("topic", ""));
  }

  /** The header of the value, or the attribute of passed files. */
  public String getHeader() {
    return header;
  }

  /** Sets the header. */
  public void setHeader(String name) {
    header = HEADERS.contains(name) ? name : USUAL;
  }

  /** The value that names a file, and the options of the question, by name. */
  public Map<String, @Nullable String> getTexts() {
    return texts;
  }

  private String text(String name) {
    // Faces has null for a field that is left empty.
    return Objects.requireNonNullElse(texts.get(name), "").strip();
  }
}
