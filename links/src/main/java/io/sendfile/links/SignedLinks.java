package io.sendfile.links;

import io.sendfile.glassfish.plugins.HealthReport;
import io.sendfile.operations.journal.Losses;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.Problem.Severity;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.logging.Logger;
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

  private static final Resolution NOT_FOUND = new Resolution.Refused(404);
  private static final Resolution GONE = new Resolution.Refused(410);
  private static final Resolution UNAVAILABLE = new Resolution.Refused(503);

  /** Makes the closed ledger of a database, or of this server alone for an empty name. */
  private final Function<String, LinkLedger> ledgers;

  private final InstantSource clock;
  private volatile @Nullable InForce inForce;

  /** Of the thread that configures. */
  private @Nullable Opened opened;

  private record InForce(LinkSettings settings, LinkLedger ledger) {}

  /** A ledger that is open, or tries to be. */
  private record Opened(String database, LinkLedger ledger) {}

  @Inject
  public SignedLinks(
      ServerEnvironment server, HealthReport health, Provider<GlassfishNamingManager> naming) {
    clock = InstantSource.system();
    Path folder = server.getInstanceRoot().toPath().resolve("sendfile").resolve(LinkSettings.NAME);
    ledgers =
        database -> database.isEmpty() ? own(folder, health) : shared(database, naming, health);
    health.report("links", this::state);
  }

  /** For a test without a server. */
  SignedLinks(Function<String, LinkLedger> ledgers, InstantSource clock) {
    this.ledgers = ledgers;
    this.clock = clock;
  }

  private static Losses losses(String remedy) {
    return new Losses(LinkSettings.NAME, Severity.WARNING, remedy, LOG, System::nanoTime);
  }

  private LinkLedger own(Path folder, HealthReport health) {
    Losses losses = losses(Losses.DISK);
    JournalLedger ledger = new JournalLedger(folder, MOST_BYTES, clock, losses);
    health.watch(losses, ledger::retry);
    return ledger;
  }

  private LinkLedger shared(
      String database, Provider<GlassfishNamingManager> naming, HealthReport health) {
    Losses losses = losses(DATABASE);
    // It tries again by itself.
    health.watch(losses, () -> {});
    return new DatabaseLedger(
        database, () -> connect(naming.get(), database), clock, System::nanoTime, losses);
  }

  // An administrator has chosen the name, and it has no scheme that leads elsewhere.
  @SuppressWarnings("BanJNDI")
  private static Connection connect(GlassfishNamingManager naming, String database)
      throws NamingException, SQLException {
    return ((DataSource) naming.getInitialContext().lookup(database)).getConnection();
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
    inForce = new InForce(next, ledger(next.database()));
    return true;
  }

  /** Stays the same one while its database does, as responses by it may be under way. */
  private LinkLedger ledger(String database) {
    Opened before = opened;
    if (before != null && before.database().equals(database)) {
      before.ledger().open();
      return before.ledger();
    }
    close();
    LinkLedger ledger = ledgers.apply(database);
    opened = new Opened(database, ledger);
    ledger.open();
    return ledger;
  }

  @Override
  public @Nullable Resolution resolve(String path) {
    InForce now = inForce;
    if (now == null || !now.settings().owns(path)) {
      return null;
    }
    Link link = now.settings().parse(path);
    if (link == null) {
      return NOT_FOUND;
    }
    if (!link.expires().isAfter(clock.instant())) {
      return GONE;
    }
    if (!now.ledger().isOpen()) {
      return UNAVAILABLE;
    }
    return now.ledger().isOver(link.id()) ? GONE : file(link, now.ledger());
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

  private Resolution.File file(Link link, LinkLedger ledger) {
    Map<String, String> fields = new HashMap<>();
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
    now.ledger().revoke(link);
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
            + now.ledger().state();
  }

  @Override
  public void close() {
    inForce = null;
    Opened before = opened;
    opened = null;
    if (before != null) {
      before.ledger().close();
    }
  }
}
