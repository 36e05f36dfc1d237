package io.sendfile.core.archive;

import io.sendfile.core.files.Escapes;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Target;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The open member of an archive. Detects a member that is no longer the file found before, which
 * ends the archive. For one thread at a time.
 */
final class OpenMember {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.archive");

  private final ArchivePlan plan;
  private final Function<Target, OpenResult> opener;
  private int index = -1;
  private @Nullable OpenFile file;
  private boolean changed;

  /** Whether the file stays open, as others close it. */
  private boolean lent;

  OpenMember(ArchivePlan plan, Function<Target, OpenResult> opener) {
    this.plan = plan;
    this.opener = opener;
  }

  /**
   * The file of a member, open; all others are closed.
   *
   * @return null if it is no longer the same file
   * @throws IOException if the server cannot open it, which says nothing about the file
   */
  @Nullable OpenFile open(int member) throws IOException {
    if (index != member) {
      close();
      file = find(member);
      index = member;
    }
    return file;
  }

  private @Nullable OpenFile find(int index) throws IOException {
    ListedFile member = plan.member(index);
    OpenFile opened = member.opened();
    lent = opened != null;
    if (opened != null) {
      return opened;
    }
    OpenResult result =
        opener.apply(Objects.requireNonNull(member.target(), "a folder has no data"));
    if (result instanceof OpenResult.Opened now) {
      if (plan.isUnchanged(index, now.file())) {
        return now.file();
      }
      now.file().close();
      changed(member, "is another file now, or was written to");
      return null;
    }
    OpenResult.Refused refused = (OpenResult.Refused) result;
    if (refused.reason().status() == 503) {
      throw new IOException(refused.detail());
    }
    changed(member, "may not be sent any more: " + refused.detail());
    return null;
  }

  private void changed(ListedFile member, String how) {
    changed = true;
    LOG.log(
        Level.WARNING,
        "sendfile: member ''{0}'' of an archive {1}; put new files under new names, or archive copies",
        new Object[] {Escapes.forLog(member.name()), how});
  }

  /** Whether a member has changed, or the open one became shorter than it was. */
  boolean hasChanged() throws IOException {
    OpenFile open = file;
    return changed || (open != null && open.lacks(open.size()));
  }

  /** Whether a byte of that member can be read; does not open the member. */
  boolean isReadable(int member, long position) {
    OpenFile open = file;
    return index == member && open != null && open.isReadable(position);
  }

  void close() {
    OpenFile open = file;
    file = null;
    index = -1;
    if (open != null && !lent) {
      open.close();
    }
  }
}
