package io.sendfile.core.content;

import io.sendfile.core.files.Target;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.Resolution;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file by which a plug-in answers the request in the application's place.
 *
 * @param target in a root
 * @param asItIs whether no precompressed sibling may stand for it
 */
public record ResolvedFile(Target.InRoot target, boolean asItIs) implements HandOffAttributes {
  /** The file of an answer: where its delivery is followed, the client chooses no coding. */
  public ResolvedFile(Resolution.File file) {
    this(new Target.InRoot(file.root(), file.path()), file.delivery() != null);
  }

  /** The fields of an application that tells of the same file all that the answer tells. */
  public static List<HeaderField> fields(Resolution.File file) {
    List<HeaderField> fields = new ArrayList<>();
    fields.add(new HeaderField(HandOffHeader.SENDFILE_ID.field(), file.id()));
    if (!file.client().isEmpty()) {
      fields.add(new HeaderField(HandOffHeader.SENDFILE_CLIENT.field(), file.client()));
    }
    if (file.bytesPerSecond() > 0) {
      String rate = Long.toString(file.bytesPerSecond());
      fields.add(new HeaderField(HandOffHeader.ACCEL_LIMIT_RATE.field(), rate));
    }
    file.fields().forEach((name, value) -> fields.add(new HeaderField(name, value)));
    return fields;
  }

  @Override
  public SendfileDirective directive(@Nullable String downloadId, long bytesPerSecond) {
    return new HandOffOfFile(target, false, downloadId, bytesPerSecond, null, null, asItIs, true);
  }

  @Override
  public String words() {
    return Escapes.forLog(target.root() + ":" + target.relativePath());
  }

  @Override
  public Target roughTarget() {
    return target;
  }
}
