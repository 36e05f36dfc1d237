package io.sendfile.glassfish.server;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.engine.Drain;
import io.sendfile.core.engine.DrainState;
import io.sendfile.core.threads.Thrown;
import io.sendfile.glassfish.config.CommitListener;
import io.sendfile.glassfish.config.ListenerChange;
import io.sendfile.glassfish.monitoring.DrainMonitor;
import io.sendfile.operations.history.History;
import io.sendfile.operations.history.HistoryFile;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Reading;
import io.sendfile.operations.journal.DiskWriter;
import io.sendfile.operations.problems.ProblemWatch.Ended;
import io.sendfile.spi.AmountForm;
import io.sendfile.spi.CleanThreads;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.beans.PropertyChangeEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.api.event.EventListener;
import org.glassfish.api.event.Events;
import org.glassfish.hk2.api.IterableProvider;
import org.glassfish.hk2.runlevel.RunLevel;
import org.glassfish.internal.api.PostStartupRunLevel;
import org.glassfish.internal.data.ApplicationInfo;
import org.glassfish.internal.deployment.Deployment;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.Transactions;

/**
 * Samples the statistics while this server runs, whether or not anybody looks, marks what may
 * explain them, and notes each minute what is in progress, for the case of a crash. It lives while
 * the server is ready, so that applications start and stop on behalf of administrators only. No
 * exception escapes from it, as a start would fail: without a file the samples stay in memory.
 */
@Service
@RunLevel(PostStartupRunLevel.VAL)
public class HistoryService implements EventListener {
  private static final Logger LOGGER = Logger.getLogger(HistoryService.class.getPackageName());
  private static final String PART = "history";

  /**
   * Prefix of the names of GlassFish's own applications, such as its console, which are loaded on
   * demand.
   */
  private static final String OWN = "__";

