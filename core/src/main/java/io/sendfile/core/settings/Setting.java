package io.sendfile.core.settings;

import static io.sendfile.core.settings.Setting.SettingRow.config;
import static io.sendfile.core.settings.Setting.SettingRow.keyOf;
import static io.sendfile.core.settings.Setting.SettingRow.limit;
import static io.sendfile.core.settings.Setting.SettingRow.plugIn;
import static io.sendfile.core.settings.Setting.SettingRow.requiredOfRoot;
import static io.sendfile.core.settings.Setting.SettingRow.root;
import static io.sendfile.core.settings.ValueRules.FLAG;
import static io.sendfile.core.settings.ValueRules.orEmpty;
import static io.sendfile.core.settings.ValueRules.orShare;
import static io.sendfile.core.settings.ValueRules.rate;
import static io.sendfile.core.settings.ValueRules.whole;

import io.sendfile.core.buffer.BufferPolicies;
import java.util.Optional;

/**
 * The table of all settings in domain.xml, the only source of names, ranges, defaults and
 * descriptions for reader, validation, commands and console. Builds write the copies that GlassFish
 * needs. All but keys, and those of how listeners start, take effect live.
 */
@SuppressWarnings("ImmutableEnumChecker") // The rules are records of immutable values.
public enum Setting {
  ENABLED(
      config("enabled", "true", FLAG).overridable(),
      "Whether files are handed off; when off, the hand-off headers are still removed."),
  ALGORITHM(
      config("algorithm", "adaptive", ValueRules.ALGORITHM).overridable(),
      "Algorithm by which transfers share the workers."),
  BURST_BYTES(
      config("burst-bytes", "0", whole(0, 1 << 30, "bytes", "chosen by the algorithm"))
          .overridable(),
      "Most bytes one transfer sends in one turn."),
  WORKER_THREADS(
      config("worker-threads", "0", whole(0, 1024, "threads", "by the number of processors"))
          .overridable(),
      "Threads of the download pool, apart from the request threads."),
  MAX_ACTIVE_TRANSFERS(
      config("max-active-transfers", "10000", whole(1, 1_000_000, "transfers", "")),
      "Most transfers in progress; further ones wait."),
  MAX_WAITING_TRANSFERS(
      config("max-waiting-transfers", "1000", whole(0, 1_000_000, "transfers", "none")),
      "Most transfers waiting to start; further ones get 503 with Retry-After."),
  MAX_BUFFERED_BYTES(
      config("max-buffered-bytes", "25%", orShare(12, "bytes", "of the JVM's maximum heap")),
      "Most memory that transfers may hold while their clients take nothing; further ones wait."),
  MAX_CLIENT_TRANSFERS(
      config(
          "max-client-transfers",
          "75%",
          orShare(6, "transfers", "of all that may run and wait, and of max-buffered-bytes")),
      "Most transfers of one client; further ones get 503 with Retry-After."),
  STALL_TIMEOUT_SECONDS(
      config("stall-timeout-seconds", "60", whole(0, 86_400, "seconds", "never")),
      "Time without progress after which a transfer is ended: the kernel has taken no byte and the"
          + " client acknowledged none. A client whose window is closed has as long again for each"
          + " 512 KiB that it has got, up to five times as long."),
  MIN_RATE_BYTES_PER_SECOND(
      config("min-rate-bytes-per-second", "0", rate("any rate")),
      "Lowest rate of a client; a transfer that falls ten seconds behind it is ended. While a"
          + " window is closed, a sixteenth of what the client has got, up to 2 MiB, may be"
          + " missing."),
  MAX_DURATION_SECONDS(
      config("max-duration-seconds", "0", whole(0, 31_536_000, "seconds", "any time")),
      "Longest time of a transfer; a longer one is ended."),
  STOP_DRAIN_SECONDS(
      config("stop-drain-seconds", "10", whole(0, 86_400, "seconds", "no time")),
      "Longest time that a stop of the server leaves to running transfers; new ones are refused"
          + " meanwhile."),
  READINESS_PATH(
      config("readiness-path", "none", ValueRules.REQUEST_PATH),
      "Path at which every listener tells load balancers whether the server accepts"
          + " downloads: 200, or 503 while it starts, drains or stops."),
  RATE_BYTES_PER_SECOND(
      config("rate-bytes-per-second", "0", rate("unlimited")).overridable(),
      "Highest rate of each transfer; applications can only lower it."),
  CLIENT_RATE_BYTES_PER_SECOND(
      config("client-rate-bytes-per-second", "0", rate("unlimited")),
      "Highest rate of all transfers to one client together."),
  TOTAL_RATE_BYTES_PER_SECOND(
      config("total-rate-bytes-per-second", "0", rate("unlimited")),
      "Highest rate of all transfers of this server together."),
  TRUSTED_PROXIES(
      config("trusted-proxies", "", ValueRules.ADDRESSES),
      "Proxies whose information about client addresses is trusted."),
  FORWARDED_FIELD(
      config("forwarded-field", "X-Forwarded-For", ValueRules.FORWARDED_FIELD),
      "Request field in which trusted proxies pass the client's address."),
  PROXY_PROTOCOL(
      config("proxy-protocol", "off", ValueRules.PROXY_PROTOCOL).overridable().fromTheStart(),
      "Whether each connection to a listener of applications has to begin with a PROXY header,"
          + " which a trusted proxy sends."),
  CLIENT_IDENTITY(
      config("client-identity", "address", ValueRules.IDENTITY),
      "Whether a client is an address or the user who has signed in, unless the application names"
          + " it."),
  ZERO_COPY(
      config("zero-copy", "true", FLAG).overridable(),
      "Whether clear HTTP/1.1 is sent by the kernel, without copying."),
  ZERO_COPY_MIN_BYTES(
      config("zero-copy-min-bytes", "16384", whole(0, 1 << 30, "bytes", "always zero-copy")),
      "Below this length, header and body go out in one write."),
  UNSENT_BYTES(
      config(
              "unsent-bytes",
              "0",
              whole(0, 1 << 30, "bytes", "as many as the client takes in about a second"))
          .overridable(),
      "Most bytes that wait unsent in the socket of a connection, so that a slow client"
          + " costs little memory of the kernel, and few turns."),
  BUFFER_POLICY(
      config("buffer-policy", BufferPolicies.SERVER_DEFAULT, ValueRules.BUFFER_POLICY)
          .overridable(),
      "Where the buffers of listeners come from: the server, or a policy of the module."),
  BUFFER_BYTES(
      config("buffer-bytes", "32768", whole(4096, 1 << 20, "bytes", "")).overridable(),
      "Size of the buffers that carry files over HTTP/2, without zero-copy, and over TLS with a"
          + " buffer policy."),
  SLAB_BYTES(
      config("slab-bytes", "16777216", whole(1 << 20, 1 << 30, "bytes", "")).overridable(),
      "Memory of a listener's slab with heap-view or direct-view, rounded down to a power of two."),
  UNESCAPE(
      config("unescape", "true", FLAG),
      "Whether the header's value is percent-decoded, once, as UTF-8."),
  RANGE_LIMIT(
      config("range-limit", "256", whole(1, 1000, "byte ranges", "")),
      "Most byte ranges of one request; for more, the whole file is sent."),
  ETAG(
      config("etag", "strong", ValueRules.ENTITY_TAGS),
      "Entity tags when the application sets none; strong-inode distinguishes copies of a file."),
  PRECOMPRESSED(
      config("precompressed", "false", FLAG),
      "Whether a sibling .br, .zst or .gz is sent to clients that accept its coding."),
  ACCEL_REDIRECT(
      config("accel-redirect", "false", FLAG),
      "Whether X-Accel-Redirect hands files off, by the uri-prefix of a root."),
  LIGHTTPD_HEADERS(
      config("lighttpd-headers", "false", FLAG),
      "Whether the headers of lighttpd, such as X-LIGHTTPD-send-file, are understood."),
  TOMCAT_ATTRIBUTES(
      config("tomcat-attributes", "true", FLAG),
      "Whether org.apache.tomcat.sendfile.* request attributes hand files off."),
  STATIC_FILES(
      config("static-files", "false", FLAG),
      "Whether this module sends static files when nothing else in the server handles the"
          + " request."),
  ENDED_TRANSFERS(
      config("ended-transfers", "10000", whole(0, 100_000, "transfers", "none")),
      "Number of ended transfers, and of refusals, that the server remembers, also after a"
          + " restart."),
  DOWNLOAD_LOG_BYTES(
      config("download-log-bytes", "0", whole(0, 1L << 40, "bytes", "no log")),
      "Length at which the log of downloads, with a JSON object in each line, begins a new file."),
  WATCH_COPIES(
      config("watch-copies", "false", FLAG),
      "Whether large bodies that applications write themselves are recorded, for advise-sendfile."),
  METRICS_KEY(
      config("metrics-key", "", new ValueRule.Secret(20, 100)),
      "Key by which Prometheus reads the figures of /sendfile-metrics without an administrator's"
          + " name; when empty, only administrators read them."),
  ROOT_NAME(
      keyOf(Element.ROOT, ValueRules.ROOT_NAME),
      "The root's name, used in X-Sendfile: name:relative/path."),
  ROOT_PATH(
      requiredOfRoot("path", ValueRules.FOLDER),
      "The folder; files outside all roots are refused."),
  ROOT_SYMLINKS(
      root("symlinks", "inside-root", ValueRules.SYMLINKS),
      "Which symbolic links below the folder are followed."),
  ROOT_HIDDEN(
      root("hidden", ".*,WEB-INF,META-INF", ValueRules.GLOBS),
      "Names of files and folders that are never sent."),
  ROOT_ZERO_COPY(
      root("zero-copy", "true", FLAG),
      "Whether sendfile(2) is used; false where it is unsafe, as on some network shares."),
  ROOT_URI_PREFIX(
      root("uri-prefix", "", ValueRules.URI_PREFIX),
      "URI prefix of the root for X-Accel-Redirect: with /protected/, /protected/a is its file a."),
  ROOT_ALLOW_DELETE(
      root("allow-delete", "false", FLAG),
      "Whether X-Sendfile-Temporary may delete files of this root once they are sent."),
  ROOT_APPLICATIONS(
      root("applications", "", ValueRules.NAME_LIST),
      "Applications that may hand off files of this root; all if empty."),
  ROOT_VIRTUAL_SERVERS(
      root("virtual-servers", "", ValueRules.NAME_LIST),
      "Virtual servers on which files of this root may be handed off; all if empty."),
  ROOT_MARKER_FILE(
      root("marker-file", "", ValueRules.MARKER_FILE),
      "A file in the folder that shows that its share is mounted; while it is missing, requests get"
          + " 503."),
  ROOT_STORE(
      root("store", "", ValueRules.STORE),
      "Where the files lie if not in the folder, as in s3://bucket/prefix; the path is only a name"
          + " then."),
  LIMIT_NAME(
      keyOf(Element.LIMIT, ValueRules.ROOT_NAME),
      "The limit's name, made from the others if absent."),
  LIMIT_CLIENT(
      limit("client", ValueRules.CLIENT),
      "The client it concerns: an address, a range of them, or a name; all if empty."),
  LIMIT_APPLICATION(
      limit("application", ValueRules.NAME), "The application it concerns; all if empty."),
  LIMIT_ROOT(limit("root", ValueRules.NAME), "The root it concerns; all if empty."),
  LIMIT_RATE(
      limit("rate", orEmpty(1_000_000_000_000L, "bytes per second")),
      "Highest rate of all transfers together that it concerns; 0 keeps out."),
  LIMIT_TRANSFERS(
      limit("transfers", orEmpty(1_000_000, "transfers")),
      "Most transfers at a time that it concerns; 0 keeps out."),
  LIMIT_UNTIL(limit("until", ValueRules.MOMENT), "Its end; empty for good."),
  LISTENER_NAME(
      keyOf(Element.LISTENER, ValueRules.LISTENER_NAME),
      "The network-listener with settings of its own."),
  PLUGIN_NAME(keyOf(Element.PLUGIN, ValueRules.PLUG_IN_NAME), "The name of the plug-in."),
  PLUGIN_ENABLED(
      plugIn("enabled", "true", FLAG),
      "Whether the plug-in may be used; in place of an algorithm or buffer policy that may not, the"
          + " default is.");

