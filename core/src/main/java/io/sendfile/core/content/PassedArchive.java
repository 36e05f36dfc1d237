package io.sendfile.core.content;

import io.sendfile.core.files.LookupPolicy;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Target;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Files that the application passes as objects, to be sent as one archive; otherwise as {@link
 * PassedFile}.
 *
 * @param files of {@link PassedFile#FILE}: the names in the archive, as Strings, and their paths
 * @param opened those that were opened by {@link PassedFile#OPENER}, by their names
 * @param refused why the server could not open one then; null if it could, or was not asked to
 */
public record PassedArchive(
    Map<?, ?> files, Map<?, OpenFile> opened, OpenResult.@Nullable NotOpened refused)
    implements HandOffAttributes {
  /** Files that are opened when their turn comes. */
  public PassedArchive(Map<?, ?> files) {
    this(files, Map.of(), null);
  }

  @Override
  public SendfileDirective directive(@Nullable String downloadId, long bytesPerSecond) {
    if (refused != null) {
      return new Malformed(refused.reason(), refused.detail());
    }
    return new HandOffOfArchive(
        ArchiveList.of(files, opened, "request attribute " + PassedFile.FILE),
        downloadId,
        bytesPerSecond);
  }

  @Override
  public String words() {
    return PassedFile.FILE + ": " + files.size() + " files";
  }

  @Override
  public Target roughTarget() {
    return new Target.Owned("/", List.of(), LookupPolicy.PASSED);
  }
}
