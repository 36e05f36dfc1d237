package io.sendfile.core.engine;

import io.sendfile.core.archive.ArchivePlan;
import io.sendfile.core.content.ContentCoding;
import io.sendfile.core.content.Dialect;
import io.sendfile.core.content.EmptyBodyDigests;
import io.sendfile.core.content.Field;
import io.sendfile.core.content.FileSlice;
import io.sendfile.core.content.HandOffOfArchive;
import io.sendfile.core.content.HandOffOfFile;
import io.sendfile.core.content.HandOffRequest;
import io.sendfile.core.content.Malformed;
import io.sendfile.core.content.Representation;
import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.content.SendfileDirective;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.FoundFile;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Roots;
import io.sendfile.core.files.Source;
import io.sendfile.core.files.StoredSource;
import io.sendfile.core.files.Target;
import io.sendfile.core.http.HttpDate;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.settings.Setting;
import io.sendfile.spi.Escapes;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Decides about one response, from its headers and the settings in force. Its only effect is the
 * opening of the file. Thread-safe.
 */
public final class Decider {
  static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.engine");

  private final FileOpener opener;
  private final InstantSource clock;
  private final Stores stores;
  private final ArchivePlans plans;

  /** Null while no plug-in knows any. */
  private volatile @Nullable ReprDigests digests;

  /** Applications whose digests of an empty body were told, and those with a header's name. */
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  Decider(FileOpener opener, InstantSource clock, Stores stores, ArchivePlans plans) {
    this.opener = opener;
    this.stores = stores;
    this.clock = clock;
    this.plans = plans;
  }

  void digests(@Nullable ReprDigests ofPlugIns) {
    digests = ofPlugIns;
  }

  Decision decide(
      RequestView request,
      ResponseView response,
      HandOffRequest asked,
      Caller caller,
      ListenerConfig config) {
    // An application that sets attributes relies on an announced hand-off, and has written no body.
    Dialect dialect = config.settings().dialect();
    if (!config.settings().flag(Setting.ENABLED) && !asked.hasAttributes()) {
      return asked.asksForArchive()
          ? new Decision.Refuse(RefusalReason.ARCHIVES_OFF, "enabled is false; set it to true")
              .naming("", asked.words(dialect))
          : new Decision.PassOn();
    }
    List<String> ofNothing = ofNothing(response);
    ResponseView described = response.without(ofNothing);
    Origin origin = caller.origin();
    SendfileDirective directive = asked.directive(dialect);
    if (!(directive instanceof SendfileDirective.NoHandOff)) {
      asked.unusable().forEach((field, rule) -> tell(origin, field, rule));
    }
    if (directive instanceof HandOffOfArchive archive) {
      return plan(request, response.withMediaType(null), archive, caller, config);
    }
    Decision decision =
        directive instanceof HandOffOfFile handOff
            ? handOff(request, described, handOff, origin, caller::share, config)
            : directive instanceof Malformed malformed
                ? new Decision.Refuse(malformed.reason(), malformed.detail())
                : new Decision.PassOn();
    return settled(decision, ofNothing, response, asked, config);
  }

  private Decision settled(
      Decision decision,
      List<String> ofNothing,
      ResponseView response,
      HandOffRequest asked,
      ListenerConfig config) {
    if (decision instanceof Decision.Send send) {
      return without(ofNothing, send, response);
    }
    if (decision instanceof Decision.Later<?> later) {
      return later.then(next -> settled(next, ofNothing, response, asked, config));
    }
    if (!(decision instanceof Decision.Refuse refusal)) {
      return decision;
    }
    Dialect dialect = config.settings().dialect();
    Target named = asked.roughTarget(dialect);
    String root = named == null ? "" : config.roots().named(named).map(Root::name).orElse("");
    return refusal.naming(root, asked.words(dialect));
  }

  /** An archive, whose members have to be looked up first. */
  private Decision plan(
      RequestView request,
      ResponseView response,
      HandOffOfArchive archive,
      Caller caller,
      ListenerConfig config) {
    Origin origin = caller.origin();
    ArchivePlans.PlanRequest asked = plans.request(archive.list(), origin, config, caller.share());
    // Equal lists of those who wait are kept once.
    HandOffOfArchive terms = archive.withoutList();
    return new Decision.Later<>(
        "an archive",
        origin,
        config,
        asked::order,
        planned -> {
          ArchivePlan plan = planned.plan();
          if (plan == null) {
            return Objects.requireNonNull(planned.refusal(), "of a wanted plan");
          }
          List<String> ofNothing = ofNothing(response);
          ResponseView described = response.without(ofNothing);
          Decision.Send send =
              plans.archives.decide(
                  request, described, terms, origin, config, plan, asked::release);
          return without(ofNothing, send, response);
        },
        asked::leave);
  }

