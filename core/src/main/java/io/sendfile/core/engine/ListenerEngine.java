package io.sendfile.core.engine;

import io.sendfile.core.content.HandOffOfFile;
import io.sendfile.core.content.HandOffRequest;
import io.sendfile.core.content.Malformed;
import io.sendfile.core.content.PassedFile;
import io.sendfile.core.content.Representation;
import io.sendfile.core.content.SendfileDirective;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Source;
import io.sendfile.core.files.Target;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.Body;
import io.sendfile.core.transfer.Claim;
import io.sendfile.core.transfer.Deadlines;
import io.sendfile.core.transfer.LimitRule;
import io.sendfile.core.transfer.SharedRates;
import io.sendfile.core.transfer.Slowness;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.TransferId;
import io.sendfile.core.transfer.TransferInfo;
import io.sendfile.core.transfer.TransferLimits;
import io.sendfile.core.transfer.TransferScheduler;
import io.sendfile.core.transfer.TransferSink;
import io.sendfile.core.transfer.TransferTerms;
import io.sendfile.core.transfer.TurnPriority;
import io.sendfile.spi.Denial;
import io.sendfile.spi.DenialReason;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Panel;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.Profile;
import io.sendfile.spi.Resolution;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The work of one listener: decides about its responses, refuses, and creates transfers, under the
 * settings in force there at each call. Made by {@link SendfileEngine#at}. Thread-safe.
 */
public final class ListenerEngine {
  /** Files that are held open for archives of all requests, at most. */
  public static final int MOST_MEMBERS = 4000;

  private static final Set<String> METHODS_OF_RESOLVERS = Set.of("GET", "HEAD", "OPTIONS");
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.plug-ins");

  private final String listener;
  private final Supplier<ListenerConfig> config;
  private final Shared shared;
  private final Statistics.ListenerRecorders stats;

  /**
   * The collaborators that all listeners of a server share.
   *
   * @param heldMembers files that are held open for archives
   * @param stores asked for files of roots with a store
   * @param later the requests that wait for a decision
   * @param resolvers asked for paths before the applications
   * @param freeShare told to balancers
   * @param clock of the ends of limits
   * @param nanoTime monotonic clock, nanoseconds
   * @param ids generates an id for each transfer
   */
  record Shared(
      Decider decider,
      ArchivePlans plans,
      TransferScheduler scheduler,
      SharedRates rates,
      Drain drain,
      Refusals refusals,
      CopiedBodies copies,
      AtomicInteger heldMembers,
      Stores stores,
      LaterAnswers later,
      Supplier<List<PathResolver>> resolvers,
      FreeShare freeShare,
      InstantSource clock,
      LongSupplier nanoTime,
      Supplier<String> ids) {}

  /**
   * @param config what is in force at the listener; asked once per response
   */
  ListenerEngine(
      String listener,
      Supplier<ListenerConfig> config,
      Statistics.ListenerRecorders stats,
      Shared shared) {
    this.listener = listener;
    this.config = config;
    this.stats = stats;
    this.shared = shared;
  }

  /** The settings in force at this listener. */
  public SendfileSettings settings() {
    return config.get().settings();
  }

  /** Counters of this listener. */
  public Statistics.ListenerRecorders stats() {
    return stats;
  }

  /** Receives the bodies that applications write themselves, while {@code watch-copies} is on. */
  public CopiedBodies copies() {
    return shared.copies();
  }

  /** The plug-ins that are asked for a path before the applications; most often none. */
  public List<PathResolver> resolvers() {
    return shared.resolvers().get();
  }

  /**
   * The first answer of a plug-in that is asked before the applications; null if it is the
   * application that answers.
   */
  public @Nullable Resolution resolve(PathResolver.Request request) {
    if (!METHODS_OF_RESOLVERS.contains(request.method()) || !settings().flag(Setting.ENABLED)) {
      return null;
    }
    for (PathResolver resolver : resolvers()) {
      try {
        Resolution resolution = resolver.resolve(request);
        if (resolution != null) {
          return resolution;
        }
      } catch (RuntimeException | Error e) {
        String what = "the plug-in " + resolver.name() + " failed";
        Thrown.log(LOG, e, what);
        return new Resolution.Refused(
            new Denial(DenialReason.NOT_NOW, what + ": " + e), "", Map.of());
      }
    }
    return null;
  }

  /** Facts for administrators about a request, from the plug-in that answers it. */
  public List<Panel.Fact> facts(PathResolver.Request request) {
    return resolvers().stream()
        .map(resolver -> facts(resolver, request))
        .filter(facts -> !facts.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private static List<Panel.Fact> facts(PathResolver resolver, PathResolver.Request request) {
    try {
      return List.copyOf(resolver.facts(request));
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "the plug-in " + resolver.name() + " tells nothing");
      return List.of();
    }
  }

  /** The running transfers of all listeners. */
  public TransferScheduler scheduler() {
    return shared.scheduler();
  }

  /** Whether the server takes downloads. */
  public Drain drain() {
    return shared.drain();
  }

  /** The share of the server that is free for more downloads, in percent from 1 to 100. */
  public int freePercent() {
    return shared.freeShare().percent();
  }

  /**
   * Decides about one uncommitted response; logs and counts a refusal.
   *
   * @param asked the requested hand-off; a hand-off by request attributes that was announced is
   *     obeyed even if hand-offs have been switched off since
   * @param caller the handing-off application and its client
   */
  public Decision decide(
      RequestView request, ResponseView response, HandOffRequest asked, Caller caller) {
    try {
      return told(shared.decider().decide(request, response, asked, caller, config.get()), caller);
    } catch (RuntimeException e) {
      return told(Decision.Refuse.of(e), caller);
    }
  }

  private Decision told(Decision decision, Caller caller) {
    if (decision instanceof Decision.Refuse refusal) {
      refuse(refusal, caller);
    } else if (decision instanceof Decision.Send send) {
      countOpen(send);
    } else if (decision instanceof Decision.Later<?> later) {
      return later.then(next -> told(next, caller));
    }
    return decision;
  }

  /** The requests that wait for a decision. */
  public LaterAnswers later() {
    return shared.later();
  }

  /**
   * Opens a file that an application passes, before its response. It is counted with the response.
   *
   * @throws IllegalArgumentException if it is no file that may be passed
   */
  public OpenResult open(PassedFile passed) {
    SendfileDirective directive = passed.directive(null, 0);
    if (directive instanceof HandOffOfFile handOff) {
      return shared.decider().open(handOff.target(), config.get());
    }
    throw new IllegalArgumentException(((Malformed) directive).detail());
  }

  /**
   * Reserves room for files that an application has had opened for an archive.
   *
   * @return false if all together would be more than {@link #MOST_MEMBERS}
   */
  public boolean holdMembers(int count) {
    boolean fits = shared.heldMembers().addAndGet(count) <= MOST_MEMBERS;
    if (!fits) {
      letGoOfMembers(count);
    }
    return fits;
  }

  /** Files that were reserved are closed. */
  public void letGoOfMembers(int count) {
    shared.heldMembers().addAndGet(-count);
  }

  /**
   * Opens a static file that the server is about to serve, and plans the response.
   *
   * @param response status and header fields as the server would set them
   * @param origin the web application that owns the file
   * @return a {@link Decision.Refuse}, which is neither logged nor counted, if it may not be sent
   */
  public Decision serve(RequestView request, ResponseView response, Target file, Origin origin) {
    Decision decision = shared.decider().serve(request, response, file, origin, config.get());
    if (decision instanceof Decision.Send send) {
      countOpen(send);
    }
    if (decision instanceof Decision.Later<?> later) {
      later.giveUp().run();
      return new Decision.Refuse(
          RefusalReason.STORE_UNAVAILABLE, "", "", "the store is asked for hand-offs only");
    }
    return decision;
  }

  /**
   * The same for the usual request, for a small file that stays open since an earlier one; null if
   * that needs a longer look. Waits for no disk.
   */
  public Decision.@Nullable Send serveAgain(
      RequestView request, ResponseView response, Target file) {
    Decision.Send send = shared.decider().serveAgain(request, response, file, config.get());
    if (send != null) {
      countOpen(send);
    }
    return send;
  }

  /**
   * Plans the response by a source that is open already, such as an entry of a JAR.
   *
   * @param source belongs to the decision
   * @param representation its description for the client
   */
  public Decision.Send serve(
      RequestView request, ResponseView response, Source source, Representation representation) {
    Decision.Send send =
        shared.decider().serve(request, response, source, representation, config.get());
    countOpen(send);
    return send;
  }

  /** Counts a file that a handler does not find: that is usual, and no line of the log. */
  public void countMissing(String root, RefusalReason reason) {
    StatsRecorder counters = stats.root(root);
    counters.refused(reason.code());
    counters.status(404);
  }

  private void countOpen(Decision.Send send) {
    stats(send).add(send.file().reused() ? Figure.FILES_REUSED : Figure.FILES_OPENED, 1);
  }

  /** The refusal of a file by a limit that keeps its transfers out; null for none. */
  public Decision.@Nullable Refuse keptOut(Decision.Send send, Caller caller) {
    LimitRule limit = keepingOut(caller, send.file().root().name());
    return limit == null ? null : refused(limit, send);
  }

  /** The same of a decision that is to come. */
  public Decision.@Nullable Refuse keptOut(Decision.Later<?> later, Caller caller) {
    LimitRule limit = keepingOut(caller, "");
    return limit == null ? null : refused(limit, "", "", later.what());
  }

  private @Nullable LimitRule keepingOut(Caller caller, String root) {
    TransferLimits limits = shared.scheduler().administrators();
    return limits.areNone() ? null : limits.keepingOut(caller.subject(root));
  }

  /**
   * Counts a reserved place under the limits of administrators; or refuses the file, as one of them
   * is full.
   */
  public Decision.@Nullable Refuse enterLimits(Claim claim, Decision.Send send, Caller caller) {
    LimitRule full =
        shared.scheduler().enterLimits(claim, caller.subject(send.file().root().name()));
    return full == null ? null : refused(full, send);
  }

  private Decision.Refuse refused(LimitRule limit, Decision.Send send) {
    String root = send.file().root().name();
    String path = Escapes.forLog(send.file().relativePath());
    return refused(limit, root, root + ":" + path, "file '" + path + "' in root '" + root + "'");
  }

  private Decision.Refuse refused(LimitRule limit, String root, String asked, String what) {
    shared.scheduler().administrators().refused(limit);
    return Decision.Refuse.of(limit, root, asked, what, shared.clock().instant());
  }

  /** Logs a refusal, and counts it at the named root. */
  public void refuse(Decision.Refuse refusal, Caller caller) {
    shared
        .refusals()
        .refused(refusal, caller, stats.root(refusal.root(), caller.origin().application()));
  }

  /**
   * A transfer of a decision's body to a peer, for the scheduler.
   *
   * @param caller the handing-off application and its client
   * @param claim the claim it was admitted with
   * @param priority its turns among those of others
   * @param report receives its end; null for none
   */
  public Transfer transfer(
      Decision.Send send,
      Caller caller,
      Body body,
      TransferSink sink,
      Claim claim,
      TurnPriority priority,
      @Nullable TransferListener report) {
    ListenerConfig begun = send.config();
    SendfileSettings settings = begun.settings();
    TransferInfo info = info(send, caller);
    Deadlines deadlines =
        new Deadlines(
            Duration.ofSeconds(settings.number(Setting.STALL_TIMEOUT_SECONDS)).toNanos(),
            settings.number(Setting.MIN_RATE_BYTES_PER_SECOND),
            Duration.ofSeconds(settings.number(Setting.MAX_DURATION_SECONDS)).toNanos());
    TransferTerms terms =
        new TransferTerms(
            settings.text(Setting.ALGORITHM),
            begun.algorithm().pace(),
            begun.algorithm().newcomersFirst(),
            deadlines,
            send.rate(),
            shared.rates(),
            begun.turns(),
            claim,
            priority,
            stats(send),
            send.small(),
            report);
    return new Transfer(info, body, sink, terms, shared.nanoTime());
  }

  /**
   * Whether a small body that the kernel has taken needs no transfer: no rate, listener or log
   * concerns it, only the statistics.
   */
  public boolean onlyCounts(Decision.Send send) {
    return !shared.scheduler().tellsUsual() && shared.rates().areUnlimited();
  }

  /** Counts a small body in place of its transfer. */
  public void count(Decision.Send send, long bytes, long startNanos) {
    long nanos = Math.max(1, nanoTime() - startNanos);
    StatsRecorder root = stats(send);
    root.add(Figure.STARTED, 1);
    root.sent(bytes, 0);
    root.firstByte(nanos);
    root.finished(Outcome.COMPLETED, bytes, nanos);
  }

  /** The clock of transfers. */
  public long nanoTime() {
    return shared.nanoTime().getAsLong();
  }

  /** The result of a decision without a body, and so without a transfer. */
  public TransferResult answered(Decision.Send send, Caller caller) {
    Body none = new Body(send.file(), List.of());
    return info(send, caller)
        .result(none, send.small(), Outcome.COMPLETED, "", 0, 0, 0, Slowness.NONE, Profile.NONE);
  }

  private TransferInfo info(Decision.Send send, Caller caller) {
    return new TransferInfo(
        new TransferId(shared.ids().get(), send.downloadId()),
        send.origin(),
        listener,
        send.file().root().name(),
        send.file().relativePath(),
        caller.client(),
        caller.name(),
        send.plan().status(),
        send.plan().etag());
  }

  /** Counters of the file's root at this listener. */
  public StatsRecorder stats(Decision.Send send) {
    return stats.root(send.file().root().name(), send.origin().application());
  }

  /** Counters, at this listener, of the root that a refused hand-off named. */
  public StatsRecorder stats(Decision.Refuse refusal) {
    return stats.root(refusal.root());
  }

  /** Explains the outcome of hand-offs here; nothing is sent, counted or deleted. */
  public Explainer explainer() {
    return new Explainer(
        config.get(),
        shared.stores(),
        shared.plans(),
        InstantSource.system(),
        shared.scheduler().administrators(),
        shared.scheduler().refusing());
  }
}
