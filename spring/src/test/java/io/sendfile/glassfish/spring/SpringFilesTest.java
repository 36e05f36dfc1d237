package io.sendfile.glassfish.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.asyncDispatch;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.request;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockServletContext;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.DefaultMockMvcBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/** Spring MVC with and without the configuration, and a module that is active or not. */
class SpringFilesTest {
  private static final String FILE = "io.sendfile.file";

  @TempDir private Path folder;
  private Path file;
  private final List<AnnotationConfigWebApplicationContext> contexts = new ArrayList<>();

  @BeforeEach
  void makeFiles() throws IOException {
    file = folder.resolve("file.txt");
    byte[] bytes = new byte[1000];
    new Random(1).nextBytes(bytes);
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L));
    try (var out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("file.txt.gz")))) {
      out.write(bytes);
    }
  }

  @AfterEach
  void close() {
    contexts.forEach(AnnotationConfigWebApplicationContext::close);
  }

  private MockMvc application(Class<?> configuration, Filter... filters) {
    AnnotationConfigWebApplicationContext context = new AnnotationConfigWebApplicationContext();
    contexts.add(context);
    context.setServletContext(new MockServletContext());
    context.addBeanFactoryPostProcessor(beans -> beans.registerSingleton("file", file));
    context.register(configuration);
    context.refresh();
    DefaultMockMvcBuilder builder = MockMvcBuilders.webAppContextSetup(context);
    return builder.addFilters(filters).build();
  }

  private static MvcResult ask(
      MockMvc application, boolean active, String method, String target, String... header)
      throws Exception {
    MockHttpServletRequestBuilder request = request(HttpMethod.valueOf(method), target);
    for (int i = 0; i < header.length; i += 2) {
      request.header(header[i], header[i + 1]);
    }
    if (active) {
      request.requestAttr(FILE, true);
    }
    MvcResult result = application.perform(request).andReturn();
    return result.getRequest().isAsyncStarted()
        ? application.perform(asyncDispatch(result)).andReturn()
        : result;
  }

  private void isPassed(MvcResult result) {
    assertThat(result.getRequest().getAttribute(FILE)).isEqualTo(file);
    assertThat(result.getResponse().getContentAsByteArray()).isEmpty();
    assertThat(result.getResponse().getStatus()).isBetween(200, 206);
  }

  private static String describe(MvcResult result) throws Exception {
    MockHttpServletResponse response = result.getResponse();
    StringBuilder text = new StringBuilder().append(response.getStatus());
    for (String name : response.getHeaderNames()) {
      text.append('\n').append(name).append(": ").append(response.getHeaders(name));
    }
    text.append('\n').append(response.getContentAsString());
    return text.toString().replaceAll("boundary=[\\w-]+|--[\\w-]{20,}", "boundary");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/resource/file.txt",
        "/path",
        "/url",
        "/entity",
        "/callable",
        "/future",
        "/functional",
        "/functional/file.txt",
        "/static/file.txt",
        "/versions/file.txt"
      })
  void filesArePassedWholeAndSoAreTheirRanges(String target) throws Exception {
    MockMvc application = application(WithModule.class);

    isPassed(ask(application, true, "GET", target));
    isPassed(ask(application, true, "GET", target, "Range", "bytes=7-9"));
    isPassed(ask(application, true, "GET", target, "Range", "bytes=7-9,20-"));
    isPassed(ask(application, true, "GET", target, "Range", "bytes=-5"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/resource/file.txt", "/entity", "/callable", "/static/file.txt"})
  void filesArePassedForHead(String target) throws Exception {
    isPassed(ask(application(WithModule.class), true, "HEAD", target));
  }

  @ParameterizedTest
  @CsvSource({"/entity", "/functional"})
  void rangesThatSpringRefusesArePassed(String target) throws Exception {
    MockMvc application = application(WithModule.class);

    isPassed(ask(application, true, "GET", target, "Range", "bytes=1000-"));
    isPassed(ask(application, true, "GET", target, "Range", "nonsense"));
  }

  @Test
  void headersAreTheApplicationsAndSprings() throws Exception {
    Files.copy(file, folder.resolve("file.bat"));
    MockMvc application = application(WithModule.class);

    MockHttpServletResponse entity = ask(application, true, "GET", "/entity").getResponse();
    assertThat(entity.getHeader("X-App")).isEqualTo("1");
    assertThat(entity.getContentType()).isEqualTo("image/png");
    assertThat(ask(application, true, "GET", "/resource/file.bat").getResponse())
        .extracting(response -> response.getHeader("Content-Disposition"))
        .isEqualTo("inline;filename=f.txt");
    isPassed(ask(application, true, "POST", "/posted"));
  }

  @ParameterizedTest
  @CsvSource({
    "/error",
    "/bytes",
    "/stream",
    "/jar",
    "/decrypted",
    "/coded",
    "/part",
    "/static/missing.txt",
    "/encoded/file.txt"
  })
  void restIsSpringsAlthoughTheModuleIsActive(String target) throws Exception {
    isAsWithSpringAlone(true, target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/entity",
        "/callable",
        "/functional",
        "/functional/file.txt",
        "/static/file.txt",
        "/versions/file.txt",
        "/encoded/file.txt",
        "/part",
        "/jar",
        "/bytes",
        "/resource/file.txt"
      })
  void allIsSpringsWhereTheModuleIsNotActive(String target) throws Exception {
    isAsWithSpringAlone(false, target);
  }

  private void isAsWithSpringAlone(boolean active, String target) throws Exception {
    MockMvc alone = application(Application.class);
    MockMvc with = application(WithModule.class);
    for (String method : List.of("GET", "HEAD")) {
      for (String range : List.of("", "bytes=0-4", "bytes=0-4,8-9", "bytes=5000-")) {
        String[] header =
            range.isEmpty()
                ? new String[] {"Accept-Encoding", "gzip"}
                : new String[] {"Range", range, "Accept-Encoding", "gzip"};
        assertThat(outcome(with, active, method, target, header))
            .as("%s %s %s", method, target, range)
            .isEqualTo(outcome(alone, active, method, target, header));
      }
    }
  }

  /** A failure of the application is its outcome, too. */
  private static String outcome(
      MockMvc application, boolean active, String method, String target, String... header)
      throws Exception {
    try {
      return describe(ask(application, active, method, target, header));
    } catch (ServletException | IOException e) {
      return e.getMessage();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsNoFileIsNotFoundAndNoPathReachesTheClient(boolean active) throws Exception {
    MockMvc application = application(WithModule.class);
    Files.createDirectory(folder.resolve("folder"));
    for (String name : List.of("missing.txt", "folder", "file.txt/below")) {
      for (String method : List.of("GET", "HEAD")) {
        for (String[] header : new String[][] {{}, {"Range", "bytes=0-4"}}) {
          MvcResult result = ask(application, active, method, "/named?name=" + name, header);
          assertThat(result.getResponse().getStatus()).as(method + ' ' + name).isEqualTo(404);
          assertThat(result.getRequest().getAttribute(FILE) instanceof Path).isFalse();
          assertThat(describe(result)).doesNotContain(folder.toString());
          assertThat(result.getResponse().getErrorMessage()).isNull();
        }
      }
    }
  }

  @Test
  void filtersThatReadTheBodyGetIt() throws Exception {
    MockMvc alone = application(Application.class, new ShallowEtagHeaderFilter());
    MockMvc with = application(WithModule.class, new ShallowEtagHeaderFilter());

    assertThat(describe(ask(with, true, "GET", "/entity")))
        .isEqualTo(describe(ask(alone, true, "GET", "/entity")))
        .contains("ETag");
  }
}
