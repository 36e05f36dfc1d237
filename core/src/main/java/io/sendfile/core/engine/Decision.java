package io.sendfile.core.engine;

import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Source;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.HighestRate;
import io.sendfile.core.transfer.LimitRule;
import io.sendfile.spi.Denial;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.Resolution;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Decision about one response. */
public sealed interface Decision {
  /** The application's response stands, without its hand-off headers. */
  record PassOn() implements Decision {}

  /**
   * An error takes the place of the response.
   *
   * @param reason determines the client's status
   * @param root name of the root that was named; empty if none was
   * @param asked the value that named the file, escaped for a log line
   * @param detail for the administrator only: file, rule and remedy, escaped for a log line
   * @param retrySeconds time after which another try may be worth it; 0 if that is not known
   * @param limit name of the administrator's limit that refuses; empty for none
   */
  record Refuse(
      RefusalReason reason,
      String root,
      String asked,
      String detail,
      long retrySeconds,
      String limit)
      implements Decision {
    public Refuse(RefusalReason reason, String root, String asked, String detail) {
      this(reason, root, asked, detail, 0, "");
    }

    Refuse(RefusalReason reason, String detail) {
      this(reason, "", "", detail);
    }

    /**
     * Refuses an open file; the caller closes it.
     *
     * @param rest follows the name of the file in the detail
     */
    public static Refuse of(RefusalReason reason, Source file, String rest) {
      String root = file.root().name();
      String path = Escapes.forLog(file.relativePath());
      String detail = "file '" + path + "' in root '" + root + "'" + rest;
      return new Refuse(reason, root, root + ":" + path, detail);
    }

    /**
     * Refuses a transfer by a limit of an administrator.
     *
     * @param what is refused, in words, escaped for a log line
     */
    static Refuse of(LimitRule limit, String root, String asked, String what, Instant now) {
      String detail = what + ": " + limit.detail();
      return new Refuse(limit.reason(), root, asked, detail, limit.retrySeconds(now), limit.name());
    }

    /** The refusal where the module itself fails, which is logged. */
    static Refuse of(Throwable thrown) {
      Thrown.log(Decider.LOG, thrown, "deciding about a hand-off failed; please report this");
      return new Refuse(RefusalReason.INTERNAL, "the module failed: " + thrown.getClass());
    }

    /** The refusal by a plug-in that resolves paths. */
    public static Refuse of(Resolution.Refused refused) {
      Denial denial = refused.denial();
      return new Refuse(
          RefusalReason.of(denial.reason()),
          "",
          Escapes.forLog(refused.asked()),
          Escapes.forLog(refused.asked() + denial.detail()));
    }

    Refuse naming(String namedRoot, String whatWasAsked) {
      return new Refuse(reason, namedRoot, whatWasAsked, detail, retrySeconds, limit);
    }
  }

  /**
   * A decision that comes later, by the answer of somebody else. Who receives it begins it once, or
   * gives it up; {@link LaterAnswers} does both.
   *
   * @param what is to be sent, in words
   * @param origin of the hand-off
   * @param config what holds for this transfer, to its end
   * @param begin asks for the answer, which never fails; runs the given action once what the
   *     request has brought with it, such as a list, is not needed any more
   * @param decide makes a decision of the answer, on a thread that may wait for a disk
   * @param giveUp gives the answer back, or takes the question back, for which nobody waits
   */
  record Later<T>(
      String what,
      Origin origin,
      ListenerConfig config,
      Function<Runnable, CompletableFuture<T>> begin,
      Function<T, Decision> decide,
      Runnable giveUp)
      implements Decision {
    /** The same with another step at its end. */
    Later<T> then(UnaryOperator<Decision> next) {
      return new Later<>(what, origin, config, begin, decide.andThen(next), giveUp);
    }

    /** Waits for the decision. */
    public Decision join() {
      return decide.apply(begin.apply(() -> {}).join());
    }
  }

  /**
   * A file, or an archive of several, takes the place of the body. The receiver owns it.
   *
   * @param plan the response
   * @param file the open file, or the archive
   * @param downloadId the application's id of the download, or null when it gave none
   * @param origin of the hand-off
   * @param bytesPerSecond highest rate that the hand-off asks for, 0 = none
   * @param resolved whether a plug-in answers in the application's place
   * @param temporary whether the file is deleted when all of it has been sent
   * @param config what holds for this transfer, to its end
   */
  record Send(
      ResponsePlan plan,
      Source file,
      @Nullable String downloadId,
      Origin origin,
      long bytesPerSecond,
      boolean resolved,
      boolean temporary,
      ListenerConfig config)
      implements Decision {
    /** The same file by another plan. */
    public Send by(ResponsePlan other) {
      return new Send(other, file, downloadId, origin, bytesPerSecond, resolved, temporary, config);
    }

    /** The highest rate of its transfer alone: that of the settings, unless it asks for less. */
    public HighestRate rate() {
      HighestRate usual = config.rate();
      boolean asksForLess =
          bytesPerSecond > 0
              && (usual.bytesPerSecond() == 0 || bytesPerSecond < usual.bytesPerSecond());
      return asksForLess ? HighestRate.ofHandOff(bytesPerSecond, resolved) : usual;
    }

    /**
     * Whether the response is so small that header and body go out in one write, on the request
     * thread.
     */
    public boolean small() {
      return file.readsAtOnce()
          && plan.bodyLength() < config.settings().number(Setting.ZERO_COPY_MIN_BYTES);
    }

    /** Whether the kernel may move the bytes from file to socket. */
    public boolean zeroCopyAllowed() {
      return config.settings().flag(Setting.ZERO_COPY) && file.zeroCopy();
    }
  }
}
