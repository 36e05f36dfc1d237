package io.sendfile.core.engine;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.content.HandOffAttributes;
import io.sendfile.core.content.HandOffHeader;
import io.sendfile.core.content.HandOffOfArchive;
import io.sendfile.core.content.HandOffOfFile;
import io.sendfile.core.content.HandOffRequest;
import io.sendfile.core.content.PassedFile;
import io.sendfile.core.content.ResolvedFile;
import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.content.Segment;
import io.sendfile.core.content.SendfileDirective;
import io.sendfile.core.files.FileChange;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.FoundFile;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.StoredSource;
import io.sendfile.core.files.Target;
import io.sendfile.core.files.Trace;
import io.sendfile.core.http.NodeAddress;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.Identity;
import io.sendfile.core.transfer.LimitRule;
import io.sendfile.core.transfer.LimitSubject;
import io.sendfile.core.transfer.TransferLimits;
import io.sendfile.spi.Panel;
import io.sendfile.spi.Resolution;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Explains the outcome of a hand-off. Runs the code that decides about requests, and records its
 * steps; opens and closes the file, but sends, counts and deletes nothing. For one question and one
 * thread. Texts are unescaped, except those of refusals.
 */
public final class Explainer implements Trace {
  /** Topic of what a plug-in tells. */
  public static final String PLUG_IN = "plug-in";

  /** Topic of the application that answers a request. */
  public static final String APPLICATION = "application";

  private static final String FIXED_TIME =
      "builds give this time of change to all files, so it proves nothing, and there is no"
          + " Last-Modified; ";

  private static final String CHANGE =
      "the entity tag is made of inode and time of the status change as well";

  private static final String NO_CHANGE =
      "there is no entity tag either, as the JVM does not tell the time of the status change:"
          + " start it with --add-opens=java.base/sun.nio.fs=ALL-UNNAMED";

  /** The client of a question. */
  private static final SocketAddress NOBODY = InetSocketAddress.createUnresolved("nobody", 0);

  private final ListenerConfig config;
  private final Stores stores;
  private final ArchivePlans plans;
  private final InstantSource clock;
  private final TransferLimits limits;
  private final @Nullable Admission refusing;
  private @Nullable Root root;
  private Caller caller = new Caller(Origin.UNKNOWN, NOBODY, null);
  private final Explanation lines = new Explanation();

  /**
   * @param refusing reason for refusing all new transfers; null while they are admitted
   */
  Explainer(
      ListenerConfig config,
      Stores stores,
      ArchivePlans plans,
      InstantSource clock,
      TransferLimits limits,
      @Nullable Admission refusing) {
    this.config = config;
    this.stores = stores;
    this.plans = plans;
    this.clock = clock;
    this.limits = limits;
    this.refusing = refusing;
  }

  /**
   * The same for a certain client.
   *
   * @param client its address, or the name that the application gives it
   */
  public Explainer of(String client) {
    InetAddress address = NodeAddress.parse(client);
    caller =
        address == null
            ? new Caller(Origin.UNKNOWN, NOBODY, new Identity("", client))
            : new Caller(Origin.UNKNOWN, new InetSocketAddress(address, 0), null);
    lines.add("request", "of " + NodeAddress.listed(client));
    return this;
  }

  @Override
  public void located(Root root, List<String> elements) {
    this.root = root;
    lines.forget("root", "looked for", "symbolic link");
    lines.add("root", root.name() + " = " + root.path());
    lines.add("root", "symlinks=" + root.symlinks().label() + ", hidden=" + root.hidden());
    lines.add("looked for", String.join("/", elements));
  }

  @Override
  public void entered(Root root) {
    this.root = root;
    lines.add("root", "the file lies in " + root.name() + " = " + root.path() + ", which decides");
    lines.add("root", "symlinks=" + root.symlinks().label() + ", hidden=" + root.hidden());
  }

  @Override
  public void followed(Path link, Path target) {
    lines.add("symbolic link", link + " leads to " + target + ", which is allowed");
  }

  public Explanation explain(Question question) {
    asked(question);
    PassedFile passed = question.passed();
    if (passed != null && !config.settings().flag(Setting.ENABLED)) {
      return notHandedOff(question, "what the application sends instead");
    }
    Explanation explanation = decided(question, question.response(), passed, question.origin());
    Origin admitted = root == null ? null : root.origins().like(question.origin());
    if (admitted == null || !explanation.refuses(RefusalReason.NOT_ADMITTED)) {
      return explanation;
    }
    lines.forget("by", "means", "why", "client sees");
    lines.add("by", by(admitted) + ", as the root refuses others; ask for the one that you mean");
    return decided(question, question.response(), passed, admitted);
  }

