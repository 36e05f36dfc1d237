package io.sendfile.glassfish.apps.rest;

import io.sendfile.glassfish.application.SendfileEntity;
import io.sendfile.glassfish.application.SendfilePart;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.io.File;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Returns the file of the parameter, in each form, with no word of a hand-off. */
@Path("/")
@Produces("application/x-it")
public class FilesResource {
  /** Unlike those of the common pool, its threads inherit the application's class loader. */
  private static final Executor OTHER_THREAD = work -> new Thread(work).start();

  @QueryParam("file")
  private String file;

  private java.nio.file.Path asPath() {
    return java.nio.file.Path.of(file);
  }

  /** A File. */
  @GET
  @Path("/file")
  public File file() {
    return new File(file);
  }

  /** A Path. */
  @GET
  @Path("/path")
  public java.nio.file.Path path() {
    return asPath();
  }

  /** A response with a status and a header of its own. */
  @GET
  @Path("/response")
  public Response response() {
    return Response.status(203).entity(asPath()).header("X-App", "rest").build();
  }

  /** An error whose body is a file. */
  @GET
  @Path("/gone")
  public Response gone() {
    return Response.status(Response.Status.GONE).entity(new File(file)).build();
  }

  /** A stream that knows its file. */
  @GET
  @Path("/stream")
  public InputStream stream() {
    return new SendfileEntity(asPath()).asStream();
  }

  /** A part of the file. */
  @GET
  @Path("/part")
  public SendfilePart part() {
    return new SendfilePart(asPath(), 100, 200_000);
  }

  /** Completed by another thread. */
  @GET
  @Path("/stage")
  public CompletionStage<File> stage() {
    return CompletableFuture.supplyAsync(() -> new File(file), OTHER_THREAD);
  }

  /** A response, completed by another thread. */
  @GET
  @Path("/stage-response")
  public CompletionStage<Response> stageResponse() {
    return CompletableFuture.supplyAsync(() -> Response.ok(new File(file)).build(), OTHER_THREAD);
  }

  /** An interceptor of the application changes the bytes. */
  @GET
  @Path("/inverted")
  @Inverted
  public File inverted() {
    return new File(file);
  }
}
