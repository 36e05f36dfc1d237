package io.sendfile.links;

import io.sendfile.core.threads.CleanThreads;
import io.sendfile.glassfish.plugins.HealthReport;
import io.sendfile.operations.journal.Losses;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.PathResolver.Denial.Reason;
import io.sendfile.spi.Problem.Severity;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.api.naming.GlassfishNamingManager;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/** Answers requests by signed links, in the applications' place. Thread-safe. */
@Service
@Singleton
@ContractsProvided({PathResolver.class, SignedLinks.class})
public class SignedLinks implements PathResolver {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.links");

  /** Of links that were used and have not expired: about 300,000. */
  private static final long MOST_BYTES = 32 << 20;

  private static final String DATABASE =
      "see that the database runs, that this server has the JDBC resource, and that its user may"
          + " read, write and make the tables of docs/links.md";

  private static final String CHARACTERS_OF_TOKENS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !#$&+-.^_`|~()";

  /** Programs that show a link to others before its user opens it, by their User-Agent. */
  private static final Pattern PREVIEWS =
      Pattern.compile(
          "Slackbot|Slack-ImgProxy|WhatsApp/|facebookexternalhit|Twitterbot|TelegramBot|Discordbot"
              + "|LinkedInBot|SkypeUriPreview|Mastodon/|Iframely|Embedly");

  /** Fields by which browsers tell that no user has asked yet. */
  private static final List<String> PURPOSES =
      List.of("Sec-Purpose", "Purpose", "X-Purpose", "X-Moz");

  /** Makes the closed store of a database, or of this server alone for an empty name. */
  private final Function<String, LinkStore> stores;

  private final InstantSource clock;
  private volatile @Nullable InForce inForce;

  /** Of the thread that configures. */
  private @Nullable Opened opened;

  private record InForce(LinkSettings settings, Opened opened) {}

