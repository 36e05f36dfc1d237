package io.sendfile.glassfish.apps.jgit;

import io.sendfile.glassfish.application.SendfileResponse;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Hands off packs, and their indexes, of the repositories that GitServlet exports to all. */
@WebFilter("/git/*")
public class Packs extends HttpFilter {
  private static final long serialVersionUID = 1L;
  private static final Pattern PACK =
      Pattern.compile("/[\\w-]+\\.git/objects/pack/pack-[0-9a-f]{40}\\.(pack|idx)");

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String path = String.valueOf(request.getPathInfo());
    if (SendfileResponse.isActive(request) && PACK.matcher(path).matches()) {
      SendfileResponse.send(request, response, Path.of(folder() + path));
    } else {
      chain.doFilter(request, response);
    }
  }

  private String folder() {
    return getServletContext().getServletRegistration("git").getInitParameter("base-path");
  }
}
