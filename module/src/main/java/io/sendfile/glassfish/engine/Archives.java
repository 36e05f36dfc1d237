package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.archive.Archive;
import io.sendfile.glassfish.archive.KnownChecksums;
import io.sendfile.glassfish.archive.Member;
import io.sendfile.glassfish.content.EtagMode;
import io.sendfile.glassfish.content.ListedFile;
import io.sendfile.glassfish.content.Representation;
import io.sendfile.glassfish.content.ResponsePlan;
import io.sendfile.glassfish.content.SendfileDirective.HandOff;
import io.sendfile.glassfish.content.SendfileDirective.HandOffOfArchive;
import io.sendfile.glassfish.files.FileFacts;
import io.sendfile.glassfish.files.FileOpener;
import io.sendfile.glassfish.files.OpenFile;
import io.sendfile.glassfish.files.OpenResult;
import io.sendfile.glassfish.files.Origin;
import io.sendfile.glassfish.files.RefusalReason;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.files.Roots;
import io.sendfile.glassfish.files.Target;
import io.sendfile.glassfish.http.RequestView;
import io.sendfile.glassfish.http.ResponseView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides about archives. Finds their members, each by the same rules as a single file; the first
 * one that may not be sent refuses the archive. Thread-safe.
 */
final class Archives {
  private final FileOpener opener;
  private final KnownChecksums checksums = new KnownChecksums();

  Archives(FileOpener opener) {
    this.opener = opener;
  }

  /** Opens, checks and closes each member, one at a time. */
  Decision decide(
      RequestView request,
      ResponseView response,
      HandOffOfArchive handOff,
      Origin origin,
      Rules rules,
      Instant now) {
    Roots roots = rules.roots();
    List<Member> members = new ArrayList<>(handOff.files().size());
    for (ListedFile listed : handOff.files()) {
      Target target = listed.target();
      if (target == null) {
        members.add(Member.folder(listed.name()));
        continue;
      }
      OpenResult opened = opener.openOnce(target, roots);
      if (opened instanceof OpenResult.Refused refused) {
        return refused(listed, target, roots, refused.reason(), refused.detail());
      }
      try (OpenFile file = ((OpenResult.Opened) opened).file()) {
        Decision.Refuse refusal = refusal(listed, target, file, origin);
        if (refusal != null) {
          return refused(listed, target, roots, refusal.reason(), refusal.detail());
        }
        members.add(Member.of(listed.name(), target, file, listed.crc()));
      }
    }
    Archive archive;
    try {
      archive = new Archive(members, checksums, t -> opener.openOnce(t, roots));
    } catch (ArithmeticException e) {
      return new Decision.Refuse(
          RefusalReason.MALFORMED_VALUE, "the archive would have more than 2^63 bytes");
    }
    return new Decision.Send(
        plan(request, response, archive, rules, now),
        archive,
        handOff.downloadId(),
        origin,
        handOff.bytesPerSecond(),
        false,
        rules);
  }

  private static ResponsePlan plan(
      RequestView request, ResponseView response, Archive archive, Rules rules, Instant now) {
    boolean identity = rules.settings().entityTags() == EtagMode.STRONG_INODE;
    Representation representation =
        Representation.archive(
            new FileFacts(archive.size(), archive.modified(), archive.fingerprint(identity)));
    return rules.planner().plan(request, response, representation, now);
  }

  private static Decision.@Nullable Refuse refusal(
      ListedFile listed, Target target, OpenFile file, Origin origin) {
    Decision.Refuse refusal = Decider.refusal(new HandOff(target, false, null, 0), file, origin);
    if (refusal == null && listed.size() >= 0 && listed.size() != file.size()) {
      return Decision.Refuse.of(
          RefusalReason.SIZE_DIFFERS,
          file,
          " has "
              + file.size()
              + " bytes, not "
              + listed.size()
              + "; the application must list the size that the file has");
    }
    return refusal;
  }

  private static Decision.Refuse refused(
      ListedFile listed, Target target, Roots roots, RefusalReason reason, String detail) {
    String root = roots.named(target).map(Root::name).orElse("");
    String asked = "X-Archive-Files: " + listed.label();
    return new Decision.Refuse(reason, root, asked, listed.label() + " of an archive: " + detail);
  }
}
