package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.content.HandOffHeader;
import io.sendfile.core.content.HeaderField;
import io.sendfile.core.content.PassedFile;
import io.sendfile.core.engine.Explainer;
import io.sendfile.core.engine.Explanation;
import io.sendfile.core.engine.Question;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.http.AddressRange;
import io.sendfile.core.http.NodeAddress;
import io.sendfile.core.records.Records;
import io.sendfile.glassfish.listeners.ListenerBinder;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.spi.Escapes;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Pattern;
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

/** {@code explain-sendfile}: the outcome of a hand-off, and the reasons. */
@Service(name = "explain-sendfile")
@PerLookup
@I18n("explain-sendfile")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
@RestEndpoints({
  @RestEndpoint(
      configBean = Server.class,
      description = "Explain why a value is served or refused",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      description = "Explain why a value is served or refused",
      params = @RestParam(name = "target", value = "$parent"))
})
public class ExplainSendfile extends RuntimeCommand {
  private static final String GET = "GET";
  private static final String SENDFILE = "X-Sendfile";
  private static final String ETAG = "ETag: ";

  /** A token of RFC 9110, section 5.6.2. */
  private static final Pattern FIELD_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  @Param(name = "value", primary = true)
  private String value = "";

  @Param(name = "application", optional = true, defaultValue = "")
  private String application = "";

  @Param(name = "virtual-server", optional = true, defaultValue = "")
  private String virtualServer = "";

  @Param(name = "client", optional = true, defaultValue = "")
  private String client = "";

  @Param(name = "listener", optional = true, defaultValue = "")
  private String listener = "";

  @Param(name = "range", optional = true)
  private @Nullable String range;

  @Param(
      name = "method",
      optional = true,
      defaultValue = GET,
      acceptableValues = "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS")
  private String method = GET;

  @Param(name = "request-header", optional = true, multiple = true)
  private String @Nullable [] requestHeaders;

  @Param(
      name = "header",
      optional = true,
      defaultValue = SENDFILE,
      acceptableValues = HandOffHeader.NAMES_OF_FILES)
  private String header = SENDFILE;

  @Param(name = "uri", optional = true, defaultValue = "false")
  private Boolean uri = false;

  @Param(name = "passed", optional = true, defaultValue = "false")
  private Boolean passed = false;

  @Override
  protected String rowsName() {
    return "explanation";
  }

  @Override
  protected List<Map<String, String>> rows(Config config) throws RefusedException {
    Set<String> known = names(config).listeners();
    if (!listener.isEmpty() && !known.contains(listener)) {
      throw new RefusedException(
          "There is no network-listener \"%s\" in %s; there are: %s"
              .formatted(Escapes.forLog(listener), config.getName(), String.join(", ", known)));
    }
    return explanation(config).lines().stream().map(Records::texts).toList();
  }

  private Explanation explanation(Config config) throws RefusedException {
    Origin origin = new Origin(application, virtualServer);
    String asked = client(client);
    if (uri) {
      return ofAddress(config, uri(), origin);
    }
    Explainer explainer = service(SendfileCore.class).engine().at(listener).explainer();
    Explanation ofValue =
        (asked.isEmpty() ? explainer : explainer.of(asked))
            .explain(
                new Question(
                    passed ? PassedFile.FILE : header,
                    value,
                    method,
                    fields(),
                    origin,
                    name -> service(ListenerBinder.class).mediaType(origin, name)));
    return value.startsWith("/") && ofValue.refuses(RefusalReason.OUTSIDE_ROOTS)
        ? addressed(config, ofValue, origin)
        : ofValue;
  }

  private Explanation ofAddress(Config config, URI address, Origin origin) throws RefusedException {
    return service(ListenerBinder.class)
        .explainUri(
            listener.isEmpty() ? firstOf(config) : listener,
            new Question("URI", address.getPath(), method, fields(), origin),
            address.getRawPath());
  }

