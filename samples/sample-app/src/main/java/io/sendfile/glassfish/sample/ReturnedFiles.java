package io.sendfile.glassfish.sample;

import jakarta.servlet.ServletContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import java.io.File;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * {@code /rest/file?value=files:…}: returns the file, with no word of a hand-off. Jersey copies it
 * on a server without glassfish-sendfile.
 */
@Path("/file")
public final class ReturnedFiles {
  /** The file; 404 for one that is not there. */
  @GET
  @Produces("application/octet-stream")
  public File file(@Context ServletContext application, @QueryParam("value") @Nullable String value)
      throws IOException {
    return SampleFiles.asked(application, value).orElseThrow(NotFoundException::new).toFile();
  }
}