  private final IterableProvider<SendfileCore> core;
  private final IterableProvider<Events> events;
  private final IterableProvider<Transactions> transactions;
  private final IterableProvider<ServerProblems> problems;
  private final Config config;
  private final Administrators administrators;
  private final StoppedDownloads stopped;
  private final Path path;
  private final CommitListener onCommit = this::committed;
  private final Consumer<List<String>> onChange = this::configured;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> CleanThreads.make("sendfile-history", task));

  private final Losses losses =
      new Losses(
          PART,
          Severity.WARNING,
          Losses.DISK,
          Logger.getLogger("io.sendfile.glassfish.history"),
          System::nanoTime);
  private final DiskWriter writer =
      DiskWriter.thread("sendfile-history-file", 0, "the history of downloads", LOGGER);
  private final History history = new History(null, losses, writer);

  /** Whether the start of the server is marked; the file may have to be opened again later. */
  private boolean begun;

  @Inject
  public HistoryService(
      IterableProvider<SendfileCore> core,
      IterableProvider<Events> events,
      IterableProvider<Transactions> transactions,
      IterableProvider<ServerProblems> problems,
      @Named(ServerEnvironment.DEFAULT_INSTANCE_NAME) Config config,
      Administrators administrators,
      ServerEnvironment server) {
    this.core = core;
    this.events = events;
    this.transactions = transactions;
    this.problems = problems;
    this.config = config;
    this.administrators = administrators;
    this.stopped =
        new StoppedDownloads(
            () -> core.get().engine().drain(), InstantSource.system(), administrators::ofListeners);
    this.path = server.getInstanceRoot().toPath().resolve("sendfile").resolve("history");
  }

  /** The history of this server. */
  public History history() {
    return history;
  }

  @PostConstruct
  void start() {
    try {
      core.get().health().report(PART, this::state);
      core.get().health().watch(losses, this::open);
      open();
      core.get().settings().addReader(onChange);
      core.get().engine().drain().watch(this::drains);
      core.get().tellEnds(stopped);
      core.get().engine().scheduler().askWhyStopped(stopped::why);
      transactions.get().addTransactionsListener(onCommit);
      events.get().register(this);
      Future<?> unused =
          timer.scheduleAtFixedRate(
              this::sample, 0, History.SAMPLED.toMillis(), TimeUnit.MILLISECONDS);
      Future<?> unusedToo = timer.scheduleAtFixedRate(this::lastKnown, 1, 1, TimeUnit.MINUTES);
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, "sendfile: there is no history of downloads", e);
    }
  }

  private String state() {
    return losses.isFailing()
        ? "of 15 minutes only: " + losses.failure()
        : "kept in sendfile/history of the instance's folder";
  }

  private synchronized void open() {
    if (history.isKept() || timer.isShutdown()) {
      return;
    }
    try {
      history.keepIn(HistoryFile.open(path, (damage, number) -> losses.lost(number, damage)));
      losses.works();
      if (begun) {
        return;
      }
      begun = true;
      Mark last = history.lastMark();
      boolean lost = last != null && last.kind() != Mark.Kind.STOP;
      history.mark(
          mark(
              Mark.Kind.START,
              "",
              lost ? "Server started; it had ended without a stop" : "Server started"));
    } catch (IOException e) {
      losses.fails(path + " cannot be opened, so only the last 15 minutes are known: " + e);
    }
  }

  /** An exception would end the sampling. */
  private void sample() {
    try {
      SendfileCore found = core.get();
      history.sample(
          new Reading(found.stats().snapshot(), found.transfers().usage(), found.stats().parts()),
          System.nanoTime());
      stopped.marks().forEach(history::mark);
    } catch (RuntimeException | Error e) {
      Thrown.log(LOGGER, e, "the history of downloads could not take a sample");
    }
  }

  private void lastKnown() {
    try {
      SendfileCore found = core.get();
      found.ended().inProgress(() -> found.engine().scheduler().lastKnown(Outcome.SERVER_DIED));
    } catch (RuntimeException | Error e) {
      Thrown.log(LOGGER, e, "the downloads in progress could not be saved for the case of a crash");
    }
  }

  /** Marks that a problem has begun. */
  void problemBegan(Problem problem) {
    if (isMarked(problem)) {
      history.mark(mark(Mark.Kind.PROBLEM, "", words(problem)));
    }
  }

  /** Marks that a problem has ended, at the moment from which on it was not seen. */
  void problemEnded(Ended ended) {
    if (isMarked(ended.problem())) {
      String lasted = AmountForm.SECONDS.brief(String.valueOf(ended.lasted().toSeconds()));
      history.mark(
          new Mark(
              Instant.now().minus(ended.ago()),
              Mark.Kind.MENDED,
              "",
              "no longer, after " + lasted + ": " + words(ended.problem())));
    }
  }

  /** Not one with which all is served, nor a drain, which has marks of its own. */
  private boolean isMarked(Problem problem) {
    return problem.severity() != Severity.NOTICE
        && problem.code() != ProblemCode.STOPPING
        && !timer.isShutdown();
  }

  private static String words(Problem problem) {
    return (problem.subject().isEmpty() ? "" : problem.subject() + ": ") + problem.text();
  }

  /** Marks what the command on this thread has changed, which is no setting. */
  public void changed(String text) {
    history.mark(mark(Mark.Kind.PLUGIN, administrators.ofThisThread(), text));
  }

  private void drains(Drain.Step step, DrainState state) {
    Instant now = Instant.now();
    history.mark(
        new Mark(
            now,
            step == Drain.Step.RESUMED ? Mark.Kind.RESUMED : Mark.Kind.DRAINED,
            step == Drain.Step.EMPTY ? "" : administrators.ofThisThread(),
            DrainMonitor.sentence(step, state, now)));
    if (step == Drain.Step.RESUMED) {
      problems.get().drainEnded();
    }
  }

  private static Mark mark(Mark.Kind kind, String who, String text) {
    return new Mark(Instant.now(), kind, who, text);
  }

  private void configured(List<String> changes) {
    String who = administrators.ofSettings();
    changes.forEach(line -> history.mark(mark(Mark.Kind.CONFIGURATION, who, line)));
  }

  private void committed(List<PropertyChangeEvent> changes) {
    try {
      ListenerChange.of(changes, config).forEach(stopped::changed);
    } catch (RuntimeException | LinkageError e) {
      Thrown.log(LOGGER, e, "a change of a listener is told without its values");
    }
  }

  @Override
  public void event(Event<?> event) {
    if (event.is(Deployment.APPLICATION_STARTED)) {
      application(Mark.Kind.DEPLOYED, event);
    } else if (event.is(Deployment.APPLICATION_STOPPED)) {
      application(Mark.Kind.UNDEPLOYED, event);
    }
  }

  private void application(Mark.Kind kind, Event<?> event) {
    if (event.hook() instanceof ApplicationInfo application
        && !application.getName().startsWith(OWN)) {
      history.mark(mark(kind, administrators.ofThisThread(), application.getName()));
    }
  }

  @PreDestroy
  void stop() {
    // Without an interrupt, which would close the file under a sample.
    timer.shutdown();
    try {
      events.get().unregister(this);
      transactions.get().removeTransactionsListener(onCommit);
      core.get().settings().removeReader(onChange);
      sample();
      history.mark(mark(Mark.Kind.STOP, "", stopped.ofServer()));
      history.close();
      writer.close();
    } catch (RuntimeException e) {
      LOGGER.log(Level.FINE, "the history of downloads ends early", e);
    }
  }
}