  /** A client without blanks around it: an address or a name; empty for any. */
  static String client(String text) throws RefusedException {
    String client = text.strip();
    if (AddressRange.isMeant(client) && NodeAddress.parse(client) == null) {
      throw new RefusedException(
          "client must be an address such as 192.0.2.7 or 2001:db8::7, or the name that the application gives (found \"%s\")"
              .formatted(Escapes.forLog(client)));
    }
    return client;
  }

  /** The explanation where an address may have been taken for a value. */
  private Explanation addressed(Config config, Explanation ofValue, Origin origin)
      throws RefusedException {
    Explanation ofAddress;
    try {
      ofAddress = ofAddress(config, new URI(value.split("[?#]", 2)[0]), origin);
    } catch (URISyntaxException e) {
      return ofValue;
    }
    boolean isRequest = value.contains("?") && ofAddress.has(Explainer.APPLICATION);
    if (ofAddress.has(Explainer.PLUG_IN) || isRequest) {
      return ofAddress;
    }
    ofValue.take(Explainer.APPLICATION, ofAddress);
    return ofValue;
  }

  /** GlassFish keeps its administration listener after those of applications. */
  private String firstOf(Config config) {
    return names(config).listeners().stream().findFirst().orElse("");
  }

  private URI uri() throws RefusedException {
    try {
      URI uri = new URI(value);
      if (uri.getPath() != null && uri.getPath().startsWith("/")) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw notUri(e.getReason());
    }
    throw notUri("no path");
  }

  private RefusedException notUri(String why) {
    return new RefusedException(
        "With --uri, the value must be the path of a URI, as in \"/films/a%%20b.mp4\" (found \"%s\": %s)"
            .formatted(Escapes.forLog(value), Escapes.forLog(why)));
  }

  private List<HeaderField> fields() throws RefusedException {
    List<HeaderField> fields = new ArrayList<>();
    if (range != null) {
      fields.add(new HeaderField("Range", range));
    }
    for (String text : requestHeaders == null ? new String[0] : requestHeaders) {
      String[] parts = text.split(":", 2);
      if (parts.length != 2 || !FIELD_NAME.matcher(parts[0]).matches()) {
        throw new RefusedException(
            "request-header must be a name, a colon and a value, as in \"Accept-Encoding: gzip\" (found \"%s\")"
                .formatted(Escapes.forLog(text)));
      }
      fields.add(new HeaderField(parts[0], parts[1].trim()));
    }
    return fields;
  }

  /**
   * The entity tags with which servers answer, by server, if these are not all the same; otherwise
   * empty.
   */
  static Map<String, String> differingTags(List<? extends Map<String, ?>> rows) {
    Map<String, String> tags = new TreeMap<>();
    for (Map<String, ?> row : rows) {
      String text = String.valueOf(row.get("text"));
      if ("header".equals(row.get("topic")) && text.startsWith(ETAG)) {
        tags.put(String.valueOf(row.get(INSTANCE)), text.substring(ETAG.length()));
      }
    }
    return Set.copyOf(tags.values()).size() > 1 ? tags : Map.of();
  }

  @Override
  protected Map<String, Object> data(List<? extends Map<String, ?>> rows, boolean several) {
    Map<String, String> tags = differingTags(rows);
    return tags.isEmpty() ? Map.of() : Map.of("differingTags", tags);
  }

  @Override
  protected Duration timeout() {
    return WORK_TIMEOUT;
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    StringJoiner text = new StringJoiner("\n");
    Map<String, String> tags = several ? differingTags(rows) : Map.of();
    if (!tags.isEmpty()) {
      text.add(
          "Warning: the entity tags differ, so no download goes on at another server: give all"
              + " copies the same content and time of change (rsync -t, cp -p), or one store");
      tags.forEach((server, tag) -> text.add("  " + server + "  " + tag));
    }
    String instance = null;
    for (Map<String, String> row : rows) {
      if (several && !row.getOrDefault(INSTANCE, "").equals(instance)) {
        instance = row.getOrDefault(INSTANCE, "");
        text.add(instance + ":");
      }
      text.add(String.format("%-14s %s", row.get("topic"), row.get("text")));
    }
    return text.toString();
  }
}
