package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.buffer.BufferPolicies;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The one table of everything that can be set in domain.xml: reader, commands, validation and
 * documentation take names, defaults and words from here. All but keys apply live.
 */
@SuppressWarnings("ImmutableEnumChecker") // The rules are records of immutable values.
public enum Setting {
  ENABLED(
      Element.CONFIG,
      "enabled",
      "true",
      new ValueRule.Flag(),
      "Whether files are handed off; when off, the hand-off headers are still removed."),
  ALGORITHM(
      Element.CONFIG,
      "algorithm",
      "adaptive",
      new ValueRule.AlgorithmName(),
      "How workers are shared between transfers."),
  BURST_BYTES(
      Element.CONFIG,
      "burst-bytes",
      "0",
      new ValueRule.Whole(0, 1 << 30, "bytes", "chosen by the algorithm"),
      "Most bytes one transfer sends in one turn."),
  WORKER_THREADS(
      Element.CONFIG,
      "worker-threads",
      "0",
      new ValueRule.Whole(0, 1024, "threads", "by the number of processors"),
      "Threads of the download pool, apart from the request threads."),
  VIRTUAL_THREADS(
      Element.CONFIG,
      "virtual-threads",
      "false",
      ValueRule.FlagSince.running(21),
      "Whether simple-blocking sends each file on a virtual thread of its own."),
  MAX_ACTIVE_TRANSFERS(
      Element.CONFIG,
      "max-active-transfers",
      "10000",
      new ValueRule.Whole(1, 1_000_000, "transfers", ""),
      "Transfers in progress at most; the next ones wait."),
  MAX_WAITING_TRANSFERS(
      Element.CONFIG,
      "max-waiting-transfers",
      "1000",
      new ValueRule.Whole(0, 1_000_000, "transfers", "none"),
      "Transfers waiting to start at most; beyond, clients see 503 with Retry-After."),
  STALL_TIMEOUT_SECONDS(
      Element.CONFIG,
      "stall-timeout-seconds",
      "60",
      new ValueRule.Whole(0, 86_400, "seconds", "never"),
      "A transfer of which the kernel took no byte for this long is ended."),
  MIN_RATE_BYTES_PER_SECOND(
      Element.CONFIG,
      "min-rate-bytes-per-second",
      "0",
      new ValueRule.Whole(0, 1_000_000_000_000L, "bytes per second", "any rate"),
      "A client that falls ten seconds' worth behind this rate is given up."),
  MAX_DURATION_SECONDS(
      Element.CONFIG,
      "max-duration-seconds",
      "0",
      new ValueRule.Whole(0, 31_536_000, "seconds", "any time"),
      "A transfer that takes longer than this in all is ended."),
  RATE_BYTES_PER_SECOND(
      Element.CONFIG,
      "rate-bytes-per-second",
      "0",
      new ValueRule.Whole(0, 1_000_000_000_000L, "bytes per second", "unlimited"),
      "Highest rate of each transfer; applications can only lower it."),
  CLIENT_RATE_BYTES_PER_SECOND(
      Element.CONFIG,
      "client-rate-bytes-per-second",
      "0",
      new ValueRule.Whole(0, 1_000_000_000_000L, "bytes per second", "unlimited"),
      "Highest rate of all transfers to one client address together."),
  TOTAL_RATE_BYTES_PER_SECOND(
      Element.CONFIG,
      "total-rate-bytes-per-second",
      "0",
      new ValueRule.Whole(0, 1_000_000_000_000L, "bytes per second", "unlimited"),
      "Highest rate of all transfers of this server together."),
  ZERO_COPY(
      Element.CONFIG,
      "zero-copy",
      "true",
      new ValueRule.Flag(),
      "Whether clear HTTP/1.1 is sent by the kernel, without copying."),
  ZERO_COPY_MIN_BYTES(
      Element.CONFIG,
      "zero-copy-min-bytes",
      "16384",
      new ValueRule.Whole(0, 1 << 30, "bytes", "always zero-copy"),
      "Below this length, header and body go out in one write."),
  BUFFER_POLICY(
      Element.CONFIG,
      "buffer-policy",
      BufferPolicies.SERVER_DEFAULT,
      new ValueRule.BufferPolicyName(),
      "Where the buffers of listeners come from: the server, or a policy of the module."),
  BUFFER_BYTES(
      Element.CONFIG,
      "buffer-bytes",
      "32768",
      new ValueRule.Whole(4096, 1 << 20, "bytes", ""),
      "Size of the buffers that carry files over TLS, over HTTP/2 and without zero-copy."),
  SLAB_BYTES(
      Element.CONFIG,
      "slab-bytes",
      "16777216",
      new ValueRule.Whole(1 << 20, 1 << 30, "bytes", ""),
      "Memory of a listener's slab with heap-view or direct-view; of a size between, the power of"
          + " two below is used."),
  UNESCAPE(
      Element.CONFIG,
      "unescape",
      "true",
      new ValueRule.Flag(),
      "Whether the header's value is percent-decoded, once, as UTF-8."),
  RANGE_LIMIT(
      Element.CONFIG,
      "range-limit",
      "16",
      new ValueRule.Whole(1, 1000, "byte ranges", ""),
      "Most byte ranges of one request; for more, the whole file is sent."),
  ETAG(
      Element.CONFIG,
      "etag",
      "strong",
      new ValueRule.EntityTags(),
      "Which entity tags files get when the application set none."),
  PRECOMPRESSED(
      Element.CONFIG,
      "precompressed",
      "false",
      new ValueRule.Flag(),
      "Whether a sibling .br, .zst or .gz is sent to clients that accept its coding."),
  ACCEL_REDIRECT(
      Element.CONFIG,
      "accel-redirect",
      "false",
      new ValueRule.Flag(),
      "Whether X-Accel-Redirect hands files off, by the uri-prefix of a root."),
  LIGHTTPD_HEADERS(
      Element.CONFIG,
      "lighttpd-headers",
      "false",
      new ValueRule.Flag(),
      "Whether the headers of lighttpd, such as X-LIGHTTPD-send-file, are understood."),
  TOMCAT_ATTRIBUTES(
      Element.CONFIG,
      "tomcat-attributes",
      "true",
      new ValueRule.Flag(),
      "Whether org.apache.tomcat.sendfile.* request attributes hand files off."),
  STATIC_FILES(
      Element.CONFIG,
      "static-files",
      "false",
      new ValueRule.Flag(),
      "Whether static files are sent by this module where nothing else is to see the request."),
  ROOT_NAME(
      Element.ROOT,
      "name",
      "",
      new ValueRule.RootName(),
      "The root's name, used in X-Sendfile: name:relative/path."),
  ROOT_PATH(
      Element.ROOT,
      "path",
      "",
      new ValueRule.Folder(),
      "The folder; files outside all roots are refused."),
  ROOT_SYMLINKS(
      Element.ROOT,
      "symlinks",
      "inside-root",
      new ValueRule.Symlinks(),
      "Which symbolic links below the folder are followed."),
  ROOT_HIDDEN(
      Element.ROOT,
      "hidden",
      ".*,WEB-INF,META-INF",
      new ValueRule.Globs(),
      "Names of files and folders that are never sent."),
  ROOT_ZERO_COPY(
      Element.ROOT,
      "zero-copy",
      "true",
      new ValueRule.Flag(),
      "Off for file systems on which sendfile(2) is not safe, such as some network shares."),
  ROOT_URI_PREFIX(
      Element.ROOT,
      "uri-prefix",
      "",
      new ValueRule.UriPrefix(),
      "Where X-Accel-Redirect finds the root: /protected/a names its file a."),
  ROOT_ALLOW_DELETE(
      Element.ROOT,
      "allow-delete",
      "false",
      new ValueRule.Flag(),
      "Whether X-Sendfile-Temporary may delete files of this root once they are sent."),
  LISTENER_NAME(
      Element.LISTENER,
      "name",
      "",
      new ValueRule.ListenerName(),
      "The network-listener whose settings differ from those of all.");

