package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.content.ContentCoding;
import io.sendfile.glassfish.content.FileOpener;
import io.sendfile.glassfish.content.OpenFile;
import io.sendfile.glassfish.content.OpenResult;
import io.sendfile.glassfish.content.Precompressed;
import io.sendfile.glassfish.content.RefusalReason;
import io.sendfile.glassfish.content.Representation;
import io.sendfile.glassfish.content.ResponsePlan;
import io.sendfile.glassfish.content.SendfileDirective;
import io.sendfile.glassfish.content.SendfileDirective.HandOff;
import io.sendfile.glassfish.content.SendfileDirective.Malformed;
import io.sendfile.glassfish.content.Target;
import io.sendfile.glassfish.http.RequestView;
import io.sendfile.glassfish.http.ResponseView;
import java.time.InstantSource;
import java.util.function.Supplier;

/** From the headers of one response and the rules in force to a decision. Thread-safe. */
final class Decider {
  private final FileOpener opener = new FileOpener();
  private final RefusalLog refusals;
  private final Supplier<String> ids;
  private final InstantSource clock;

  Decider(RefusalLog refusals, Supplier<String> ids, InstantSource clock) {
    this.refusals = refusals;
    this.ids = ids;
    this.clock = clock;
  }

  Decision decide(RequestView request, ResponseView response, Rules rules) {
    if (!rules.settings().enabled()) {
      return new Decision.PassOn();
    }
    SendfileDirective directive = SendfileDirective.read(response, rules.dialect());
    if (directive instanceof HandOff handOff) {
      return handOff(request, response, handOff, rules);
    }
    if (directive instanceof Malformed malformed) {
      return refuse(malformed.reason(), malformed.detail());
    }
    return new Decision.PassOn();
  }

  private Decision handOff(
      RequestView request, ResponseView response, HandOff handOff, Rules rules) {
    OpenResult opened = opener.open(handOff.target(), rules.roots());
    if (opened instanceof OpenResult.Refused refused) {
      return refuse(refused.reason(), refused.detail());
    }
    OpenFile file = ((OpenResult.Opened) opened).file();
    if (handOff.temporary() && !file.root().allowDelete()) {
      file.close();
      return refuse(RefusalReason.DELETE_FORBIDDEN, deleteForbidden(file));
    }
    Chosen chosen =
        rules.settings().http().precompressed() && !handOff.temporary()
            ? choose(request, handOff.target(), file, rules)
            : new Chosen(file, Representation.plain(file.facts(), file.relativePath()));
    ResponsePlan plan =
        rules.planner().plan(request, response, chosen.representation, clock.instant());
    boolean whole = request.method().equals("GET") && plan.isWhole(chosen.file.size());
    return new Decision.Send(
        plan,
        chosen.file,
        handOff.downloadId() == null ? ids.get() : handOff.downloadId(),
        handOff.bytesPerSecond(),
        handOff.temporary() && whole,
        rules);
  }

  private record Chosen(OpenFile file, Representation representation) {}

  /** The first sibling the client takes that is there and not older than the file; or the file. */
  private Chosen choose(RequestView request, Target target, OpenFile file, Rules rules) {
    for (ContentCoding coding : Precompressed.order(request.headers("Accept-Encoding"))) {
      if (coding != ContentCoding.IDENTITY
          && opener.open(target.withSuffix(coding.suffix()), rules.roots())
              instanceof OpenResult.Opened opened) {
        OpenFile sibling = opened.file();
        if (Precompressed.isFresh(sibling.facts(), file.facts())) {
          file.close();
          return new Chosen(sibling, represent(sibling, file, coding));
        }
        sibling.close();
      }
    }
    return new Chosen(file, represent(file, file, ContentCoding.IDENTITY));
  }

  private static Representation represent(OpenFile stored, OpenFile plain, ContentCoding coding) {
    return new Representation(stored.facts(), plain.relativePath(), coding, true);
  }

  private static String deleteForbidden(OpenFile file) {
    return "file '"
        + file.relativePath()
        + "' in root '"
        + file.root().name()
        + "' is to be deleted after it is sent; set allow-delete of the root, or let the"
        + " application set X-Sendfile";
  }

  Decision.Refuse refuse(RefusalReason reason, String detail) {
    refusals.refused(reason, detail);
    return new Decision.Refuse(reason);
  }
}
