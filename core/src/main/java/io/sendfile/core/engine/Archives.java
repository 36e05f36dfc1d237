package io.sendfile.core.engine;

import io.sendfile.core.archive.Archive;
import io.sendfile.core.archive.ArchivePlan;
import io.sendfile.core.archive.ArchivePlan.ListedFile;
import io.sendfile.core.archive.KnownChecksums;
import io.sendfile.core.content.ArchiveList;
import io.sendfile.core.content.ArchiveList.MalformedListException;
import io.sendfile.core.content.HandOffRequest.SendfileDirective.HandOff;
import io.sendfile.core.content.Representation;
import io.sendfile.core.content.Representation.EtagMode;
import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.engine.Decider.Decision;
import io.sendfile.core.engine.ListenerEngine.ListenerConfig;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.FileOpener.OpenResult;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Root.Origin;
import io.sendfile.core.files.Roots;
import io.sendfile.core.files.Target;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Plans archives, and decides about them. Finds their members, each by the same rules as a single
 * file; the first one that may not be sent refuses the archive. Thread-safe.
 */
final class Archives {
  private final FileOpener opener;
  private final InstantSource clock;
  private final KnownChecksums checksums;

  Archives(FileOpener opener, InstantSource clock) {
    this.opener = opener;
    this.clock = clock;
    this.checksums = new KnownChecksums(clock);
  }

  /**
   * The plan of an archive, or why it is refused.
   *
   * @param plan null if it is refused, or nobody wants it any more
   */
  record Planned(@Nullable ArchivePlan plan, Decision.@Nullable Refuse refusal) {
    static Planned refused(RefusalReason reason, String detail) {
      return new Planned(null, new Decision.Refuse(reason, detail));
    }
  }

  /** Memory that a plan takes while it is made. */
  static long bytesWhileMade(ArchiveList list) {
    return list.readingBytes() + ArchivePlan.bytes(list.most());
  }

  /**
   * Opens, checks and closes each member, one at a time, but for those that are open already.
   *
   * @param wanted whether somebody still waits for the plan
   */
  Planned plan(ArchiveList list, Origin origin, ListenerConfig config, BooleanSupplier wanted) {
    List<ListedFile> members;
    try {
      members = list.read(config.settings().archiveNames());
    } catch (MalformedListException e) {
      return Planned.refused(RefusalReason.MALFORMED_VALUE, e.detail());
    }
    Roots roots = config.roots();
    boolean identity = config.settings().entityTags() == EtagMode.STRONG_INODE;
    ArchivePlan.Builder plan = new ArchivePlan.Builder(members, identity, checksums);
    for (int i = 0; i < members.size(); i++) {
      if (!wanted.getAsBoolean()) {
        return new Planned(null, null);
      }
      ListedFile listed = members.get(i);
      Target target = listed.target();
      if (target == null) {
        plan.addFolder();
        continue;
      }
      OpenFile before = listed.opened();
      OpenResult opened =
          before == null ? opener.openOnce(target, roots) : new OpenResult.Opened(before);
      if (opened instanceof OpenResult.Refused refused) {
        return refused(listed, target, roots, refused.reason(), refused.detail());
      }
      if (!(opened instanceof OpenResult.Opened found)) {
        return refused(
            listed,
            target,
            roots,
            RefusalReason.UNREADABLE,
            "its root has a store; members of archives must lie in folders");
      }
      OpenFile file = found.file();
      try {
        Decision.Refuse refusal = refusal(listed, target, file, origin);
        if (refusal != null) {
          return refused(listed, target, roots, refusal.reason(), refusal.detail());
        }
        plan.add(listed, file);
      } finally {
        if (before == null) {
          file.close();
        }
      }
    }
    try {
      return new Planned(plan.plan(), null);
    } catch (ArithmeticException e) {
      return Planned.refused(
          RefusalReason.MALFORMED_VALUE, "the archive would have more than 2^63 bytes");
    }
  }

  /**
   * Decides about a request for an archive that was planned.
   *
   * @param whenClosed run once the decision's archive is closed
   */
  Decision.Send decide(
      RequestView request,
      ResponseView response,
      Decision.Plan asked,
      ArchivePlan plan,
      Runnable whenClosed) {
    ListenerConfig config = asked.config();
    Roots roots = config.roots();
    Archive archive =
        new Archive(plan, checksums, target -> opener.openOnce(target, roots), whenClosed);
    Representation representation = Representation.archive(archive.facts());
    ResponsePlan answer = config.planner().plan(request, response, representation, clock.instant());
    return new Decision.Send(
        answer,
        archive,
        asked.handOff().downloadId(),
        asked.origin(),
        asked.handOff().bytesPerSecond(),
        false,
        config);
  }

  private static Decision.@Nullable Refuse refusal(
      ListedFile listed, Target target, OpenFile file, Origin origin) {
    Decision.Refuse refusal = Decider.refusal(new HandOff(target, false, null, 0), file, origin);
    if (refusal == null && listed.size() >= 0 && listed.size() != file.size()) {
      return Decision.Refuse.of(
          RefusalReason.SIZE_DIFFERS,
          file,
          String.format(
              " has %s bytes, not %s; the application must list the size that the file has",
              file.size(), listed.size()));
    }
    return refusal;
  }

  private static Planned refused(
      ListedFile listed, Target target, Roots roots, RefusalReason reason, String detail) {
    String root = roots.named(target).map(Root::name).orElse("");
    String asked = "X-Archive-Files: " + listed.label();
    return new Planned(
        null,
        new Decision.Refuse(reason, root, asked, listed.label() + " of an archive: " + detail));
  }
}
