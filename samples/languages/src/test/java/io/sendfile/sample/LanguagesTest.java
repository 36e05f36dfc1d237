package io.sendfile.sample;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import clojure.java.api.Clojure;
import groovy.lang.GroovyClassLoader;
import groovy.lang.GroovyCodeSource;
import io.sendfile.grizzly.Sendfile;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.jruby.RubyInstanceConfig.CompileMode;
import org.jruby.embed.LocalContextScope;
import org.jruby.embed.ScriptingContainer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sample of each language, in one server. */
@Timeout(60)
class LanguagesTest {
  private static final int LENGTH = 300_000;

  /** Debian's package ruby-sinatra, with Rack. */
  private static final Path GEMS = Path.of("/usr/share/rubygems-integration/all/gems");

  private static final Path TILT = Path.of("/usr/lib/ruby/vendor_ruby");

  @TempDir static Path temporary;
  private static final byte[] BYTES = new byte[LENGTH];
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final NetworkListener LISTENER = new NetworkListener("web", "127.0.0.1", 0);
  private static final NetworkListener PLAIN = new NetworkListener("plain", "127.0.0.1", 0);
  private static final HttpServer SERVER = new HttpServer();
  private static final ScriptingContainer RUBY =
      new ScriptingContainer(LocalContextScope.SINGLETHREAD);
  private static Path folder;
  private static Sendfile sendfile;

  @BeforeAll
  static void start() throws Exception {
    folder = Files.createDirectory(temporary.toRealPath().resolve("private-folder"));
    new Random(1).nextBytes(BYTES);
    Files.write(folder.resolve("film.mp4"), BYTES);
    Files.write(folder.resolve("100% späß.mp4"), BYTES);
    Files.write(temporary.resolve("secret.mp4"), BYTES);
    Map<String, HttpHandler> handlers = new HashMap<>();
    handlers.put("/kotlin", new KotlinFilms());
    handlers.put("/groovy", groovy());
    handlers.putAll(ruby());
    handlers.putAll(clojure());
    handlers.forEach(
        (path, handler) -> SERVER.getServerConfiguration().addHttpHandler(handler, path));
    SERVER.addListener(LISTENER);
    SERVER.addListener(PLAIN);
    sendfile = Sendfile.builder().root("media", folder).build();
    sendfile.install(LISTENER);
    SERVER.start();
  }

  @AfterAll
  static void stop() {
    SERVER.shutdownNow();
    sendfile.close();
    RUBY.terminate();
  }