  /** The element of domain.xml an attribute belongs to, see also {@link PerListener}. */
  public enum Element {
    CONFIG,
    ROOT,
    LISTENER
  }

  private final Element element;
  private final String attribute;
  private final String defaultValue;
  private final ValueRule rule;
  private final String help;

  Setting(Element element, String attribute, String defaultValue, ValueRule rule, String help) {
    this.element = element;
    this.attribute = attribute;
    this.defaultValue = defaultValue;
    this.rule = rule;
    this.help = help;
  }

  /** The settings of one element, in the order of the table. */
  public static List<Setting> of(Element element) {
    return Arrays.stream(values()).filter(setting -> setting.element == element).toList();
  }

  /** The element this attribute belongs to. */
  public Element element() {
    return element;
  }

  /** The name in domain.xml and on the command line, e.g. {@code burst-bytes}. */
  public String attribute() {
    return attribute;
  }

  /** The value that holds when nothing is set; empty as well when a value is required. */
  public String defaultValue() {
    return defaultValue;
  }

  /** What is accepted. */
  public ValueRule rule() {
    return rule;
  }

  /** One sentence on what it does. */
  public String help() {
    return help;
  }

  /** Whether there is no default, so that a value must be given. */
  public boolean required() {
    return this == ROOT_NAME || this == ROOT_PATH || this == LISTENER_NAME;
  }

  /** Whether a change applies without a restart. */
  public boolean live() {
    return this != ROOT_NAME && this != LISTENER_NAME;
  }

  /** "burst-bytes must be a whole number of bytes from 0 to …", without a full stop. */
  public String requirement(KnownNames known) {
    return attribute + " must be " + rule.allowed(known);
  }

  /** What is wrong with a value, as {@link #requirement} and the value found; empty when fine. */
  public Optional<String> problem(String value, KnownNames known) {
    return rule.accepts(value, known)
        ? Optional.empty()
        : Optional.of(requirement(known) + " (found \"" + value + "\")");
  }

  /**
   * The same for a value that is to be written to domain.xml, where a token such as {@code
   * ${com.sun.aas.instanceRoot}} may stand: its value is known only when it is read.
   */
  public Optional<String> problemAsWritten(String value, KnownNames known) {
    return value.contains("${") ? Optional.empty() : problem(value, known);
  }
}