  private final SettingRow row;
  private final String help;

  Setting(SettingRow row, String help) {
    this.row = row;
    this.help = help;
  }

  /** Whether an element has this attribute, as its own or to override it. */
  boolean isOf(Element element) {
    return element() == element || (element == Element.LISTENER && row.perListener());
  }

  /** The element this attribute belongs to; sendfile-config for one that listeners override. */
  public Element element() {
    return row.element();
  }

  /** The name in domain.xml and on the command line, e.g. {@code burst-bytes}. */
  public String attribute() {
    return row.attribute();
  }

  /** The default; empty as well when a value is required. */
  public String defaultValue() {
    return row.defaultValue();
  }

  /** The rule of accepted values. */
  public ValueRule rule() {
    return row.rule();
  }

  /** One sentence with its effect. */
  public String help() {
    return help;
  }

  /** Whether there is no default, so that a value must be given. */
  public boolean required() {
    return row.required();
  }

  /** Whether it identifies elements of one kind; it then never changes. */
  public boolean key() {
    return row.attribute().equals(SettingRow.KEY);
  }

  /** Whether a change takes effect without a restart. */
  public boolean live() {
    return row.live() && !key();
  }

  /** A value in digits and in words, as in {@code 5000000 (5 MB/s)}. */
  public String said(String value) {
    String meaning = rule().meaning(value);
    String shown = value.isEmpty() ? "empty" : rule().shown(value);
    return meaning.isEmpty() ? shown : shown + " (" + meaning + ")";
  }