  private static HttpHandler groovy() throws Exception {
    try (GroovyClassLoader loader = new GroovyClassLoader()) {
      URL source = LanguagesTest.class.getResource("/Films.groovy");
      Class<?> films = loader.parseClass(new GroovyCodeSource(source));
      return (HttpHandler) films.getDeclaredConstructor().newInstance();
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, HttpHandler> ruby() {
    RUBY.setCompileMode(CompileMode.OFF);
    RUBY.put("$folder", folder.toString());
    Map<String, HttpHandler> handlers = new HashMap<>();
    ((Map<String, Object>) RUBY.runScriptlet("require 'films'; handlers($folder)"))
        .forEach((path, handler) -> handlers.put(path, (HttpHandler) handler));
    if (Files.isDirectory(GEMS)) {
      RUBY.put("$gems", GEMS.toString());
      RUBY.runScriptlet(
          "$LOAD_PATH.concat(Dir[$gems + '/{rack,sinatra,mustermann,ruby2}*/lib'], ['"
              + TILT
              + "'])");
      ((Map<String, Object>) RUBY.runScriptlet("require 'sinatra_films'; sinatra($folder)"))
          .forEach((path, handler) -> handlers.put(path, (HttpHandler) handler));
    }
    return handlers;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, HttpHandler> clojure() {
    Clojure.var("clojure.core", "require").invoke(Clojure.read("films"));
    return (Map<String, HttpHandler>) Clojure.var("films", "handlers").invoke(folder);
  }

  private static HttpResponse<byte[]> ask(
      NetworkListener listener, String method, String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.getPort() + path))
            .method(method, BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static void hasNothingPrivate(HttpResponse<byte[]> response) {
    assertThat(response.headers().map()).doesNotContainKey("x-sendfile");
    assertThat(response.headers().map().toString()).doesNotContain("private-folder", "media:");
    assertThat(new String(response.body(), ISO_8859_1)).doesNotContain("private-folder");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/kotlin/film.mp4",
        "/groovy/film.mp4",
        "/ruby/film.mp4",
        "/ruby-file",
        "/rails",
        "/clojure/film.mp4",
        "/clojure-file"
      })
  void fileIsHandedOff(String path) throws Exception {
    isHandedOff(path);
  }

  private static void isHandedOff(String path) throws Exception {
    HttpResponse<byte[]> whole = ask(LISTENER, "GET", path);
    assertThat(whole.statusCode()).isEqualTo(200);
    assertThat(whole.body()).isEqualTo(BYTES);
    assertThat(whole.headers().firstValue("Content-Type")).contains("video/mp4");
    hasNothingPrivate(whole);
    HttpResponse<byte[]> range = ask(LISTENER, "GET", path, "Range", "bytes=1000-1999");
    assertThat(range.statusCode()).isEqualTo(206);
    assertThat(range.body()).isEqualTo(Arrays.copyOfRange(BYTES, 1000, 2000));
    hasNothingPrivate(range);
    HttpResponse<byte[]> head = ask(LISTENER, "HEAD", path);
    assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(LENGTH);
    hasNothingPrivate(head);
    String tag = whole.headers().firstValue("ETag").orElseThrow();
    assertThat(head.headers().firstValue("ETag")).contains(tag);
    assertThat(ask(LISTENER, "GET", path, "If-None-Match", tag).statusCode()).isEqualTo(304);
    String[] stale = {"Range", "bytes=0-9", "If-Range", "\"another\""};
    assertThat(ask(LISTENER, "GET", path, stale).body()).isEqualTo(BYTES);
    assertThat(ask(LISTENER, "GET", path, "If-Match", "\"another\"").statusCode()).isEqualTo(412);
  }

  /** The real Sinatra, by its own {@code send_file} too. */
  @ParameterizedTest
  @ValueSource(strings = {"/sinatra/file", "/sinatra/root"})
  void sinatraHandsOff(String path) throws Exception {
    assumeThat(GEMS).exists();
    isHandedOff(path);
    HttpResponse<byte[]> first = ask(LISTENER, "GET", path, "Range", "bytes=0-");
    assertThat(first.statusCode()).isEqualTo(206);
    assertThat(first.headers().firstValue("ETag")).isPresent();
  }

  @Test
  void pagesOfSinatraStayAsTheyAre() throws Exception {
    assumeThat(GEMS).exists();
    for (NetworkListener listener : List.of(LISTENER, PLAIN)) {
      HttpResponse<byte[]> page = ask(listener, "GET", "/sinatra/page");
      assertThat(page.body()).asString().isEqualTo("a page");
      assertThat(page.headers().firstValue("Content-Type"))
          .get()
          .asString()
          .startsWith("text/html");
      String date = page.headers().firstValue("Last-Modified").orElseThrow();
      assertThat(ask(listener, "GET", "/sinatra/page", "If-Modified-Since", date).statusCode())
          .isEqualTo(304);
      assertThat(ask(listener, "HEAD", "/sinatra/page").statusCode()).isEqualTo(200);
      assertThat(ask(listener, "GET", "/sinatra/missing").statusCode()).isEqualTo(404);
    }
    assertThat(ask(PLAIN, "GET", "/sinatra/file").body()).isEqualTo(BYTES);
    assertThat(ask(PLAIN, "GET", "/sinatra/file", "Range", "bytes=1000-1999").body())
        .isEqualTo(Arrays.copyOfRange(BYTES, 1000, 2000));
  }

  /** It raises for what a server may not do, and answers 500 then. */
  @ParameterizedTest
  @ValueSource(strings = {"/lint", "/sinatra"})
  void adapterKeepsRacksRules(String application) throws Exception {
    assumeThat(GEMS).exists();
    for (NetworkListener listener : List.of(LISTENER, PLAIN)) {
      for (String method : List.of("GET", "HEAD")) {
        for (String path : List.of("/page", "/file")) {
          assertThat(ask(listener, method, application + path, "Content-Type", "a/b").statusCode())
              .isEqualTo(200);
        }
      }
      HttpRequest post =
          HttpRequest.newBuilder(
                  URI.create("http://127.0.0.1:" + listener.getPort() + application + "/form"))
              .POST(BodyPublishers.ofString("name=b"))
              .header("Content-Type", "application/x-www-form-urlencoded")
              .build();
      assertThat(CLIENT.send(post, BodyHandlers.ofString()).body()).isEqualTo("b");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/kotlin", "/groovy", "/ruby", "/clojure"})
  void encodedNameIsFound(String language) throws Exception {
    HttpResponse<byte[]> named = ask(LISTENER, "GET", language + "/100%25%20sp%C3%A4%C3%9F.mp4");
    assertThat(named.statusCode()).isEqualTo(200);
    assertThat(named.body()).isEqualTo(BYTES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/kotlin", "/groovy", "/ruby", "/clojure"})
  void refusalTellsNothing(String language) throws Exception {
    for (String name : new String[] {"missing.mp4", "%2e%2e%2fsecret.mp4", "..%5csecret.mp4"}) {
      HttpResponse<byte[]> refused = ask(LISTENER, "GET", language + "/" + name);
      assertThat(refused.statusCode()).as(name).isIn(400, 404, 500);
      hasNothingPrivate(refused);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ruby-file", "/clojure-file"})
  void bodyIsCopiedWithoutTheModule(String path) throws Exception {
    assertThat(ask(PLAIN, "GET", path).body()).isEqualTo(BYTES);
  }

  @Test
  void clientCannotChooseHowRackSendsFiles() throws Exception {
    HttpResponse<byte[]> whole =
        ask(
            PLAIN,
            "GET",
            "/ruby-file",
            "X-Sendfile-Type",
            "X-Sendfile",
            "X-Accel-Mapping",
            "/=/x/");
    assertThat(whole.body()).isEqualTo(BYTES);
    hasNothingPrivate(whole);
  }
}