  /** A file of a store, which has to say first what it has, or to fetch the first bytes. */
  private Decision find(
      RequestView request,
      ResponseView response,
      HandOffOfFile handOff,
      String path,
      CompletableFuture<OpenResult> found,
      Origin origin,
      ListenerConfig config) {
    // Asked while the application is there, which may know other media types.
    ResponseView later = response.withMediaType(response.mediaType(path));
    return new Decision.Later<>(
        "a file of a store",
        origin,
        config,
        release -> {
          release.run();
          return found;
        },
        result -> found(request, later, handOff, result, origin, config),
        () -> {
          if (!found.cancel(false)) {
            OpenResult.closeWhenFound(found);
          }
        });
  }

  private static List<String> ofNothing(ResponseView response) {
    return response.describesFile() ? EmptyBodyDigests.in(response) : List.of();
  }

  private Decision.Send without(List<String> ofNothing, Decision.Send send, ResponseView response) {
    if (ofNothing.isEmpty()) {
      return send;
    }
    tell(send.origin(), ofNothing, response);
    return send.by(send.plan().without(ofNothing));
  }

  /** Opens a file before the response that it belongs to. */
  OpenResult open(Target target, ListenerConfig config) {
    return opener.open(target, config.roots(), false);
  }

  /** Once for each application. */
  private void tell(Origin origin, List<String> ofNothing, ResponseView response) {
    if (told.add(origin.application())) {
      String field = ofNothing.get(0);
      LOG.log(
          Level.WARNING,
          "sendfile: application ''{0}'' sends files with {1}: {2}, which is the digest of an empty"
              + " body and the same for all of them; such fields are dropped. A filter makes them"
              + " of the body that it sees: have it leave hand-offs out"
              + " (SendfileResponse.isHandedOff tells them)",
          new Object[] {
            Escapes.forLog(origin.application()),
            field,
            Escapes.forLog(String.join(", ", response.headers(field)))
          });
    }
  }

  /** Once for each application and header. */
  private void tell(Origin origin, Field unusable, String rule) {
    if (told.add(origin.application() + ' ' + unusable.header())) {
      LOG.log(
          Level.WARNING,
          "sendfile: application ''{0}'' sets {1}, which has no effect: {2}",
          new Object[] {Escapes.forLog(origin.application()), unusable, rule});
    }
  }

  /** Decides about a file that the server is about to serve. */
  Decision serve(
      RequestView request,
      ResponseView response,
      Target file,
      Origin origin,
      ListenerConfig config) {
    HandOffOfFile handOff = new HandOffOfFile(file, false, null, 0);
    return handOff(request, response, handOff, origin, () -> StoredSource.NOBODY, config);
  }

  /**
   * The same for the usual request, for a small file that stays open, by the plan of an earlier
   * request; null if that needs a longer look. Waits for no disk.
   */
  Decision.@Nullable Send serveAgain(
      RequestView request, ResponseView response, Target target, ListenerConfig config) {
    OpenFile file = opener.reuse(target, config.roots());
    if (file == null) {
      return null;
    }
    ResponsePlan plan = config.planner().cachedPlan(request, response, file, clock);
    if (plan == null || !file.root().origins().include(Origin.UNKNOWN)) {
      file.close();
      return null;
    }
    ResponsePlan digested = digested(plan, file, request, response);
    Decision.Send send =
        new Decision.Send(digested, file, null, Origin.UNKNOWN, 0, false, false, config);
    if (!send.small()) {
      file.close();
      return null;
    }
    return send;
  }

  /** Decides about a source that is open already; the decision owns it. */
  Decision.Send serve(
      RequestView request,
      ResponseView response,
      Source source,
      Representation representation,
      ListenerConfig config) {
    ResponsePlan plan = config.planner().plan(request, response, representation, clock.instant());
    return new Decision.Send(plan, source, null, Origin.UNKNOWN, 0, false, false, config);
  }

  private Decision handOff(
      RequestView request,
      ResponseView response,
      HandOffOfFile handOff,
      Origin origin,
      Supplier<Object> client,
      ListenerConfig config) {
    OpenResult before = handOff.opened();
    OpenResult opened =
        before == null
            ? opener.open(handOff.target(), config.roots(), handOff.temporary())
            : before;
    if (opened instanceof OpenResult.InStore stored) {
      Decision.Refuse refusal = refusal(handOff, stored, origin);
      if (refusal != null) {
        return refusal;
      }
      CompletableFuture<OpenResult> found = stores.find(stored.root(), stored.path(), client.get());
      return found.isDone()
          ? found(request, response, handOff, found.join(), origin, config)
          : find(request, response, handOff, stored.path(), found, origin, config);
    }
    if (!(opened instanceof OpenResult.Opened local)) {
      return found(request, response, handOff, opened, origin, config);
    }
    OpenFile file = local.file();
    Decision.Refuse refusal = refusal(handOff, file, origin);
    if (refusal != null) {
      file.close();
      return refusal;
    }
    ResponsePlan kept =
        handOff.slice() == null
            ? config.planner().cachedPlan(request, response, file, clock)
            : null;
    if (kept != null) {
      return send(kept, file, request, response, handOff, origin, config);
    }
    SelectedRepresentation chosen =
        config.settings().flag(Setting.PRECOMPRESSED)
                && SelectedRepresentation.siblingsMayStandFor(handOff, response)
            ? SelectedRepresentation.amongSiblings(
                request, handOff.target(), file, before != null, opener, config.roots())
            : SelectedRepresentation.plain(file, handOff.target(), response);
    ResponsePlan plan =
        plan(request, fresh(response, handOff.target(), file), handOff, chosen, config);
    return send(plan, chosen.file(), request, response, handOff, origin, config);
  }

