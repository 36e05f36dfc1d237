package io.sendfile.glassfish.apps.jackrabbit;

import java.io.IOException;
import java.nio.file.Path;
import javax.jcr.RepositoryException;
import javax.jcr.Session;
import org.apache.jackrabbit.api.JackrabbitValue;
import org.apache.jackrabbit.j2ee.SimpleWebdavServlet;
import org.apache.jackrabbit.webdav.DavException;
import org.apache.jackrabbit.webdav.DavResource;
import org.apache.jackrabbit.webdav.WebdavRequest;
import org.apache.jackrabbit.webdav.WebdavResponse;
import org.apache.jackrabbit.webdav.jcr.JcrDavSession;

/** Hands off the files of the data store, which has all but the smallest. */
public class Stored extends SimpleWebdavServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(WebdavRequest request, WebdavResponse response, DavResource resource)
      throws IOException, DavException {
    Path file =
        Boolean.TRUE.equals(request.getAttribute("io.sendfile.file"))
            ? file(request, resource)
            : null;
    if (file == null) {
      super.doGet(request, response, resource);
    } else {
      // The headers alone, as for HEAD.
      resource.spool(getOutputContext(response, null));
      request.setAttribute("io.sendfile.file", file);
    }
  }

  private Path file(WebdavRequest request, DavResource resource) throws DavException {
    try {
      Session session = JcrDavSession.getRepositorySession(request.getDavSession());
      String data = resource.getLocator().getRepositoryPath() + "/jcr:content/jcr:data";
      if (resource.isCollection() || !session.propertyExists(data)) {
        return null;
      }
      String id = ((JackrabbitValue) session.getProperty(data).getValue()).getContentIdentity();
      return id == null ? null : stored(id);
    } catch (RepositoryException e) {
      throw new DavException(500, e);
    }
  }

  private Path stored(String id) {
    return Path.of(
        getInitParameter("datastore"),
        id.substring(0, 2),
        id.substring(2, 4),
        id.substring(4, 6),
        id);
  }
}
