package io.sendfile.glassfish.apps.others;

import jakarta.enterprise.context.RequestScoped;
import jakarta.mvc.Controller;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.io.File;

/** Methods of a class that is a controller and a resource. */
@Path("/")
@RequestScoped
public class MvcDownload {
  /** Of a controller: Jakarta MVC takes what it returns for the name of a view. */
  @GET
  @Path("/view")
  @Controller
  public File view(@QueryParam("file") String file) {
    return new File(file);
  }

  /** Without the annotation: a resource of Jakarta REST. */
  @GET
  @Path("/file")
  public File file(@QueryParam("file") String file) {
    return new File(file);
  }
}