  /** A ledger that is open, or tries to be, with its thread. */
  private record Opened(
      String database, LinkStore store, LinkLedger ledger, ScheduledThreadPoolExecutor thread) {
    static Opened of(String database, LinkStore store) {
      ScheduledThreadPoolExecutor thread =
          new ScheduledThreadPoolExecutor(
              1, task -> CleanThreads.make(() -> new Thread(task, "sendfile-link-ledger")));
      thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
      LinkLedger ledger = new LinkLedger(store, (delay, task) -> run(thread, delay, task));
      return new Opened(database, store, ledger, thread);
    }

    private static void run(ScheduledThreadPoolExecutor thread, Duration delay, Runnable task) {
      try {
        var unused = thread.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) {
        LOG.log(Level.FINE, "closed", e);
      }
    }

    /** Ends of responses are written first. */
    void close() {
      try {
        thread.submit(() -> {}).get(LinkLedger.PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
        LOG.log(Level.FINE, "the ledger of links was not closed cleanly", e);
      }
      store.close();
      thread.shutdown();
    }
  }

  @Inject
  public SignedLinks(
      ServerEnvironment server, HealthReport health, Provider<GlassfishNamingManager> naming) {
    clock = InstantSource.system();
    Path folder = server.getInstanceRoot().toPath().resolve("sendfile").resolve(LinkSettings.NAME);
    stores =
        database ->
            database.isEmpty() ? own(folder, health) : shared(database, naming, server, health);
    health.report("links", this::state);
  }

  /** For a test without a server. */
  SignedLinks(Function<String, LinkStore> stores, InstantSource clock) {
    this.stores = stores;
    this.clock = clock;
  }

  private static Losses losses(String remedy) {
    return new Losses(LinkSettings.NAME, Severity.WARNING, remedy, LOG, System::nanoTime);
  }

  private LinkStore own(Path folder, HealthReport health) {
    Losses losses = losses(Losses.DISK);
    JournalStore store = new JournalStore(folder, MOST_BYTES, clock, System::nanoTime, losses);
    health.watch(losses, store::retry);
    return store;
  }

  private LinkStore shared(
      String database,
      Provider<GlassfishNamingManager> naming,
      ServerEnvironment server,
      HealthReport health) {
    Losses losses = losses(DATABASE);
    // It tries again by itself.
    health.watch(losses, () -> {});
    return new DatabaseStore(
        database, () -> connect(naming, database, server), clock, System::nanoTime, losses);
  }

  // An administrator has chosen the name, and it has no scheme that leads elsewhere.
  @SuppressWarnings("BanJNDI")
  static Connection connect(
      Provider<GlassfishNamingManager> naming, String database, ServerEnvironment server)
      throws NamingException, SQLException {
    if (server.getStatus() != ServerEnvironment.Status.started) {
      // The first look-up starts connectors, which a starting server has not set up yet.
      throw new DatabaseStore.NotReadyException(null);
    }
    try {
      return ((DataSource) naming.get().getInitialContext().lookup(database)).getConnection();
    } catch (NamingException | SQLException | RuntimeException e) {
      if (server.getStatus() != ServerEnvironment.Status.started) {
        throw new DatabaseStore.NotReadyException(e);
      }
      throw e;
    }
  }

  @Override
  public String name() {
    return LinkSettings.NAME;
  }

  @Override
  public Set<String> properties() {
    return LinkSettings.NAMES;
  }

  @Override
  public void check(Map<String, String> properties) {
    if (!properties.isEmpty()) {
      LinkSettings.read(properties);
    }
  }

  @Override
  public boolean configure(Map<String, String> properties) {
    inForce = null;
    if (properties.isEmpty()) {
      return false;
    }
    LinkSettings next = LinkSettings.read(properties);
    inForce = new InForce(next, opened(next.database()));
    return true;
  }

  /** Stays the same one while its database does, as responses by it may be under way. */
  private Opened opened(String database) {
    Opened now = opened;
    if (now == null || !now.database().equals(database)) {
      close();
      now = Opened.of(database, stores.apply(database));
      opened = now;
    }
    now.ledger().open();
    return now;
  }

  @Override
  public @Nullable Resolution resolve(Request request) {
    InForce now = inForce;
    if (now == null || !now.settings().owns(request.path())) {
      return null;
    }
    CrossOrigin crossOrigin = now.settings().crossOrigin();
    if (request.method().equals("OPTIONS")) {
      return new Resolution.Answered(crossOrigin.options(request));
    }
    Link link = now.settings().parse(request.path());
    Reason reason = link == null ? Reason.FORGED : reason(link, now.opened().store(), request);
    if (link != null && reason == null) {
      return file(link, now.opened().ledger(), crossOrigin.fields(request));
    }
    return new Resolution.Refused(
        new Denial(Objects.requireNonNull(reason), detail(link, reason)),
        link == null ? now.settings().path() + "/…" : link.root() + ":" + link.path(),
        crossOrigin.fields(request));
  }

  /** Null to answer with the file. */
  private @Nullable Reason reason(Link link, LinkStore store, Request request) {
    if (!link.expires().isAfter(clock.instant())) {
      return Reason.EXPIRED;
    }
    if (!store.isOpen()) {
      return Reason.NOT_NOW;
    }
    Reason over = store.over(link.id());
    boolean preview =
        over == null && link.once() && request.method().equals("GET") && isPreview(request);
    return preview ? Reason.PREVIEW : over;
  }

  private static String detail(@Nullable Link link, Reason reason) {
    String why =
        switch (reason) {
          case FORGED -> "no key of this server has signed it, or it was changed";
          case EXPIRED -> "it has expired; make another one";
          case REVOKED -> "it was revoked; make another one";
          case USED -> "it is over; make another one";
          case PREVIEW -> "it is to be used once, and a program asks before its user does";
          case NOT_NOW ->
              "the ledger of links cannot be read; list-sendfile-problems has the remedy";
        };
    return (link == null ? "" : " by link " + link.id()) + " is not answered: " + why;
  }

  private static boolean isPreview(Request request) {
    String agent = request.field("User-Agent");
    return (agent != null && PREVIEWS.matcher(agent).find())
        || PURPOSES.stream()
            .map(request::field)
            .anyMatch(
                value -> value != null && (value.startsWith("pre") || value.startsWith("Pre")));
  }

  @Override
  public @Nullable String create(String application, Map<String, String> terms) {
    InForce now = inForce;
    if (now == null) {
      return null;
    }
    Map<String, String> all = new HashMap<>(terms);
    all.put(Link.APPLICATION, application);
    return now.settings().format(Link.made(all, clock.instant()));
  }

  private static Resolution.File file(Link link, LinkLedger ledger, Map<String, String> ofOrigin) {
    Map<String, String> fields = new HashMap<>(ofOrigin);
    // For one client, not for caches that many share.
    fields.put("Cache-Control", "private");
    fields.put("X-Content-Type-Options", "nosniff");
    if (!link.saveAs().isEmpty()) {
      fields.put("Content-Disposition", disposition(link.saveAs()));
    }
    return new Resolution.File(
        link.root(),
        link.path(),
        link.application(),
        link.id(),
        link.identity(),
        link.bytesPerSecond(),
        fields,
        link.once() ? ledger.delivery(link) : null);
  }

  /** A name to save the file as (RFC 6266), for old clients without other characters than ASCII. */
  static String disposition(String name) {
    StringBuilder plain = new StringBuilder();
    name.codePoints()
        .forEach(c -> plain.appendCodePoint(CHARACTERS_OF_TOKENS.indexOf(c) >= 0 ? c : '_'));
    String quoted = "attachment; filename=\"" + plain + "\"";
    return plain.toString().equals(name)
        ? quoted
        : quoted + "; filename*=UTF-8''" + LinkSettings.encoded(name);
  }

  /**
   * Revokes a link.
   *
   * @param path of the link, or its URL
   * @return its id
   * @throws IllegalArgumentException if it is none of this server's
   * @throws IOException if that cannot be written
   */
  String revoke(String path) throws IOException {
    InForce now = inForce;
    if (now == null) {
      throw new IllegalArgumentException(
          "this server has no plug-in links in use; set-sendfile-plugin sets it up");
    }
    int begin = path.indexOf(now.settings().path() + "/");
    Link link = begin < 0 ? null : now.settings().parse(path.substring(begin));
    if (link == null) {
      throw new IllegalArgumentException(
          "this is no link of this server; give it as create-sendfile-link has printed it");
    }
    now.opened().store().revoke(link);
    return link.id();
  }

  private String state() {
    InForce now = inForce;
    return now == null
        ? "not set up"
        : "under "
            + now.settings().path()
            + ", keys "
            + now.settings().keys()
            + ", "
            + now.opened().store().state();
  }

  @Override
  public void close() {
    inForce = null;
    Opened before = opened;
    opened = null;
    if (before != null) {
      before.close();
    }
  }
}