  /**
   * Explains the answer of a plug-in in the application's place.
   *
   * @param facts that it tells about the request
   */
  public Explanation explain(Question question, Resolution resolution, List<Panel.Fact> facts) {
    asked(question);
    lines.add(PLUG_IN, "answers in the application's place");
    facts.forEach(fact -> lines.add(PLUG_IN, fact.label() + ": " + fact.value()));
    if (resolution instanceof Resolution.File file) {
      return decided(
          question,
          question.response(ResolvedFile.fields(file)),
          new ResolvedFile(file),
          new Origin(file.application(), ""));
    }
    if (resolution instanceof Resolution.Refused refused) {
      refused(Decision.Refuse.of(refused));
    } else {
      lines.verdict("answered by a plug-in");
      lines.add("client sees", "204, which tells what it may ask for");
    }
    return lines;
  }

  private Explanation decided(
      Question question,
      ResponseView response,
      @Nullable HandOffAttributes attributes,
      Origin origin) {
    HandOffRequest asked = HandOffRequest.of(response, attributes);
    SendfileDirective directive = asked.directive(config.settings().dialect());
    if (directive instanceof HandOffOfFile handOff) {
      lines.add("means", meaning(handOff.target()));
    }
    String name = asked.clientName();
    caller =
        new Caller(
            origin,
            caller.client(),
            name == null ? caller.identity() : new Identity(origin.application(), name));
    Decision decision = decider().decide(question.request(), response, asked, caller, config);
    boolean archive = directive instanceof HandOffOfArchive;
    while (decision instanceof Decision.Later<?> later && !archive) {
      decision = later.join();
    }
    if (decision instanceof Decision.Later) {
      lines.verdict("an archive");
      lines.add("why", "its files are listed in the body, which only a real response has");
      lines.add("client sees", "one ZIP archive, if each of its files may be sent");
    } else if (decision instanceof Decision.Send send) {
      served(question, send);
    } else if (decision instanceof Decision.Refuse refusal) {
      refused(refusal);
    } else {
      notHandedOff(question, "the application's own response, without the header");
    }
    return lines;
  }

  private void refused(Decision.Refuse refusal) {
    lines.verdict(Explanation.refused(refusal.reason()));
    lines.add("why", refusal.detail());
    lines.add("client sees", refusal.reason().status() + ", without path and reason");
  }

  private Explanation notHandedOff(Question question, String seen) {
    lines.verdict("not handed off");
    lines.add("why", whyNot(question.header()));
    lines.add("client sees", seen);
    return lines;
  }

  /**
   * Explains a request that the module leaves to the server.
   *
   * @param application that answers it; empty for none
   */
  public Explanation left(Question question, String why, String application) {
    asked(question);
    if (!application.isEmpty()) {
      lines.add(APPLICATION, application);
    }
    lines.verdict("left to GlassFish");
    lines.add("why", why);
    lines.add("client sees", "GlassFish's own response, by its web container");
    return lines;
  }

  /** Explains a static file that the server is about to serve. */
  public Explanation explain(Question question, ResponseView response, Target.Static file) {
    asked(question);
    lines.add("means", "static file " + file.relativePath() + " below " + file.folder());
    Decision decision =
        decider().serve(question.request(), response, file, question.origin(), config);
    if (decision instanceof Decision.Send send) {
      served(question, send);
    } else {
      lines.verdict("left to GlassFish");
      lines.add("why", decision instanceof Decision.Refuse refusal ? refusal.detail() : "");
    }
    return lines;
  }

  private Decider decider() {
    return new Decider(new FileOpener(this), clock, stores, plans);
  }

  private void asked(Question question) {
    lines.add("asked", question.header() + ": " + question.value());
    lines.add("request", question.method());
    question.fields().forEach(field -> lines.add("request", field.name() + ": " + field.value()));
    lines.add("by", by(question.origin()));
  }

  private static String by(Origin origin) {
    return String.format(
        "%s, at %s",
        origin.application().isEmpty() ? "any application" : "application " + origin.application(),
        origin.virtualServer().isEmpty()
            ? "any virtual server"
            : "virtual server " + origin.virtualServer());
  }