  private Decision found(
      RequestView request,
      ResponseView response,
      HandOffOfFile handOff,
      OpenResult found,
      Origin origin,
      ListenerConfig config) {
    if (!(found instanceof OpenResult.Found stored)) {
      OpenResult.NotOpened refused = (OpenResult.NotOpened) found;
      return new Decision.Refuse(
          refused.reason(), "", "", refused.detail(), refused.retrySeconds(), "");
    }
    StoredSource file = stored.file();
    Decision.Refuse refusal = refusal(handOff, file, origin);
    if (refusal != null) {
      file.close();
      return refusal;
    }
    Representation known = Representation.stored(file.facts(), file.relativePath(), file.fields());
    ResponsePlan plan =
        config.planner().plan(request, response, known, handOff.slice(), clock.instant());
    FileSlice first = plan.first();
    return first == null || file.mayBegin(first.position(), first.end())
        ? send(plan, file, request, response, handOff, origin, config)
        : find(
            request,
            response,
            handOff,
            file.relativePath(),
            stores.begin(file, first),
            origin,
            config);
  }

  /**
   * GlassFish's response for a static file, without stale validators: it checks a file only every
   * few seconds, so its validators may belong to an earlier state of the file, and those of a fixed
   * time belong to any.
   */
  private static ResponseView fresh(ResponseView response, Target target, OpenFile file) {
    if (!(target instanceof Target.Owned owned) || !owned.served()) {
      return response;
    }
    List<String> dates = response.headers("Last-Modified");
    String real = HttpDate.format(file.modified().toInstant().truncatedTo(ChronoUnit.SECONDS));
    boolean proves = file.facts().change() == null;
    return proves && (dates.isEmpty() || dates.contains(real))
        ? response
        : response.without(List.of("ETag", "Last-Modified"));
  }

  private Decision.Send send(
      ResponsePlan plan,
      FoundFile file,
      RequestView request,
      ResponseView response,
      HandOffOfFile handOff,
      Origin origin,
      ListenerConfig config) {
    FileSlice slice = handOff.slice();
    boolean ofWhole = slice == null || slice.isWhole(file.size());
    return new Decision.Send(
        ofWhole ? digested(plan, file, request, response) : plan,
        file,
        handOff.downloadId(),
        origin,
        handOff.bytesPerSecond(),
        handOff.resolved(),
        handOff.temporary() && request.method().equals("GET") && plan.isWhole(file.size()),
        config);
  }

  private ResponsePlan digested(
      ResponsePlan plan, FoundFile file, RequestView request, ResponseView response) {
    ReprDigests known = digests;
    return known == null ? plan : known.in(plan, file, request, response);
  }

  private ResponsePlan plan(
      RequestView request,
      ResponseView response,
      HandOffOfFile handOff,
      SelectedRepresentation chosen,
      ListenerConfig config) {
    Representation representation = chosen.representation();
    Instant now = clock.instant();
    return handOff.slice() == null && representation.isPlain()
        ? config.planner().plan(request, response, representation, chosen.file(), now)
        : config.planner().plan(request, response, representation, handOff.slice(), now);
  }

  /** Refusal that needs no answer of the store, which is not asked then; null for none. */
  static Decision.@Nullable Refuse refusal(
      HandOffOfFile handOff, OpenResult.InStore file, Origin origin) {
    Root root = file.root();
    String where = "file '" + Escapes.forLog(file.path()) + "' in root '" + root.name() + "'";
    if (!root.origins().include(origin)) {
      return new Decision.Refuse(RefusalReason.NOT_ADMITTED, where + notAdmitted(root, origin));
    }
    return handOff.temporary()
        ? new Decision.Refuse(
            RefusalReason.DELETE_FORBIDDEN,
            where
                + " is to be deleted after it is sent, but lies in a store, from which nothing is"
                + " deleted; let the application set X-Sendfile")
        : null;
  }

