package io.sendfile.glassfish.apps.spring;

import io.sendfile.glassfish.application.SendfileResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/** Passes a file behind Spring's filter that makes an entity tag of the body. */
@RestController
public class TagsController {
  /** Spring's filter as it is. */
  @WebFilter(urlPatterns = "/tags/*", asyncSupported = true)
  public static class Tags extends ShallowEtagHeaderFilter {}

  /** The filter as docs/frameworks.md has it, which leaves hand-offs out. */
  @WebFilter(urlPatterns = "/own-tags/*", asyncSupported = true)
  public static class OwnTags extends ShallowEtagHeaderFilter {
    @Override
    protected boolean isEligibleForEtag(
        HttpServletRequest request, HttpServletResponse response, int status, InputStream body) {
      return !SendfileResponse.isHandedOff(request, response)
          && super.isEligibleForEtag(request, response, status, body);
    }
  }

  @GetMapping({"/tags/file", "/own-tags/file"})
  public void file(
      @RequestParam("file") String file, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    SendfileResponse.send(request, response, Path.of(file));
  }

  @GetMapping({"/tags/text", "/own-tags/text"})
  public String text() {
    return "text";
  }
}
