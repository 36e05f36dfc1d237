package io.sendfile.links;

import io.sendfile.glassfish.plugins.HealthReport;
import io.sendfile.operations.journal.Losses;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.Problem.Severity;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.Logger;
import org.glassfish.api.admin.ServerEnvironment;
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

  private static final String CHARACTERS_OF_TOKENS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !#$&+-.^_`|~()";

  private static final Resolution NOT_FOUND = new Resolution.Refused(404);
  private static final Resolution GONE = new Resolution.Refused(410);
  private static final Resolution UNAVAILABLE = new Resolution.Refused(503);

  private final LinkLedger ledger;
  private final InstantSource clock;
  private volatile @Nullable LinkSettings settings;

  @Inject
  public SignedLinks(ServerEnvironment server, HealthReport health) {
    Losses losses = new Losses("links", Severity.WARNING, Losses.DISK, LOG, System::nanoTime);
    clock = InstantSource.system();
    ledger = new LinkLedger(folder(server), MOST_BYTES, clock, losses);
    health.watch(losses, ledger::retry);
    health.report("links", this::state);
  }

  /** For a test without a server. */
  SignedLinks(LinkLedger ledger, InstantSource clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  private static Path folder(ServerEnvironment server) {
    return server.getInstanceRoot().toPath().resolve("sendfile").resolve(LinkSettings.NAME);
  }

  @Override
  public String name() {
    return LinkSettings.NAME;
  }

  @Override
  public boolean configure(Map<String, String> properties) {
    if (properties.isEmpty()) {
      settings = null;
      return false;
    }
    try {
      LinkSettings next = LinkSettings.read(properties);
      ledger.open();
      settings = next;
      return true;
    } catch (IllegalArgumentException e) {
      settings = null;
      throw e;
    }
  }

  @Override
  public @Nullable Resolution resolve(String path) {
    LinkSettings now = settings;
    if (now == null || !now.owns(path)) {
      return null;
    }
    Link link = now.parse(path);
    if (link == null) {
      return NOT_FOUND;
    }
    if (!link.expires().isAfter(clock.instant())) {
      return GONE;
    }
    if (!ledger.isOpen()) {
      return UNAVAILABLE;
    }
    return ledger.isOver(link.id()) ? GONE : file(link);
  }

  @Override
  public @Nullable String create(String application, Map<String, String> terms) {
    LinkSettings now = settings;
    if (now == null) {
      return null;
    }
    Map<String, String> all = new HashMap<>(terms);
    all.put(Link.APPLICATION, application);
    return now.format(Link.made(all, clock.instant()));
  }

  private Resolution.File file(Link link) {
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
    LinkSettings now = settings;
    if (now == null) {
      throw new IllegalArgumentException(
          "this server has no plug-in links in use; set-sendfile-plugin sets it up");
    }
    int begin = path.indexOf(now.path() + "/");
    Link link = begin < 0 ? null : now.parse(path.substring(begin));
    if (link == null) {
      throw new IllegalArgumentException(
          "this is no link of this server; give it as create-sendfile-link has printed it");
    }
    ledger.revoke(link);
    return link.id();
  }

  private String state() {
    LinkSettings now = settings;
    return now == null
        ? "not set up"
        : "under " + now.path() + ", keys " + now.keys() + ", " + ledger.size() + " remembered";
  }

  @Override
  public void close() {
    settings = null;
    ledger.close();
  }
}
