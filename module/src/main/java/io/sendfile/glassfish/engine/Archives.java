package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.archive.Archive;
import io.sendfile.glassfish.archive.KnownChecksums;
import io.sendfile.glassfish.archive.Member;
import io.sendfile.glassfish.content.ListedFile;
import io.sendfile.glassfish.content.SendfileDirective.HandOff;
import io.sendfile.glassfish.files.FileOpener;
import io.sendfile.glassfish.files.OpenFile;
import io.sendfile.glassfish.files.OpenResult;
import io.sendfile.glassfish.files.Origin;
import io.sendfile.glassfish.files.RefusalReason;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.files.Roots;
import io.sendfile.glassfish.files.Target;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the members of archives, each by the same rules as a single file. The first member that may
 * not be sent refuses the archive. Thread-safe.
 */
final class Archives {
  private final FileOpener opener;
  private final KnownChecksums checksums = new KnownChecksums();

  Archives(FileOpener opener) {
    this.opener = opener;
  }

  /** An archive, with no open file yet, or a refusal. */
  sealed interface Result {}

  record Found(Archive archive) implements Result {}

  record Refused(Decision.Refuse refusal) implements Result {}

  /** Opens, checks and closes each member, one at a time. */
  Result find(List<ListedFile> files, Origin origin, Roots roots) {
    List<Member> members = new ArrayList<>(files.size());
    for (ListedFile listed : files) {
      Target target = listed.target();
      if (target == null) {
        members.add(Member.folder(listed.name()));
        continue;
      }
      OpenResult opened = opener.openOnce(target, roots);
      if (opened instanceof OpenResult.Refused refused) {
        return refused(listed, roots, refused.reason(), refused.detail());
      }
      try (OpenFile file = ((OpenResult.Opened) opened).file()) {
        Decision.Refuse refusal = refusal(listed, target, file, origin);
        if (refusal != null) {
          return refused(listed, roots, refusal.reason(), refusal.detail());
        }
        members.add(Member.of(listed.name(), target, file, listed.crc()));
      }
    }
    try {
      return new Found(new Archive(members, checksums, t -> opener.openOnce(t, roots)));
    } catch (ArithmeticException e) {
      return new Refused(
          new Decision.Refuse(
              RefusalReason.MALFORMED_VALUE, "the archive would have more than 2^63 bytes"));
    }
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

  private static Result refused(
      ListedFile listed, Roots roots, RefusalReason reason, String detail) {
    Target target = listed.target();
    String root = target == null ? "" : roots.named(target).map(Root::name).orElse("");
    String asked = "X-Archive-Files: " + listed.label();
    return new Refused(
        new Decision.Refuse(reason, root, asked, listed.label() + " of an archive: " + detail));
  }
}
