package io.sendfile.glassfish.it.app;

import io.sendfile.glassfish.application.SendfileEntity;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Jakarta REST resources that return a file, with no word of a hand-off. */
@Path("/files")
@Produces("application/x-it")
public class FilesResource {
  /** A File. */
  @GET
  @Path("/file")
  public File file(@QueryParam("file") String file) {
    return new File(file);
  }

  /** A Path. */
  @GET
  @Path("/path")
  public java.nio.file.Path path(@QueryParam("file") String file) {
    return java.nio.file.Path.of(file);
  }

  /** A response with headers of its own. */
  @GET
  @Path("/response")
  public Response response(@QueryParam("file") String file) {
    return Response.ok(new File(file)).header("X-App", "rest").build();
  }

  /** An error whose body is a file. */
  @GET
  @Path("/gone")
  public Response gone(@QueryParam("file") String file) {
    return Response.status(Response.Status.GONE).entity(new File(file)).build();
  }

  /** A streaming output that supplies its path. */
  @GET
  @Path("/output")
  public StreamingOutput output(@QueryParam("file") String file) {
    return new SendfileEntity(java.nio.file.Path.of(file));
  }

  /** An input stream that supplies its path. */
  @GET
  @Path("/stream")
  public InputStream stream(@QueryParam("file") String file) {
    return new SendfileEntity(java.nio.file.Path.of(file)).asStream();
  }

  /** Resumed by another thread. */
  @GET
  @Path("/async")
  public void async(@QueryParam("file") String file, @Suspended AsyncResponse response) {
    Later.run(() -> response.resume(new File(file)));
  }

  /** Completed by another thread. */
  @GET
  @Path("/stage")
  public CompletionStage<File> stage(@QueryParam("file") String file) {
    CompletableFuture<File> stage = new CompletableFuture<>();
    Later.run(() -> stage.complete(new File(file)));
    return stage;
  }

  /** A stream that nobody knows to be a file. */
  @GET
  @Path("/unknown")
  public InputStream unknown(@QueryParam("file") String file) throws IOException {
    return new FileInputStream(file);
  }

  /** An interceptor of the application deletes the file when it is written. */
  @GET
  @Path("/temporary")
  @Temporary
  public File temporary(@QueryParam("file") String file) {
    return new File(file);
  }

  /** An interceptor of the application changes the bytes. */
  @GET
  @Path("/inverted")
  @Inverted
  public File inverted(@QueryParam("file") String file) {
    return new File(file);
  }
}
