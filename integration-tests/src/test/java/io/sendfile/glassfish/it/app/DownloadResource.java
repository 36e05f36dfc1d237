package io.sendfile.glassfish.it.app;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response;

/** Jakarta REST resources that hand off: with an entity, without one, and asynchronously. */
@Path("/download")
public class DownloadResource {
  /** 200 with an entity, which is dropped. */
  @GET
  @Path("/entity")
  public Response entity(@QueryParam("value") String value) {
    return Response.ok("the entity").header("X-Sendfile", value).header("X-App", "rest").build();
  }

  /** No entity: the framework chooses 204 by itself unless the resource sets a status. */
  @GET
  @Path("/empty")
  public Response empty(@QueryParam("value") String value) {
    return Response.noContent().header("X-Sendfile", value).build();
  }

  /** Resumed by another thread. */
  @GET
  @Path("/async")
  public void async(@QueryParam("value") String value, @Suspended AsyncResponse response) {
    Later.run(() -> response.resume(entity(value)));
  }
}
