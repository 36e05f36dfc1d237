package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.content.Escapes;
import io.sendfile.glassfish.content.FileAttributes;
import io.sendfile.glassfish.content.FileOpener;
import io.sendfile.glassfish.content.OpenFile;
import io.sendfile.glassfish.content.OpenResult;
import io.sendfile.glassfish.content.RefusalReason;
import io.sendfile.glassfish.content.ResponsePlan;
import io.sendfile.glassfish.content.SendfileDirective;
import io.sendfile.glassfish.content.SendfileDirective.HandOff;
import io.sendfile.glassfish.content.SendfileDirective.Malformed;
import io.sendfile.glassfish.content.Slice;
import io.sendfile.glassfish.content.Target;
import io.sendfile.glassfish.http.RequestView;
import io.sendfile.glassfish.http.ResponseView;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** From one response, what it says and the rules in force, to a decision. Thread-safe. */
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

  Decision decide(
      RequestView request,
      ResponseView response,
      @Nullable FileAttributes attributes,
      Rules rules) {
    // Who sets attributes was promised a hand-off, and has no other body.
    if (!rules.settings().enabled() && attributes == null) {
      return new Decision.PassOn();
    }
    SendfileDirective directive =
        SendfileDirective.read(response, rules.settings().dialect(), attributes);
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
    Slice slice = handOff.slice();
    if (slice != null && slice.end() > file.size()) {
      file.close();
      return refuse(RefusalReason.BEYOND_END, beyondEnd(file, slice));
    }
    Chosen chosen =
        rules.settings().http().precompressed() && Chosen.siblingsMayStandFor(handOff, response)
            ? Chosen.amongSiblings(request, handOff.target(), file, opener, rules.roots())
            : Chosen.plain(file, handOff.target(), response);
    ResponsePlan plan =
        rules
            .planner()
            .plan(
                request,
                FreshResponse.of(response, handOff.target(), file),
                chosen.representation(),
                slice,
                clock.instant());
    boolean whole = request.method().equals("GET") && plan.isWhole(chosen.file().size());
    return new Decision.Send(
        plan,
        chosen.file(),
        handOff.downloadId() == null ? ids.get() : handOff.downloadId(),
        handOff.bytesPerSecond(),
        handOff.temporary() && whole,
        rules);
  }

  Decision.@Nullable Send serve(
      RequestView request, ResponseView response, Target.Static target, Rules rules) {
    if (!(opener.open(target, rules.roots()) instanceof OpenResult.Opened opened)) {
      return null;
    }
    OpenFile file = opened.file();
    Chosen chosen =
        rules.settings().http().precompressed()
            ? Chosen.amongSiblings(request, target, file, opener, rules.roots())
            : Chosen.plain(file, target, response);
    ResponsePlan plan =
        rules.planner().plan(request, response, chosen.representation(), clock.instant());
    return new Decision.Send(plan, chosen.file(), ids.get(), 0, false, rules);
  }

  private static String beyondEnd(OpenFile file, Slice slice) {
    return where(file)
        + " has "
        + file.size()
        + " bytes, but the application asks for those up to "
        + slice.end()
        + "; it must set "
        + FileAttributes.END
        + " to the byte after the last one there is";
  }

  private static String deleteForbidden(OpenFile file) {
    return where(file)
        + " is to be deleted after it is sent; set allow-delete of the root, or let the"
        + " application set X-Sendfile";
  }

  private static String where(OpenFile file) {
    return "file '"
        + Escapes.forLog(file.relativePath())
        + "' in root '"
        + file.root().name()
        + "'";
  }

  Decision.Refuse refuse(RefusalReason reason, String detail) {
    refusals.refused(reason, detail);
    return new Decision.Refuse(reason);
  }
}
