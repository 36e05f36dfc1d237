package io.sendfile.core.files;

import io.sendfile.spi.DenialReason;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reasons for refusing a hand-off: a stable code for log, event and counter, and the client's
 * status. The client never learns more than the status.
 */
public enum RefusalReason {
  /**
   * The value is empty, undecodable, has a control character, or is neither absolute nor {@code
   * root:path}.
   */
  MALFORMED_VALUE("malformed-value", 500),
  /** Two hand-off headers that name different files. */
  AMBIGUOUS("ambiguous", 500),
  /** {@code root:path} names a root that is not configured. */
  UNKNOWN_ROOT("unknown-root", 404),
  /** An absolute path that lies in no configured root, or climbs out of one. */
  OUTSIDE_ROOTS("outside-roots", 404),
  /** The path matches a hidden pattern of the root. */
  HIDDEN("hidden", 404),
  /** No such file. */
  MISSING("missing", 404),
  /** The server's user may not read the file. */
  UNREADABLE("unreadable", 404),
  /** The target is a directory, device, pipe or socket. */
  NOT_REGULAR("not-regular", 404),
  /** The root's policy forbids a symbolic link on the way. */
  SYMLINK("symlink", 404),
  /** The file is shorter than the part the application asked for. */
  BEYOND_END("beyond-end", 404),
  /** The file has another size than the application has listed for an archive. */
  SIZE_DIFFERS("size-differs", 404),
  /** Archives are switched off: the list in the body must not reach the client. */
  ARCHIVES_OFF("archives-off", 404),
  /** The file is to be deleted after it is sent, but its root does not allow that. */
  DELETE_FORBIDDEN("delete-forbidden", 404),
  /** The named or containing root is left out because of bad settings. */
  LEFT_OUT("left-out", 404),
  /** The root is for other applications, or for other virtual servers. */
  NOT_ADMITTED("not-admitted", 404),
  /** A path for links that no key has signed. */
  FORGED("forged", 404),
  /** A link whose time is over. */
  EXPIRED("expired", 410),
  /** A link that an administrator has revoked. */
  REVOKED("revoked", 410),
  /** A link to be used once that has delivered its file, or has sent it as often as it may. */
  USED("used", 410),
  /** A link to be used once that a program asks for before its user does. */
  PREVIEW("preview", 403),
  /** A link to be used once is being delivered, or its use cannot be recorded. */
  NOT_NOW("not-now", 503),
  /** The response has more header fields than the listener allows. */
  TOO_MANY_FIELDS("too-many-fields", 500),
  /** The server interrupted the request thread: its listener is stopping. */
  INTERRUPTED("interrupted", 503),
  /** The process is out of file descriptors. */
  OUT_OF_DESCRIPTORS("out-of-descriptors", 503),
  /** The file system of the root does not answer. */
  HANGING("hanging", 503),
  /** The file system of the root fails, as a broken disk or a share that was lost does. */
  FAILING("failing", 503),
  /** The root's marker file is not there, so that its share seems not to be mounted. */
  NO_MARKER("no-marker", 503),
  /** The store of the root does not answer, or no plug-in serves it. */
  STORE_UNAVAILABLE("store-unavailable", 503),
  /** The module itself failed. */
  INTERNAL("internal", 500),
  /** Too many transfers run and wait. */
  OVERLOADED("overloaded", 503),
  /** Transfers hold as much memory as they may, and too many wait. */
  BUFFERS_FULL("buffers-full", 503),
  /** The client has as many transfers as one may have. */
  CLIENT_LIMIT("client-limit", 503),
  /** The HTTP/2 connection has as many transfers as one may have. */
  CONNECTION_LIMIT("connection-limit", 503),
  /** A limit of an administrator lets nothing through, for good. */
  KEPT_OUT("kept-out", 403),
  /** A limit about clients lets nothing through until its end, or has as many as it allows. */
  LIMITED_CLIENT("limited-client", 429),
  /** So does a limit of an application or a root. */
  LIMITED("limited", 503),
  /** An administrator drains the server. */
  DRAINING("draining", 503),
  /** The server is stopping and takes no more transfers. */
  STOPPING("stopping", 503);

  private final String code;
  private final int status;

  RefusalReason(String code, int status) {
    this.code = code;
    this.status = status;
  }

  /** The one of a plug-in's denial. */
  public static RefusalReason of(DenialReason reason) {
    return valueOf(reason.name());
  }

  /** Codes of the refusals by limits of administrators. */
  public static final Set<String> BY_LIMITS =
      Set.of(KEPT_OUT.code, LIMITED_CLIENT.code, LIMITED.code);

  /** Codes of denials by plug-ins, as of signed links, whose files would be sent without them. */
  public static final Set<String> OF_PLUG_INS =
      Arrays.stream(DenialReason.values())
          .map(reason -> of(reason).code)
          .collect(Collectors.toUnmodifiableSet());

  /** The stable code, e.g. {@code outside-roots}. */
  public String code() {
    return code;
  }

  /**
   * Whether it reflects the state of the server, not the request: then every request gets it while
   * that lasts.
   */
  public boolean ofServer() {
    return switch (this) {
      case OUT_OF_DESCRIPTORS, HANGING, FAILING, NO_MARKER, STORE_UNAVAILABLE, DRAINING, STOPPING ->
          true;
      default -> false;
    };
  }

  /** The status for the client. */
  public int status() {
    return status;
  }
}
