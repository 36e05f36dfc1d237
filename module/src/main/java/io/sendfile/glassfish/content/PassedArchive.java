package io.sendfile.glassfish.content;

import io.sendfile.glassfish.content.HeaderText.MalformedTextException;
import io.sendfile.glassfish.content.SendfileDirective.HandOffOfArchive;
import io.sendfile.glassfish.content.SendfileDirective.Malformed;
import io.sendfile.glassfish.files.LookupPolicy;
import io.sendfile.glassfish.files.RefusalReason;
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
    try {
      ArchiveList list = new ArchiveList();
      int number = 0;
      for (Map.Entry<?, ?> each : files.entrySet()) {
        number++;
        if (!(each.getKey() instanceof String name)) {
          throw new MalformedTextException(
              "names must be Strings; found " + FileAttributes.describe(each.getKey()));
        }
        list.add("file " + number, name, PassedFile.target(each.getValue()), -1, null);
      }
      return new HandOffOfArchive(list.files(), downloadId, bytesPerSecond);
    } catch (MalformedTextException e) {
      return new Malformed(
          RefusalReason.MALFORMED_VALUE,
          "request attribute " + PassedFile.FILE + ": " + e.getMessage());
    }
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
