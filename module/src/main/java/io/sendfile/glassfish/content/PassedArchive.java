package io.sendfile.glassfish.content;

import io.sendfile.glassfish.content.SendfileDirective.HandOffOfArchive;
import io.sendfile.glassfish.files.LookupPolicy;
import io.sendfile.glassfish.files.Target;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Files that the application passes as objects, to be sent as one archive; otherwise as {@link
 * PassedFile}.
 *
 * @param files of {@link PassedFile#FILE}: the names in the archive, as Strings, and their paths
 */
public record PassedArchive(Map<?, ?> files) implements HandOffAttributes {
  @Override
  public SendfileDirective directive(@Nullable String downloadId, long bytesPerSecond) {
    return new HandOffOfArchive(
        ArchiveList.of(files, "request attribute " + PassedFile.FILE), downloadId, bytesPerSecond);
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
