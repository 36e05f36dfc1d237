package io.sendfile.glassfish.it.storm;

import io.sendfile.glassfish.it.harness.AsadminSession;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** asadmin's report of the settings. */
record Told(AsadminSession asadmin) {
  private static final Pattern LINE =
      Pattern.compile(
          Pattern.quote(Node.CONFIG.dotted())
              + "(?:\\.(sendfile-(?:root|listener|plugin))\\.([^.=]+))?\\.([^.=]+)=(.*)");
  private static final Pattern ROW =
      Pattern.compile(" *([a-z-]+) +(\\S+) +(?:\\S+ +)?(?:live|restart) +\\S.*");

  /** The content of domain.xml, by GlassFish's own command. */
  Model written() throws IOException {
    Model model = new Model();
    for (String line : run("get", Node.CONFIG.dotted() + ".*").toList()) {
      LINE.matcher(line).results().forEach(found -> put(model, found));
    }
    return model;
  }

  private static void put(Model model, MatchResult found) {
    Node node = found.group(1) == null ? Node.CONFIG : Node.of(found.group(1), found.group(2));
    model.put(node, found.group(3), found.group(4));
  }

  /** The value in force of each attribute. */
  Map<String, String> inForce() throws IOException {
    Map<String, String> values = new TreeMap<>();
    for (String line : run("get-sendfile-configuration").toList()) {
      ROW.matcher(line).results().forEach(row -> values.put(row.group(1), row.group(2)));
    }
    return values;
  }

  /** Reported problems. */
  List<String> problems() throws IOException {
    return run("get-sendfile-configuration")
        .dropWhile(line -> !line.equals("Problems:"))
        .skip(1)
        .takeWhile(line -> line.startsWith("  "))
        .toList();
  }

  private Stream<String> run(String... words) throws IOException {
    AsadminSession.Outcome outcome = asadmin.run(words);
    if (!outcome.succeeded()) {
      throw new IOException(outcome.text());
    }
    return outcome.text().lines();
  }
}
