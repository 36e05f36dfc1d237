package io.sendfile.spi;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests for paths of its own with files, in place of the applications, such as requests
 * by signed links. The response is that to a hand-off: ranges, conditions, limits, results.
 *
 * <p>A plug-in is an HK2 service of this contract. {@link #resolve} is called by all threads of
 * requests, so it is thread-safe and waits for no network. An exception is logged, and the client
 * gets 500.
 */
public interface PathResolver extends PlugIn {
  /**
   * The answer to a GET, HEAD or OPTIONS.
   *
   * @return null if the path is not its own: the application answers
   */
  @Nullable Resolution resolve(Request request);

  /**
   * Makes a path by which it answers with a file from then on, for an application.
   *
   * @param application in whose name the file is handed off
   * @param terms by name
   * @return null if it makes no paths
   * @throws IllegalArgumentException with the fault of a term and its remedy, for the application
   */
  default @Nullable String create(String application, Map<String, String> terms) {
    return null;
  }

  /** No more requests come, until it is configured again. */
  @Override
  default void close() {}

  /** A request. */
  interface Request {
    /** Its method: GET, HEAD or OPTIONS. */
    String method();

    /** The path as it came, percent-encoded, without query. */
    String path();

    /** The value of a field of its header; null if there is none. */
    @Nullable String field(String name);
  }

  /** An answer. */
  sealed interface Resolution {
    /**
     * A refusal, counted and listed as those of files are.
     *
     * @param asked what was asked for, for the administrator; without secrets
     * @param fields header fields of the response
     */
    record Refused(Denial denial, String asked, Map<String, String> fields) implements Resolution {
      public Refused {
        fields = Map.copyOf(fields);
      }
    }

    /**
     * A response without a file and a body, as to OPTIONS: status 204.
     *
     * @param fields its header fields
     */
    record Answered(Map<String, String> fields) implements Resolution {
      public Answered {
        fields = Map.copyOf(fields);
      }
    }

    /**
     * A file, if there is such a one and it may be sent.
     *
     * @param root name of the configured root
     * @param path of the file relative to it, with {@code /} separators
     * @param application in whose name it is handed off, for roots that are for some applications;
     *     empty for none
     * @param id of the download, as {@code X-Sendfile-Id}
     * @param client its name, as {@code X-Sendfile-Client}; empty for none
     * @param bytesPerSecond highest rate, 0 for none
     * @param fields further header fields of the response
     * @param delivery asked and told about the body, of which positions are those of the file as it
     *     is, without a coding; null for nobody
     */
    record File(
        String root,
        String path,
        String application,
        String id,
        String client,
        long bytesPerSecond,
        Map<String, String> fields,
        @Nullable Delivery delivery)
        implements Resolution {
      public File {
        fields = Map.copyOf(fields);
      }
    }
  }

  /**
   * The delivery of one response's body. Not called for a response without a body, as to HEAD. Its
   * methods are called on any thread, and wait for nothing.
   */
  interface Delivery {
    /**
     * Asked before the first byte. The request is held meanwhile, without a thread.
     *
     * @param planned positions that are to be sent
     * @param response the response, once it goes out
     * @return null to let them go out; completed within some seconds. Whoever does not wait for it
     *     any more cancels it; if it was completed with null before, {@link #ended} follows
     */
    CompletableFuture<@Nullable Denial> begins(Delivered planned, RunningResponse response);

    /**
     * Told once that the response has ended, if it had begun: when the client has acknowledged all
     * of it, or is gone, or takes nothing for the stall timeout.
     *
     * @param delivered positions that the client has acknowledged, where that is known: over
     *     HTTP/1.1, on Linux; otherwise those that the kernel took
     * @param sentBytes bytes of the file that may have reached the client: all that were given to
     *     its connection
     */
    void ended(Delivered delivered, long sentBytes);
  }

  /** A response that goes out. Thread-safe; waits for nothing. */
  interface RunningResponse {
    /** Bytes of its body that the kernel has taken so far. */
    long takenBytes();

    /** Ends it early, as if its client had left; {@link Delivery#ended} follows. */
    void end();
  }

  /**
   * The reason why a file must not be sent.
   *
   * @param detail for the administrator: what, and how to mend it; follows the name of the file
   */
  record Denial(Reason reason, String detail) {
    /** Reasons, each with a status for the client. */
    public enum Reason {
      /** 404: nobody who may has made such a path. */
      FORGED,
      /** 410: its time is over. */
      EXPIRED,
      /** 410: an administrator has taken it back. */
      REVOKED,
      /** 410: it has been used as often as it may. */
      USED,
      /** 403: a program asks before its user does, and would use it up. */
      PREVIEW,
      /** 503 with Retry-After: it may be sent later. */
      NOT_NOW
    }
  }
}
