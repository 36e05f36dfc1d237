package io.sendfile.core.engine;

import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.files.FileChange;
import io.sendfile.core.files.FileFacts;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.FoundFile;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.StoredSource;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.http.WantedDigests;
import io.sendfile.spi.FileDigests;
import io.sendfile.spi.SentFile;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The digests that plug-ins know of files (RFC 9530), put into the plans of responses: not into
 * those that stay with open files, since a digest may be known later. Thread-safe.
 *
 * @param plugIns asked one after the other until one knows a digest
 */
record ReprDigests(List<AskedPlugIn> plugIns) {
  private static final String FIELD = "Repr-Digest";

  /**
   * A plug-in.
   *
   * @param failures told of its exceptions
   */
  record AskedPlugIn(FileDigests plugIn, Consumer<Throwable> failures) {
    private @Nullable String value(SentFile file, Map<String, Integer> wanted) {
      try {
        String value = plugIn.reprDigest(file, wanted);
        if (value != null && !value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
          throw new IllegalStateException("it gives a value that is no printable ASCII");
        }
        return value;
      } catch (RuntimeException | Error e) {
        failures.accept(e);
        return null;
      }
    }
  }

  /**
   * A plan with the digest of its file.
   *
   * @param response the application's, whose own digest stands
   */
  ResponsePlan in(ResponsePlan plan, FoundFile file, RequestView request, ResponseView response) {
    int status = plan.status();
    if (status != 200 && status != 206 && status != 304) {
      return plan;
    }
    boolean keepsOwn = status == 304 || !plan.drop().contains(FIELD);
    if (keepsOwn && !response.headers(FIELD).isEmpty()) {
      return plan;
    }
    SentFile sent = sent(file);
    Map<String, Integer> wanted = WantedDigests.read(request.headers("Want-Repr-Digest"));
    for (AskedPlugIn each : plugIns) {
      String value = each.value(sent, wanted);
      if (value != null) {
        return plan.with(FIELD, value);
      }
    }
    return plan;
  }

  private static SentFile sent(FoundFile file) {
    FileFacts facts = file.facts();
    FileChange change = facts.change();
    FileTime changed = change == null ? null : change.time();
    OpenFile local = file instanceof OpenFile opened ? opened : null;
    StoredSource stored = file instanceof StoredSource source ? source : null;
    return new SentFile(
        file.root().name(),
        file.relativePath(),
        local == null ? null : local.path(),
        local == null || local.readsAtOnce() ? null : FileOpener.share(local.path()),
        facts.size(),
        facts.modified().toInstant(),
        changed == null ? null : changed.toInstant(),
        facts.key() instanceof FileFacts.Version version ? version.tag() : facts.key(),
        stored == null ? null : stored.file().sha256());
  }
}
