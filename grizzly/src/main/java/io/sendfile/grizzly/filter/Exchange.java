package io.sendfile.grizzly.filter;

import io.sendfile.core.content.ArchiveList;
import io.sendfile.core.content.Field;
import io.sendfile.core.content.FileAttributes;
import io.sendfile.core.content.HandOffAttributes;
import io.sendfile.core.content.HandOffHeader;
import io.sendfile.core.content.PassedArchive;
import io.sendfile.core.content.PassedFile;
import io.sendfile.core.content.ResolvedFile;
import io.sendfile.core.engine.Decision;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Source;
import io.sendfile.core.http.AddressRanges;
import io.sendfile.core.http.ForwardedField;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.Identity;
import io.sendfile.spi.Delivery;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.Resolution;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpContext;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.server.AfterServiceListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.util.MimeHeaders;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the server, until the application is done with it. To the
 * application it is the {@link PassedFile#OPENER} of its files.
 */
final class Exchange implements ToLongFunction<Object>, AfterServiceListener {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  private static final OpenResult.NotOpened TOO_MANY =
      new OpenResult.NotOpened(
          RefusalReason.OUT_OF_DESCRIPTORS,
          "archives of passed files hold as many files open as they may, "
              + ListenerEngine.MOST_MEMBERS
              + "; have the application archive files that stay where they are"
              + " (Archive.ofStored), which are opened one at a time");

  private static final Attribute<Exchange> ATTRIBUTE =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(Exchange.class.getName());

  /** TRUE where X-Sendfile works. */
  static final String ACTIVE = "io.sendfile.active";

  /**
   * An AJP peer may send strings as attributes of any name; these must come from this server. A
   * {@link PassedFile} is no string, nor is its opener.
   */
  private static final List<String> FOREIGN =
      Stream.concat(
              FileAttributes.NAMES.stream(),
              Stream.of(ServletLayer.LISTENER, ServletLayer.LINK, ACTIVE, FileAttributes.SUPPORT))
          .toList();

  private final HeldRequest held;
  private final Request served;
  private final ServletLayer servlets;
  private final ListenerEngine engine;
  private volatile boolean namesFiles;
  private volatile boolean passesFiles;

  /** Null while it was not asked for, as the header has not passed. */
  private volatile @Nullable HandOff handOff;

  /** A plug-in's answer in the application's place; null for none. */
  private Resolution.@Nullable File resolved;

  private @Nullable WatchedBody watched;
  private volatile boolean returned;
  private volatile @Nullable OpenedFiles opened;

  /** Whether a field of the response is there as long as what was opened is not withdrawn. */
  private volatile boolean marked;

  /**
   * Files that the application has had opened, or why that was not possible.
   *
   * @param of the path, or the names and paths of an archive
   * @param files open; by their names in the archive, or the only one by its path
   * @param refused why the server could not open one; there are none then
   * @param done run when they are closed
   */
  private record OpenedFiles(
      Object of,
      Map<Object, OpenFile> files,
      OpenResult.@Nullable NotOpened refused,
      Runnable done) {
    /** The hand-off by these files, if it is of them. */
    HandOffAttributes in(HandOffAttributes passed) {
      if (passed instanceof PassedFile one && isOf(passed)) {
        return one.as(
            refused == null
                ? new OpenResult.Opened(Objects.requireNonNull(files.get(of)))
                : refused);
      }
      return passed instanceof PassedArchive archive && isOf(passed)
          ? new PassedArchive(archive.files(), files, refused)
          : passed;
    }

    boolean isOf(HandOffAttributes passed) {
      return (passed instanceof PassedFile one && of.equals(one.file()))
          || (passed instanceof PassedArchive archive && of.equals(archive.files()));
    }

    long bytes() {
      return refused == null ? files.values().stream().mapToLong(OpenFile::size).sum() : -1;
    }

    void close() {
      files.values().forEach(OpenFile::close);
      done.run();
    }
  }

  private Exchange(
      HeldRequest held,
      Request served,
      ServletLayer servlets,
      ListenerEngine engine,
      boolean namesFiles,
      boolean passesFiles) {
    this.held = held;
    this.served = served;
    this.servlets = servlets;
    this.engine = engine;
    this.namesFiles = namesFiles;
    this.passesFiles = passesFiles;
  }

  /**
   * Begins an exchange for a request that is about to reach the application, and announces to it
   * how it may hand off.
   *
   * @param compressing whether the listener compresses
   */
  static Exchange open(
      FilterChainContext context,
      int filterIndex,
      Request served,
      ServletLayer servlets,
      ListenerEngine engine,
      boolean compressing) {
    SendfileSettings settings = engine.settings();
    boolean enabled = settings.flag(Setting.ENABLED);
    boolean namesFiles = enabled && !compressing && settings.flag(Setting.TOMCAT_ATTRIBUTES);
    announce(served, settings, namesFiles, enabled);
    HttpRequestPacket request = served.getRequest();
    HttpContext http = request.getProcessingState().getHttpContext();
    HeldRequest held = new HeldRequest(context, filterIndex, http.getCloseable());
    Exchange exchange = new Exchange(held, served, servlets, engine, namesFiles, enabled);
    if (enabled) {
      served.setAttribute(PassedFile.OPENER, exchange);
    }
    if (enabled && !engine.resolvers().isEmpty()) {
      Function<Map<String, String>, String> links = exchange::link;
      served.setAttribute(ServletLayer.LINK, links);
    }
    ATTRIBUTE.set(request, exchange);
    return exchange;
  }

  /** Makes a link in the name of the application, while the request is served. */
  private String link(Map<String, String> terms) {
    String application = origin().application();
    for (PathResolver resolver : engine.resolvers()) {
      String path = resolver.create(application, terms);
      if (path != null) {
        return path;
      }
    }
    throw new IllegalStateException("no plug-in of this server makes links");
  }

  /**
   * Announces to the application, by attributes of a request that has not reached it, the available
   * ways of handing off.
   *
   * @param namesFiles whether a file may be named by Tomcat's attributes
   * @param passesFiles whether a file may be passed
   */
  private static void announce(
      Request request, SendfileSettings settings, boolean namesFiles, boolean passesFiles) {
    for (String name : FOREIGN) {
      request.removeAttribute(name);
    }
    if (settings.flag(Setting.ENABLED) && !settings.roots().isEmpty()) {
      request.setAttribute(ACTIVE, true);
    }
    if (namesFiles) {
      request.setAttribute(FileAttributes.SUPPORT, true);
    }
    if (passesFiles) {
      request.setAttribute(PassedFile.FILE, true);
    }
  }

  /** The exchange of a request, or null when it never reached an application. */
  static @Nullable Exchange of(@Nullable HttpRequestPacket request) {
    return request == null ? null : ATTRIBUTE.get(request);
  }

  /** The packet outlasts its exchange. */
  static void forget(HttpRequestPacket request) {
    ATTRIBUTE.remove(request);
  }

  /** The request, which stays open while a transfer answers it. */
  HeldRequest held() {
    return held;
  }

  /** The engine at the listener of the request. */
  ListenerEngine engine() {
    return engine;
  }

  /** Sets a file that answers the request in the application's place; null for none. */
  void prepare(Decision.@Nullable Send file) {
    handOff = file == null ? null : new HandOff.Prepared(file);
  }

  /** Sets a file by which a plug-in answers the request in the application's place. */
  void resolve(Resolution.File file) {
    resolved = file;
  }

  /** Sets an error by which a plug-in answers the request in the application's place. */
  void refuse(Decision.Refuse refusal) {
    handOff = new HandOff.RefusedByPlugIn(refusal);
  }

  /** The plug-in's side of the delivery of the body; null for none. */
  @Nullable Delivery delivery() {
    Resolution.File file = resolved;
    return file == null ? null : file.delivery();
  }

  /** Tells the plug-in that has resolved the request, if one has, that its file is refused. */
  void tellRefused(RefusalReason reason) {
    Resolution.File file = resolved;
    if (file != null) {
      try {
        file.refused().accept(reason.code());
      } catch (RuntimeException | Error e) {
        Thrown.log(LOG, e, "a plug-in failed as the file that it answers with was refused");
      }
    }
  }

  boolean isPrepared() {
    return handOff instanceof HandOff.Prepared;
  }

  /** Closes the file if it was not sent. */
  void forgetPrepared() {
    if (handOff instanceof HandOff.Prepared left) {
      handOff = null;
      left.answer().file().close();
    }
  }

  /** The hand-off of an uncommitted response; the first call asks. */
  HandOff handOff(HttpResponsePacket response) {
    HandOff known = handOff;
    if (known == null) {
      known = HandOff.of(this, response);
      handOff = known;
    }
    return known;
  }

  /** The header passes, by what {@link #handOff(HttpResponsePacket)} has told. */
  void headPasses() {
    handOff = null;
  }

  /**
   * The application has returned, or completed: a hand-off has to begin now, while the request can
   * be kept open.
   *
   * @return whether it begins by {@link #commit}
   */
  boolean returned(HttpResponsePacket response) {
    returned = true;
    return !handedOff() && !response.isCommitted() && !(handOff(response) instanceof HandOff.None);
  }

  boolean isReturned() {
    return returned;
  }

  /** Makes the header pass the filter, and a body that lists files as a whole. */
  void commit(Response response) throws IOException {
    try {
      passHead(response);
    } catch (IOException e) {
      if (!held.closed()) {
        throw e;
      }
      LOG.log(Level.FINE, "sendfile: a client left before its response", e);
    }
  }

  private void passHead(Response response) throws IOException {
    if (handOff instanceof HandOff.Listed listed && listed.isBegun()) {
      // A flush writes nothing where nothing is left.
      response.getOutputBuffer().close();
    } else {
      response.flush();
    }
  }

  /** A list for the body of the application. */
  HandOff.Listed newList() {
    long most = engine.settings().flag(Setting.ENABLED) ? ArchiveList.MOST_BYTES : 0;
    return new HandOff.Listed(most, engine.scheduler());
  }

  /** The response for the planner. */
  ResponseView view(HttpResponsePacket response) {
    return new PacketResponseView(response, this::mediaType);
  }

  /**
   * The hand-off by attributes of the request, or null.
   *
   * @param fields the hand-off headers of the response
   */
  @Nullable HandOffAttributes attributes(List<Field> fields) {
    Resolution.File file = resolved;
    if (file != null) {
      return new ResolvedFile(file);
    }
    HandOffAttributes passed = passesFiles ? servlets.passedFile(served) : null;
    OpenedFiles before = opened;
    if (passed == null || (before != null && before.isOf(passed) && isWithdrawn(fields))) {
      return namesFiles ? servlets.fileAttributes(served) : null;
    }
    return before == null ? passed : before.in(passed);
  }

  /** Whether the application has reset the response since it had files opened. */
  private boolean isWithdrawn(List<Field> fields) {
    return marked && fields.stream().noneMatch(field -> field.header() == HandOffHeader.OPENED);
  }

  /**
   * Opens a file, or those of an archive, for the application and on its thread.
   *
   * @throws IllegalStateException if the response has begun, or the request has ended
   */
  @Override
  public long applyAsLong(Object file) {
    OpenedFiles next =
        file instanceof Map<?, ?> archive
            ? openAll(new HashMap<>(archive))
            : open(file, Collections.singletonMap(file, file), () -> {});
    hold(next);
    return next.bytes();
  }

  private OpenedFiles openAll(Map<?, ?> archive) {
    int count = archive.size();
    return engine.holdMembers(count)
        ? open(archive, archive, () -> engine.letGoOfMembers(count))
        : new OpenedFiles(archive, Map.of(), TOO_MANY, () -> {});
  }

  private OpenedFiles open(Object of, Map<?, ?> paths, Runnable done) {
    OpenedFiles all = new OpenedFiles(of, new HashMap<>(), null, done);
    boolean complete = false;
    try {
      for (Map.Entry<?, ?> each : paths.entrySet()) {
        OpenResult result = engine.open(new PassedFile(each.getValue(), null, null));
        if (result instanceof OpenResult.NotOpened refused) {
          return new OpenedFiles(of, Map.of(), refused, () -> {});
        }
        all.files.put(each.getKey(), ((OpenResult.Opened) result).file());
      }
      complete = true;
      return all;
    } finally {
      if (!complete) {
        all.close();
      }
    }
  }

  private synchronized void hold(OpenedFiles next) {
    HttpRequestPacket request = served.getRequest();
    if (handedOff() || request == null || Exchange.of(request) != this) {
      next.close();
      throw new IllegalStateException("the response has begun, or the request has ended");
    }
    if (opened == null) {
      served.addAfterServiceListener(this);
    } else {
      close(null);
    }
    opened = next;
    marked = mark(request.getResponse());
  }

  private static boolean mark(HttpResponsePacket response) {
    try {
      response.setHeader(HandOffHeader.OPENED.field(), "1");
      return true;
    } catch (MimeHeaders.MaxHeaderCountExceededException e) {
      return false;
    }
  }

  /** The request has ended, in whatever way. */
  @Override
  public void onAfterService(Request request) {
    letGo(null);
  }

  /**
   * Lets the opened file go.
   *
   * @param sent what takes the place of the body, and is owned elsewhere; null for nothing
   */
  void letGo(@Nullable Source sent) {
    // Most requests have none.
    if (opened != null) {
      close(sent);
    }
  }

  private synchronized void close(@Nullable Source sent) {
    OpenedFiles before = opened;
    opened = null;
    if (before != null && (sent == null || !before.files.containsValue(sent))) {
      before.close();
    }
  }

  /** Leaves the opened files to an archive, which closes them by the returned action. */
  synchronized Runnable lendOpened() {
    OpenedFiles before = opened;
    opened = null;
    return before == null ? () -> {} : before::close;
  }

  private @Nullable String mediaType(String name) {
    return resolved == null ? servlets.mediaType(served, name) : null;
  }

  /** Receiver of the hand-off's result; null for none. */
  @Nullable Consumer<Map<String, Object>> listener() {
    return resolved == null ? servlets.listener(served) : null;
  }

  /** The application that hands off. */
  Origin origin() {
    if (handOff instanceof HandOff.RefusedByPlugIn) {
      return Origin.UNKNOWN;
    }
    Resolution.File file = resolved;
    return file == null ? servlets.origin(served) : new Origin(file.application(), "");
  }

  /**
   * The client by its name; null if it has none, or none that may be one.
   *
   * @param told the name that the hand-off gives it; null for none
   */
  @Nullable Identity identity(@Nullable String told) {
    boolean principal = engine.settings().identifiesPrincipals();
    String name = told != null || resolved != null ? told : servlets.clientName(served, principal);
    return name != null && Identity.isName(name)
        ? new Identity(origin().application(), name)
        : null;
  }

  /** The other end of the connection, beyond a proxy of connections. */
  SocketAddress peer() {
    return ProxyProtocol.client(held.connection());
  }

  /** The client that a trusted proxy tells, without port; the peer for anybody else. */
  SocketAddress client() {
    SocketAddress peer = peer();
    AddressRanges trusted = engine.settings().trustedProxies();
    if (trusted == null
        || !(peer instanceof InetSocketAddress inet)
        || inet.getAddress() == null
        || !trusted.contains(inet.getAddress())) {
      return peer;
    }
    ForwardedField field = engine.settings().forwardedField();
    List<String> values = PacketFields.values(served.getRequest().getHeaders(), field.field());
    InetAddress told = field.client(values, trusted);
    return told == null ? peer : new InetSocketAddress(told, 0);
  }

  /** The application's own bytes go out: later attributes have no effect, and are not announced. */
  void passOn() {
    letGo(null);
    if (namesFiles || passesFiles) {
      namesFiles = false;
      passesFiles = false;
      served.removeAttribute(FileAttributes.SUPPORT);
      served.removeAttribute(PassedFile.FILE);
      served.removeAttribute(PassedFile.OPENER);
    }
  }

  /**
   * Drops whatever the application writes from now on. Its flush does not wait: as nothing was sent
   * yet, Grizzly promises that here. Otherwise it would wait for the client to take the bytes
   * queued by the transfer meanwhile, and close the stream under it when that takes too long.
   */
  void begin() {
    served.getResponse().getOutputBuffer().canWrite();
    countedBy(() -> 0);
    handOff = HandOff.BEGUN;
  }

  boolean handedOff() {
    return handOff == HandOff.BEGUN;
  }

  /** Watches the body that the application writes. */
  void watch(WatchedBody body) {
    watched = body;
  }

  /** The watched body; null if none is. */
  @Nullable WatchedBody watched() {
    return watched;
  }

  /** Has the access log count the body bytes that are sent in the application's place. */
  void countedBy(LongSupplier bodyBytes) {
    DeferredLine line = held.line();
    if (line != null) {
      line.countedBy(bodyBytes);
    }
  }
}