  private static String meaning(Target target) {
    if (target instanceof Target.InRoot inRoot) {
      return "path " + inRoot.relativePath() + " below root " + inRoot.root();
    }
    if (target instanceof Target.Owned owned) {
      return "file " + owned.path() + ", wherever it lies, as the application passes it";
    }
    return target instanceof Target.Uri uri
        ? "URI " + uri.path() + ", below the uri-prefix of a root"
        : "absolute path " + ((Target.Absolute) target).path();
  }

  private String whyNot(String header) {
    if (!config.settings().flag(Setting.ENABLED)) {
      return "enabled is false; set it to true";
    }
    for (HandOffHeader known : HandOffHeader.values()) {
      if (known.field().equals(header) && known.namesFile() && known.setting() != null) {
        return known.setting() + " is false; set it to true";
      }
    }
    return header + " is no header that names a file";
  }

  private void served(Question question, Decision.Send send) {
    LimitSubject subject = caller.subject(send.file().root().name());
    LimitRule out = limits.keepingOut(subject);
    if (out != null) {
      send.file().close();
      lines.add("limit", out.named());
      String what = "root '" + send.file().root().name() + "'";
      refused(Decision.Refuse.of(out, "", "", what, clock.instant()));
      return;
    }
    if (refusing != null && !send.plan().segments().isEmpty()) {
      send.file().close();
      RefusalReason reason = Objects.requireNonNull(refusing.reason());
      refused(Decision.Refuse.of(reason, send.file(), ": " + refusing.detail()));
      return;
    }
    limits.of(subject).forEach(limit -> lines.add("limit", limit.named()));
    if (send.rate().bytesPerSecond() > 0) {
      lines.add("rate", send.rate().words());
    }
    lines.verdict(verdict(send.plan().status()));
    try (FoundFile file = (FoundFile) send.file()) {
      lines.add(
          "file",
          String.format(
              "%s:%s, %s bytes, changed %s",
              file.root().name(),
              file.relativePath(),
              file.size(),
              file.facts().isEarly() && file instanceof StoredSource
                  ? "at a time that its store does not tell"
                  : file.facts().modified().toInstant().truncatedTo(ChronoUnit.SECONDS)));
      if (file instanceof StoredSource stored) {
        lines.add("root", file.root().name() + " lies in " + file.root().store());
        stored.file().details().forEach(lines::add);
      }
      FileChange change = file.facts().change();
      if (change != null) {
        lines.add("fixed time", FIXED_TIME + (change.time() == null ? NO_CHANGE : CHANGE));
      }
    }
    ResponsePlan plan = send.plan();
    lines.add("client sees", String.valueOf(plan.status()));
    if (plan.contentLength() != ResponsePlan.NO_LENGTH) {
      lines.add("header", "Content-Length: " + plan.contentLength());
    }
    plan.set().forEach(field -> lines.add("header", field.name() + ": " + field.value()));
    if (!plan.drop().isEmpty()) {
      lines.add("removed", "of the application's header: " + String.join(", ", plan.drop()));
    }
    for (String range : question.request().headers("Range")) {
      lines.add("range", range + ": " + ranges(question.method(), plan));
    }
    lines.add("sent", way(send));
    if (question.header().equals(HandOffHeader.SENDFILE_TEMPORARY.field())) {
      lines.add("then", send.temporary() ? "the file is deleted" : "the file stays: only a part");
    }
  }

  private static String verdict(int status) {
    return switch (status) {
      case 304 -> "served: the client has it already";
      case 412 -> "not served: a precondition of the request does not hold";
      case 416 -> "not served: no byte of the range is in the file";
      default -> "served";
    };
  }

  private static String ranges(String method, ResponsePlan plan) {
    if (!method.equals("GET")) {
      return "ignored, as only GET has ranges";
    }
    return switch (plan.status()) {
      case 304, 412 -> "ignored, as the preconditions come first";
      case 416 -> "none of it is in the file";
      case 206 -> "bytes " + parts(plan);
      default -> "ignored; the whole file is sent";
    };
  }

  private static String parts(ResponsePlan plan) {
    List<String> parts = new ArrayList<>();
    for (Segment segment : plan.segments()) {
      if (segment instanceof FileSlice slice) {
        parts.add(slice.positions());
      }
    }
    return String.join(", ", parts);
  }

  private static String way(Decision.Send send) {
    if (send.plan().bodyLength() == 0) {
      return "the header only";
    }
    if (send.small()) {
      return "in one write with the header, as it is below zero-copy-min-bytes";
    }
    return send.zeroCopyAllowed()
        ? "by zero-copy over clear HTTP/1.1, through buffers otherwise"
        : "through buffers, as zero-copy is off for the server, the listener or the root";
  }
}
