package io.sendfile.glassfish.apps.jspwiki;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.annotation.WebFilter;
import javax.servlet.http.HttpServletRequest;
import org.apache.wiki.api.core.Attachment;
import org.apache.wiki.api.core.Engine;
import org.apache.wiki.api.exceptions.NoRequiredPropertyException;
import org.apache.wiki.api.exceptions.ProviderException;
import org.apache.wiki.providers.BasicAttachmentProvider;
import org.apache.wiki.util.TextUtil;

/**
 * Hands off attachments, after JSPWiki has looked whether the client may have them: the provider of
 * attachments, and the filter that tells it the request.
 */
@WebFilter("/attach/*")
public class Attachments extends BasicAttachmentProvider implements Filter {
  private static final ThreadLocal<ServletRequest> DOWNLOAD = new ThreadLocal<>();

  private Path folder;

  @Override
  public void initialize(Engine engine, Properties settings)
      throws NoRequiredPropertyException, IOException {
    super.initialize(engine, settings);
    folder = Path.of(settings.getProperty(PROP_STORAGEDIR));
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String method = ((HttpServletRequest) request).getMethod();
    if (method.equals("GET") || method.equals("HEAD")) {
      DOWNLOAD.set(request);
    }
    try {
      chain.doFilter(request, response);
    } finally {
      DOWNLOAD.remove();
    }
  }

  @Override
  public InputStream getAttachmentData(Attachment attachment)
      throws IOException, ProviderException {
    ServletRequest request = DOWNLOAD.get();
    Path file = file(attachment);
    if (request == null
        || !Boolean.TRUE.equals(request.getAttribute("io.sendfile.file"))
        || !Files.isRegularFile(file)) {
      return super.getAttachmentData(attachment);
    }
    request.setAttribute("io.sendfile.file", file);
    return InputStream.nullInputStream();
  }

  private Path file(Attachment attachment) {
    String name = attachment.getFileName();
    return folder
        .resolve(TextUtil.urlEncodeUTF8(attachment.getParentName()) + "-att")
        .resolve(TextUtil.urlEncodeUTF8(name + "-dir"))
        .resolve(attachment.getVersion() + "." + getFileExtension(name));
  }
}
