package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.amounts.Moment;
import io.sendfile.core.engine.Refusals.Refused;
import io.sendfile.glassfish.admin.RuntimeCommand.QueryExecutor;
import io.sendfile.glassfish.server.SendfileCore;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/** {@code list-sendfile-refusals}: the last refusals, with reasons and remedies. */
@Service(name = "list-sendfile-refusals")
@PerLookup
@I18n("list-sendfile-refusals")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
@RestEndpoints({
  @RestEndpoint(
      configBean = Server.class,
      description = "The last refusals",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      description = "The last refusals",
      params = @RestParam(name = "target", value = "$parent"))
})
public class ListSendfileRefusals extends RuntimeCommand.Listing {
  @Param(name = "since", optional = true, defaultValue = "")
  private String since = "";

  @Param(name = "until", optional = true, defaultValue = "")
  private String until = "";

  @Override
  protected String rowsName() {
    return "refusals";
  }

  @Override
  protected List<Map<String, String>> rows(Config config) throws RefusedException {
    ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
    try {
      Instant from = since.isBlank() ? Instant.MIN : Moment.parse("since", since.strip(), now);
      Instant to = until.isBlank() ? Instant.MAX : Moment.parse("until", until.strip(), now);
      return service(SendfileCore.class).engine().refusals().list().stream()
          .filter(refused -> !refused.time().isBefore(from) && !refused.time().isAfter(to))
          .map(ListSendfileRefusals::row)
          .toList();
    } catch (IllegalArgumentException e) {
      throw RefusedException.of(e);
    }
  }

  /** A refusal as a row. */
  public static Map<String, String> row(Refused refused) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("time", refused.time().toString());
    row.put("reason", refused.reason().code());
    row.put("status", String.valueOf(refused.reason().status()));
    row.put("application", refused.origin().application());
    row.put("virtual-server", refused.origin().virtualServer());
    row.put("client", refused.client());
    row.put("value", refused.asked());
    row.put("detail", refused.detail());
    return row;
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    return rows.isEmpty()
        ? "Nothing has been refused since the server started, or in the time asked for."
        : rows.stream().map(row -> text(row, several)).collect(Collectors.joining("\n"));
  }

  private static String text(Map<String, String> row, boolean several) {
    return String.format(
        "%s%s  %s (%s)  %s to %s  %s%n    %s",
        several ? row.get(INSTANCE) + "  " : "",
        seconds(row.getOrDefault("time", "")),
        row.get("reason"),
        row.get("status"),
        orNone(row.get("application")),
        row.get("client"),
        row.get("value"),
        row.get("detail"));
  }

  /** The time in whole seconds, for narrow consoles; the data has all digits. */
  private static String seconds(String time) {
    return time.replaceFirst("[.]\\d+Z", "Z");
  }

  private static String orNone(@Nullable String application) {
    return application == null || application.isEmpty() ? "(no application)" : application;
  }
}