  /** "burst-bytes must be a whole number of bytes from 0 to …", without a full stop. */
  public String requirement(KnownNames known) {
    return attribute() + " must be " + rule().allowed(known);
  }

  /** The fault of a value, as {@link #requirement} and the value found; empty for a valid one. */
  public Optional<String> problem(String value, KnownNames known) {
    Optional<String> unwritable = XmlText.fault(attribute(), value);
    return unwritable.isPresent() || rule().accepts(value, known)
        ? unwritable
        : Optional.of(requirement(known) + " (found \"" + rule().shown(value) + "\")");
  }

  /** Like {@link #problem}, but accepts unresolved tokens such as {@code ${x}}. */
  public Optional<String> problemAsWritten(String value, KnownNames known) {
    Optional<String> unwritable = XmlText.fault(attribute(), value);
    return unwritable.isPresent() || value.contains("${")
        ? unwritable
        : problem(value, known).map(sentence -> sentence + rule().hint());
  }

  /**
   * One row of the table {@link Setting}, without its sentence.
   *
   * @param element the element the attribute belongs to
   * @param attribute name in domain.xml
   * @param defaultValue the value while nothing is set; empty as well when there is no default
   * @param rule the rule of accepted values
   * @param required whether there is no default
   * @param perListener whether listeners may override it
   * @param live whether a change takes effect at once
   */
  record SettingRow(
      Element element,
      String attribute,
      String defaultValue,
      ValueRule rule,
      boolean required,
      boolean perListener,
      boolean live) {
    /** The attribute that identifies elements of one kind. */
    static final String KEY = "name";

    /** An attribute of sendfile-config. */
    static SettingRow config(String attribute, String defaultValue, ValueRule rule) {
      return new SettingRow(Element.CONFIG, attribute, defaultValue, rule, false, false, true);
    }

    /** An attribute of sendfile-root. */
    static SettingRow root(String attribute, String defaultValue, ValueRule rule) {
      return new SettingRow(Element.ROOT, attribute, defaultValue, rule, false, false, true);
    }

    /** An attribute of sendfile-limit. */
    static SettingRow limit(String attribute, ValueRule rule) {
      return new SettingRow(Element.LIMIT, attribute, "", rule, false, false, true);
    }

    /** An attribute of sendfile-plugin. */
    static SettingRow plugIn(String attribute, String defaultValue, ValueRule rule) {
      return new SettingRow(Element.PLUGIN, attribute, defaultValue, rule, false, false, true);
    }

    /** An attribute of sendfile-root without default. */
    static SettingRow requiredOfRoot(String attribute, ValueRule rule) {
      return new SettingRow(Element.ROOT, attribute, "", rule, true, false, true);
    }

    /** The name of a repeatable element. */
    static SettingRow keyOf(Element element, ValueRule rule) {
      return new SettingRow(element, KEY, "", rule, true, false, true);
    }

    /** The same attribute for sendfile-config and sendfile-listener. */
    SettingRow overridable() {
      return new SettingRow(element, attribute, defaultValue, rule, required, true, live);
    }

    /** The same attribute, which a listener takes up when it starts. */
    SettingRow fromTheStart() {
      return new SettingRow(element, attribute, defaultValue, rule, required, perListener, false);
    }
  }
}
