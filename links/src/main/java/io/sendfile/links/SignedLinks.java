package io.sendfile.links;

import io.sendfile.spi.CleanThreads;
import io.sendfile.spi.Denial;
import io.sendfile.spi.DenialReason;
import io.sendfile.spi.Host;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Panel;
import io.sendfile.spi.Panel.Fact;
import io.sendfile.spi.Panel.Table;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.Resolution;
import io.sendfile.spi.Severity;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
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

  /** As neither a pool nor a driver bounds every wait. */
  private static final int DATABASE_THREADS = 4;

  private static final String REMEDY =
      Losses.DISK
          + "; for a shared ledger, see that the database runs, that this server has the JDBC"
          + " resource, and that its user may read, write and make the table of docs/links.md";

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

  private final Losses losses;
  private final BooleanSupplier serverRuns;
  private final InstantSource clock;
  private final RecentLinks recent;
  private volatile @Nullable InForce inForce;

  /** Of the thread that configures. */
  private @Nullable Opened opened;

  private record InForce(LinkSettings settings, Opened opened) {}

  /** A ledger that is open, or tries to be, with its threads. */
  private record Opened(
      String database,
      LinkStore store,
      LinkLedger ledger,
      ScheduledThreadPoolExecutor thread,
      ExecutorService calls) {
    /** Ends of responses are written first. */
    void close() {
      await(thread.submit(() -> {})::get);
      calls.shutdown();
      await(calls::awaitTermination);
      await(thread.submit(store::close)::get);
      thread.shutdown();
    }
  }

  /** A wait for other threads. */
  @FunctionalInterface
  private interface Wait {
    Object most(long time, TimeUnit unit)
        throws InterruptedException, ExecutionException, TimeoutException;
  }

  @Inject
  public SignedLinks(Host host) {
    clock = InstantSource.system();
    recent = new RecentLinks(clock);
    losses = new Losses(LinkSettings.NAME, Severity.WARNING, REMEDY, LOG, System::nanoTime);
    serverRuns = host::runs;
    Path folder = host.folder(LinkSettings.NAME);
    stores =
        database ->
            database.isEmpty()
                ? new JournalStore(
                    folder, () -> host.records(folder, losses), MOST_BYTES, clock, System::nanoTime)
                : new DatabaseStore(
                    database, () -> host.connect(database), clock, System::nanoTime);
    // It tries again by itself.
    host.watch(losses, () -> {});
    host.report(LinkSettings.NAME, this::state);
  }

  /** For a test without a server. */
  SignedLinks(Function<String, LinkStore> stores, Losses losses, InstantSource clock) {
    this.stores = stores;
    this.losses = losses;
    this.clock = clock;
    recent = new RecentLinks(clock);
    serverRuns = () -> true;
  }

  @Override
  public String name() {
    return LinkSettings.NAME;
  }

  @Override
  public List<Property> properties() {
    return LinkSettings.PROPERTIES;
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
      now = open(database, stores.apply(database));
      opened = now;
    }
    await(now.ledger().look()::get);
    return now;
  }

  private Opened open(String database, LinkStore store) {
    ScheduledThreadPoolExecutor thread = threads("sendfile-link-ledger", 1);
    ScheduledThreadPoolExecutor calls =
        threads("sendfile-link-store", database.isEmpty() ? 1 : DATABASE_THREADS);
    LinkLedger ledger =
        new LinkLedger(
            store,
            losses,
            serverRuns,
            (delay, task) -> {
              var unused = thread.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
              return !thread.isShutdown();
            },
            calls);
    ledger.open();
    return new Opened(database, store, ledger, thread, calls);
  }

  /** Threads that drop tasks after their end. */
  private static ScheduledThreadPoolExecutor threads(String name, int number) {
    return new ScheduledThreadPoolExecutor(
        number, task -> CleanThreads.make(name, task), new ThreadPoolExecutor.DiscardPolicy());
  }

  /** Waits for as long as a request, as a disk or a database may not answer. */
  private static void await(Wait wait) {
    try {
      wait.most(LinkLedger.PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(Level.FINE, "the ledger of links takes long", e);
    }
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
    Denial denial = denial(link, now.opened(), request);
    if (!request.isQuestion()) {
      recent.asked(link, denial);
    }
    Map<String, String> fields = crossOrigin.fields(request);
    if (link != null && denial == null) {
      return file(link, now.opened().ledger(), fields);
    }
    String asked = link == null ? now.settings().path() + "/…" : link.root() + ":" + link.path();
    return new Resolution.Refused(Objects.requireNonNull(denial), asked, fields);
  }

  /** Null to answer with the file. */
  private @Nullable Denial denial(@Nullable Link link, Opened of, Request request) {
    if (link == null) {
      return new Denial(
          DenialReason.FORGED, " was not signed by a key of this server, or was changed");
    }
    DenialReason over = of.store().over(link.id());
    if (!link.expires().isAfter(clock.instant())) {
      return denied(link, DenialReason.EXPIRED, "it has expired; make another one");
    }
    if (over != null) {
      String why = over == DenialReason.USED ? "is over" : "was revoked";
      return denied(link, over, "it " + why + "; make another one");
    }
    if (!of.store().isOpen()) {
      // For the next request.
      var unused = of.ledger().look();
      String why =
          "the ledger of links cannot be read; asadmin list-sendfile-problems has the remedy";
      return denied(link, DenialReason.NOT_NOW, why);
    }
    if (link.once() && request.method().equals("GET") && isPreview(request)) {
      String why = "it is to be used once, and a program asks before its user does";
      return denied(link, DenialReason.PREVIEW, why);
    }
    return null;
  }

  private static Denial denied(Link link, DenialReason reason, String why) {
    return new Denial(reason, " by link " + link.id() + " is not answered: " + why);
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
    Link link = Link.made(all, clock.instant());
    String path = now.settings().format(link);
    recent.made(link);
    return path;
  }

  /** A command has made it here. */
  void made(Link link) {
    recent.made(link);
  }

  private Resolution.File file(Link link, LinkLedger ledger, Map<String, String> ofOrigin) {
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
        link.once() ? ledger.delivery(link) : null,
        reason -> recent.refused(link, reason));
  }

  /** A name to save the file as (RFC 6266), for old clients without other characters than ASCII. */
  static String disposition(String name) {
    String plain = name.replaceAll("[^\\w !#$&+.^`|~()-]", "_");
    String quoted = "attachment; filename=\"" + plain + "\"";
    return plain.equals(name)
        ? quoted
        : quoted + "; filename*=UTF-8''" + LinkSettings.encoded(name);
  }

  /**
   * Revokes a link.
   *
   * @param path of the link, its URL, or its id
   * @return its id
   * @throws IllegalArgumentException if it is none of this server's
   * @throws IOException if that cannot be written
   */
  String revoke(String path) throws IOException {
    InForce now = inForce;
    if (now == null) {
      throw new IllegalArgumentException(
          "this server has no plug-in links in use; asadmin set-sendfile-plugin sets it up");
    }
    int begin = path.indexOf(now.settings().path() + "/");
    Link link = Link.ofId(path, clock.instant());
    if (link == null && begin >= 0) {
      link = now.settings().parse(path.substring(begin));
    }
    if (link == null) {
      throw new IllegalArgumentException(
          "this is no link of this server; give it as asadmin create-sendfile-link has printed"
              + " it, or its id");
    }
    now.opened().store().revoke(link);
    return link.id();
  }

  @Override
  public List<Fact> facts(Request request) {
    InForce now = inForce;
    if (now == null || !now.settings().owns(request.path())) {
      return List.of();
    }
    Link link = now.settings().parse(request.path());
    return link == null
        ? List.of()
        : recent.row(link, now.opened().store()::over).entrySet().stream()
            .filter(cell -> !cell.getValue().isEmpty())
            .map(cell -> new Fact(cell.getKey(), cell.getValue()))
            .toList();
  }

  @Override
  public Panel panel() {
    InForce now = inForce;
    return new Panel(
        recent.facts(),
        List.of(
            new Table(
                "Last links, of %,d at most, since the start".formatted(RecentLinks.MOST),
                RecentLinks.COLUMNS,
                recent.rows(now == null ? id -> null : now.opened().store()::over),
                List.of(RevokeSendfileLink.ACTION))),
        List.of(CreateSendfileLink.ACTION));
  }

  private String state() {
    InForce now = inForce;
    if (now == null) {
      return "not set up";
    }
    LinkSettings settings = now.settings();
    return String.join(
        ", ", "under " + settings.path(), "keys " + settings.keys(), now.opened().store().state());
  }

  @Override
  public void close() {
    inForce = null;
    Opened before = opened;
    opened = null;
    if (before != null) {
      before.close();
      losses.works();
    }
  }
}
