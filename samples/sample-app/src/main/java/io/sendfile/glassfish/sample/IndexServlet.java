package io.sendfile.glassfish.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The index page: every file of the folder, with both links. */
@WebServlet("")
public final class IndexServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final String TEMPLATE = "/WEB-INF/index.html";
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Optional<SampleFiles> files = SampleFiles.of(getServletContext());
    String rows = files.isPresent() ? rows(files.get().list()) : noFolder();
    String base = request.getRequestURL().toString().replaceAll("/$", "");
    response.setContentType("text/html");
    response.setCharacterEncoding("UTF-8");
    response.getWriter().print(template().replace("${base}", html(base)).replace("${rows}", rows));
  }

  private String template() throws IOException {
    try (var in = getServletContext().getResourceAsStream(TEMPLATE)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static String rows(List<SampleFiles.Listed> files) {
    return files.stream().map(IndexServlet::row).collect(Collectors.joining("\n"));
  }

  private static String row(SampleFiles.Listed file) {
    String query = "value=" + urlEncode(SampleFiles.PREFIX + urlEncode(file.name()));
    return """
    <tr><th scope="row">%1$s</th><td class="size" title="%2$d bytes">%3$s</td>\
    <td><a href="send?%4$s&amp;tell=yes">hand off</a></td><td><a href="pass?%4$s">pass</a></td>\
    <td><a href="rest/file?%4$s">return</a></td><td><a href="copy?%4$s">copy</a></td></tr>"""
        .formatted(html(file.name()), file.size(), readable(file.size()), query);
  }

  private static String noFolder() {
    return """
    <tr><td colspan="6">No folder: set the context parameter or system property <code>%s</code> \
    to the path of the root <code>files</code>.</td></tr>"""
        .formatted(SampleFiles.PROPERTY);
  }

  private static String urlEncode(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  static String html(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** For example {@code 1.5 MiB}. */
  static String readable(long bytes) {
    int unit = 0;
    double value = bytes;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    String format = value == Math.rint(value) ? "%.0f %s" : "%.1f %s";
    return String.format(Locale.ROOT, format, value, UNITS[unit]);
  }
}
