package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.files.OpenFile;
import io.sendfile.glassfish.files.Target;
import io.sendfile.glassfish.http.HttpDate;
import io.sendfile.glassfish.http.ResponseView;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * GlassFish's response for a static file, without stale validators. GlassFish checks a file only
 * every few seconds, so its validators may belong to an earlier state of the file.
 */
record FreshResponse(ResponseView response) implements ResponseView {
  /** The response unchanged, unless GlassFish made it for an earlier state of the file. */
  static ResponseView of(ResponseView response, Target target, OpenFile file) {
    if (!(target instanceof Target.Owned owned) || !owned.served()) {
      return response;
    }
    List<String> told = response.headers("Last-Modified");
    String real = HttpDate.format(file.modified().toInstant().truncatedTo(ChronoUnit.SECONDS));
    return told.isEmpty() || told.contains(real) ? response : new FreshResponse(response);
  }

  @Override
  public int status() {
    return response.status();
  }

  @Override
  public List<String> headers(String name) {
    return name.equals("ETag") || name.equals("Last-Modified") ? List.of() : response.headers(name);
  }

  @Override
  public @Nullable String mediaType(String name) {
    return response.mediaType(name);
  }
}