  static Decision.@Nullable Refuse refusal(HandOffOfFile handOff, FoundFile file, Origin origin) {
    Root root = file.root();
    if (!root.origins().include(origin)) {
      return Decision.Refuse.of(RefusalReason.NOT_ADMITTED, file, notAdmitted(root, origin));
    }
    if (handOff.temporary() && !root.allowDelete()) {
      return Decision.Refuse.of(
          RefusalReason.DELETE_FORBIDDEN,
          file,
          " is to be deleted after it is sent; set allow-delete of the root, or let the"
              + " application set X-Sendfile");
    }
    FileSlice slice = handOff.slice();
    return slice != null && slice.end() > file.size()
        ? Decision.Refuse.of(RefusalReason.BEYOND_END, file, beyondEnd(file.size(), slice))
        : null;
  }

  private static String beyondEnd(long size, FileSlice slice) {
    return String.format(
        " has %s bytes, but the application asks for those up to %s; it must ask for no"
            + " more than there are",
        size, slice.end());
  }

  private static String notAdmitted(Root root, Origin origin) {
    return String.format(
        " is not for %s on %s; add them to applications"
            + " and virtual-servers of the root, which are %s and %s (none: all)",
        origin.application().isEmpty()
            ? "requests without an application"
            : "application '" + Escapes.forLog(origin.application()) + "'",
        origin.virtualServer().isEmpty()
            ? "an unknown virtual server"
            : "virtual server '" + Escapes.forLog(origin.virtualServer()) + "'",
        sorted(root.origins().applications()),
        sorted(root.origins().virtualServers()));
  }

  private static String sorted(Set<String> names) {
    return Escapes.forLog(new TreeSet<>(names).toString());
  }

  /**
   * The selected representation (RFC 9110 section 3.2): the file, or a sibling in a coding the
   * client accepts.
   *
   * @param file the open file to be sent
   * @param representation its description for the client
   */
  record SelectedRepresentation(OpenFile file, Representation representation) {
    private static final String CONTENT_ENCODING = "Content-Encoding";

    /**
     * The file as it is. An application that hands off by attributes may declare the coding of its
     * own bytes.
     */
    static SelectedRepresentation plain(OpenFile file, Target target, ResponseView response) {
      List<String> codings =
          target instanceof Target.Owned ? response.headers(CONTENT_ENCODING) : List.of();
      String declared = codings.isEmpty() ? null : String.join(", ", codings);
      return new SelectedRepresentation(
          file,
          new Representation(
              file.facts(), file.relativePath(), ContentCoding.IDENTITY, false, declared));
    }

    /**
     * Whether a sibling may be selected: not for a part of the file, and not for a file that
     * GlassFish serves itself to other requests.
     */
    static boolean siblingsMayStandFor(HandOffOfFile handOff, ResponseView response) {
      if (handOff.target() instanceof Target.Owned owned) {
        return !owned.served()
            && handOff.slice() == null
            && response.headers(CONTENT_ENCODING).isEmpty();
      }
      return !handOff.asItIs();
    }

    /**
     * The first sibling that exists, is acceptable to the client and not older than the file;
     * otherwise the file. Closes the others.
     *
     * @param before whether the file was opened before, so that its name may lead elsewhere by now,
     *     and siblings belong to another file
     */
    static SelectedRepresentation amongSiblings(
        RequestView request,
        Target target,
        OpenFile file,
        boolean before,
        FileOpener opener,
        Roots roots) {
      for (ContentCoding coding : ContentCoding.order(request.headers("Accept-Encoding"))) {
        if (coding != ContentCoding.IDENTITY
            && opener.open(target.withSuffix(coding.suffix()), roots)
                instanceof OpenResult.Opened opened) {
          OpenFile sibling = opened.file();
          if (mayStandFor(sibling, file) && (!before || leadsTo(file, target, opener, roots))) {
            file.close();
            return new SelectedRepresentation(sibling, represent(sibling, file, coding));
          }
          sibling.close();
        }
      }
      return new SelectedRepresentation(file, represent(file, file, ContentCoding.IDENTITY));
    }

    private static boolean leadsTo(OpenFile file, Target target, FileOpener opener, Roots roots) {
      if (opener.open(target, roots) instanceof OpenResult.Opened now) {
        try (OpenFile found = now.file()) {
          return found.facts().equals(file.facts());
        }
      }
      return false;
    }

    /**
     * Checks the root: a sibling reached through a link may lie in another one, for other
     * applications.
     */
    private static boolean mayStandFor(OpenFile sibling, OpenFile file) {
      return sibling.root().equals(file.root())
          && ContentCoding.isFresh(sibling.facts(), file.facts());
    }

    private static Representation represent(OpenFile stored, OpenFile plain, ContentCoding coding) {
      return new Representation(stored.facts(), plain.relativePath(), coding, true, null);
    }
  }
}
