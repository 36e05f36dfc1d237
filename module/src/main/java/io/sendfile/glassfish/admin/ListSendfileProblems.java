package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.files.Root;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.plugins.FilePlugIns;
import io.sendfile.glassfish.server.ServerProblems;
import io.sendfile.operations.problems.RootChecks;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code list-sendfile-problems}: the present problems, with their remedies. */
@Service(name = "list-sendfile-problems")
@PerLookup
@I18n("list-sendfile-problems")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
@RestEndpoints({
  @RestEndpoint(
      configBean = Server.class,
      description = "Sendfile problems",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      description = "Sendfile problems",
      params = @RestParam(name = "target", value = "$parent"))
})
public class ListSendfileProblems extends RuntimeCommand.Listing {
  @Param(name = "path", optional = true, defaultValue = "")
  String path = "";

  @Param(name = "marker-file", optional = true, defaultValue = "")
  String markerFile = "";

  @Param(name = "store", optional = true, defaultValue = "")
  String store = "";

  @Param(name = "applications", optional = true, defaultValue = "")
  String applications = "";

  @Param(name = "virtual-servers", optional = true, defaultValue = "")
  String virtualServers = "";

  @Param(name = "application", optional = true, defaultValue = "")
  String application = "";

  @Param(name = "root", optional = true, defaultValue = "")
  String root = "";

  @Override
  protected String rowsName() {
    return "problems";
  }

  @Override
  protected Collection<String> columns() {
    return row(silent(""), "").keySet();
  }

  @Override
  protected List<Map<String, String>> rows(Config config) throws RefusedException {
    if (!path.isEmpty()) {
      return ofRoot(config).stream().map(each -> row(each, "")).toList();
    }
    if (!application.isEmpty() || !root.isEmpty()) {
      return ofLimit(config).map(each -> row(each, "")).toList();
    }
    ServerProblems problems = service(ServerProblems.class);
    return problems.now().stream().map(each -> row(each, text(problems.since(each)))).toList();
  }

  /** The problems of a root with these attributes; none where only domain.xml has its path. */
  private List<Problem> ofRoot(Config config) throws RefusedException {
    AttributeChange given = AttributeChange.given(this, Element.ROOT);
    RefusedException.refuse("There can be no such root", given.problems());
    if (path.contains("${")) {
      return List.of();
    }
    Root made =
        SendfileSettings.root(
            setting ->
                setting == Setting.ROOT_NAME
                    ? "new"
                    : given.wanted().getOrDefault(setting, setting.defaultValue()));
    List<Problem> found = new ArrayList<>();
    String place = store.isEmpty() ? path : store;
    FilePlugIns plugIns = service(FilePlugIns.class);
    RootChecks.COMMON
        .at(List.of(made), plugIns::wouldServe)
        .forEach(
            (name, state) -> {
              Problem problem = state.problem(name);
              if (problem != null) {
                String text = place + " is " + state.label();
                found.add(new Problem(problem.code(), problem.severity(), "", text, ""));
              }
            });
    String fault = store.isEmpty() || !found.isEmpty() ? "" : plugIns.fault(store);
    if (!fault.isEmpty()) {
      found.add(new Problem(ProblemCode.STORE, Severity.ERROR, "", fault, ""));
    }
    names(config).missing(made.origins()).forEach(text -> found.add(ofNames(text)));
    return found;
  }

  /** The application and the root of a limit that there are not. */
  private Stream<Problem> ofLimit(Config config) {
    List<String> roots = read(config).roots().keySet().stream().sorted().toList();
    return names(config).missing(application.strip(), root.strip(), roots).stream()
        .map(ListSendfileProblems::ofNames);
  }

  private static Problem ofNames(String text) {
    return new Problem(ProblemCode.SETTINGS, Severity.WARNING, "", text, "");
  }

  @Override
  protected List<Map<String, String>> rowsOf(Map<String, String> failures) {
    return failures.entrySet().stream()
        .map(failure -> from(failure.getKey(), row(silent(failure.getValue()), "")))
        .toList();
  }

  private static Problem silent(String failure) {
    return new Problem(
        ProblemCode.NO_ANSWER,
        Severity.ERROR,
        "server",
        "it does not answer: " + failure,
        "asadmin list-instances tells whether it runs, and its log why it does not answer");
  }

  private static String text(Instant since) {
    return since.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /**
   * A problem as a row.
   *
   * @param since time of its begin; empty for an unknown one
   */
  static Map<String, String> row(Problem problem, String since) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("severity", problem.severity().label());
    row.put("code", problem.code().label());
    row.put("subject", problem.subject());
    row.put("problem", problem.text());
    row.put("remedy", problem.remedy());
    row.put("since", since);
    return row;
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    return rows.isEmpty()
        ? "No problem is known."
        : rows.stream().map(row -> text(row, several)).collect(Collectors.joining("\n"));
  }

  /** One line with the problem, and one with the remedy. */
  private static String text(Map<String, String> row, boolean several) {
    String instance = several ? row.get(INSTANCE) + "  " : "";
    String subject = row.getOrDefault("subject", "");
    String remedy = row.getOrDefault("remedy", "");
    String since = row.getOrDefault("since", "");
    return String.format("%s%-7s  ", instance, row.get("severity"))
        + (subject.isEmpty() ? "" : subject + ": ")
        + row.get("problem")
        + (since.isEmpty() ? "" : " (since " + since + ")")
        + (remedy.isEmpty() ? "" : "\n    " + remedy);
  }
}
