package io.sendfile.grizzly;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.core.OpenDescriptors;
import io.sendfile.core.RandomBytes;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Figure;
import io.sendfile.grizzly.filter.ServerFixture;
import io.sendfile.grizzly.filter.TestCertificate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.http.CompressionConfig.CompressionMode;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.HttpServerFilter;
import org.glassfish.grizzly.http.server.HttpServerProbe;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.server.StaticHttpHandler;
import org.glassfish.grizzly.http.server.accesslog.AccessLogAppender;
import org.glassfish.grizzly.http.server.accesslog.AccessLogProbe;
import org.glassfish.grizzly.http.server.accesslog.ApacheLogFormat;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of roots and of the class path, as a Grizzly server serves them by handlers. */
@Timeout(60)
class FileHandlerTest {
  private static final int SMALL = 2_000;
  private static final int LARGE = 3 << 20;
  private static final byte[] TEXT = lines();
  private static final Instant TIME = Instant.parse("2024-05-06T07:08:09.5Z");

  @TempDir Path temp;
  private Path media;
  private final HttpServer server = new HttpServer();
  private final NetworkListener listener = new NetworkListener("web", "127.0.0.1", 0);
  private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
  private final Handler log =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          logged.add(entry);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private HttpClient client = HttpClient.newHttpClient();
  private String scheme = "http";
  private Sendfile sendfile;

  @BeforeEach
  void build() throws IOException {
    temp = temp.toRealPath();
    media = Files.createDirectory(temp.resolve("media"));
    Files.writeString(temp.resolve("secret"), "secret");
    sendfile = Sendfile.builder().root("media", media).build();
    server.addListener(listener);
    Logger.getLogger("").addHandler(log);
  }

  @AfterEach
  void stop() throws IOException {
    server.shutdownNow();
    sendfile.close();
    for (URLClassLoader loader : loaders) {
      loader.close();
    }
    Logger.getLogger("").removeHandler(log);
    // A client may have its response a moment before the thread that has sent it closes the file.
    ServerFixture.await("all files are closed", () -> OpenDescriptors.below(temp).isEmpty());
  }

  private void assertOneWarning(String words) {
    assertThat(logged)
        .filteredOn(entry -> entry.getLevel() == Level.WARNING)
        .extracting(LogRecord::getMessage)
        .singleElement()
        .asString()
        .contains(words);
  }

  private void start() throws IOException {
    sendfile.install(server);
    server.start();
  }

  private void mount(FileHandler handler, String mapping) {
    server.getServerConfiguration().addHttpHandler(handler, mapping);
  }

  private void serveMedia() throws IOException {
    mount(sendfile.files("media"), "/static");
    start();
  }

  private byte[] file(String name, int length) throws IOException {
    byte[] bytes = random(length);
    Path file = media.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, FileTime.from(TIME));
    return bytes;
  }

  private static byte[] random(int length) {
    return RandomBytes.of(length);
  }

  private static byte[] text(int length) {
    return Arrays.copyOf(TEXT, length);
  }

  private static byte[] lines() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; text.length() < LARGE; i++) {
      text.append("line ").append(i).append('\n');
    }
    return text.toString().getBytes(ISO_8859_1);
  }

  private HttpResponse<byte[]> send(String method, String path, Version version, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(scheme + "://127.0.0.1:" + listener.getPort() + path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .version(version);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private HttpResponse<byte[]> get(String path, String... headers) throws Exception {
    return send("GET", path, Version.HTTP_1_1, headers);
  }

  private static String field(HttpResponse<?> response, String name) {
    return String.join(", ", response.headers().allValues(name));
  }

  /** All bytes of the response to a path as it is. */
  private String raw(String path) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", listener.getPort())) {
      String request = "GET " + path + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private int status(String path) throws IOException {
    return Integer.parseInt(raw(path).split(" ", 3)[1]);
  }

  private void assertNothingLogged() {
    assertThat(logged)
        .filteredOn(entry -> entry.getLevel().intValue() > Level.FINE.intValue())
        .filteredOn(entry -> !String.valueOf(entry.getLoggerName()).contains("NetworkListener"))
        .filteredOn(entry -> !String.valueOf(entry.getLoggerName()).contains("HttpServer"))
        .extracting(LogRecord::getMessage)
        .isEmpty();
  }

  // Folders

  @ParameterizedTest
  @EnumSource(Version.class)
  void filesOfRootsAreServed(Version version) throws Exception {
    byte[] small = file("a.html", SMALL);
    byte[] large = file("deep/er/film.mp4", LARGE);
    Path other = Files.createDirectory(temp.resolve("other"));
    Files.writeString(other.resolve("a.html"), "other");
    sendfile.settings(next -> next.root("other", other));
    listener.registerAddOn(new Http2AddOn());
    mount(sendfile.files("other"), "/more/*");
    serveMedia();

    for (int i = 0; i < 3; i++) {
      HttpResponse<byte[]> first = send("GET", "/static/a.html", version);
      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(first.body()).isEqualTo(small);
      assertThat(field(first, "Content-Type")).isEqualTo("text/html");
      assertThat(field(first, "Last-Modified")).isEqualTo("Mon, 06 May 2024 07:08:09 GMT");
      assertThat(field(first, "ETag")).startsWith("\"");
      HttpResponse<byte[]> second = send("GET", "/static/deep/er/film.mp4?x=1", version);
      assertThat(second.body()).isEqualTo(large);
      assertThat(field(second, "Content-Type")).isEqualTo("video/mp4");
      assertThat(send("GET", "/more/a.html", version).body()).asString().isEqualTo("other");
    }
    long opened = sendfile.statistics().counts().of(Figure.FILES_OPENED);
    assertThat(opened + sendfile.statistics().counts().of(Figure.FILES_REUSED)).isEqualTo(9);
    assertNothingLogged();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void rangesConditionsAndHeadWork(Version version) throws Exception {
    byte[] bytes = file("f", LARGE);
    listener.registerAddOn(new Http2AddOn());
    serveMedia();
    String etag = field(send("GET", "/static/f", version), "ETag");

    HttpResponse<byte[]> part = send("GET", "/static/f", version, "Range", "bytes=10-19");
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.body()).hasSize(10).startsWith(bytes[10], bytes[11]);
    assertThat(send("GET", "/static/f", version, "Range", "bytes=9999999-").statusCode())
        .isEqualTo(416);
    assertThat(send("GET", "/static/f", version, "If-None-Match", etag).statusCode())
        .isEqualTo(304);
    assertThat(send("GET", "/static/f", version, "If-Match", "\"x\"").statusCode()).isEqualTo(412);
    assertThat(
            send("GET", "/static/f", version, "Range", "bytes=0-9", "If-Range", "\"x\"")
                .statusCode())
        .isEqualTo(200);
    HttpResponse<byte[]> head = send("HEAD", "/static/f", version);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(field(head, "Content-Length")).isEqualTo(Integer.toString(LARGE));
    assertThat(head.body()).isEmpty();
  }

  @Test
  void foldersHaveIndexFilesAndAreRedirectedToTheirSlash() throws Exception {
    byte[] index = file("docs/index.html", SMALL);
    file("pages/start.htm", 10);
    file("empty/f", 10);
    byte[] top = file("index.html", 20);
    FileHandler handler = sendfile.files("media").indexFiles("index.html", "start.htm");
    mount(handler, "/static");
    start();

    assertThat(get("/static/docs/").body()).isEqualTo(index);
    assertThat(get("/static/").body()).isEqualTo(top);
    HttpResponse<byte[]> redirect = get("/static/docs?a=b&c=%20");
    assertThat(redirect.statusCode()).isEqualTo(301);
    assertThat(field(redirect, "Location")).isEqualTo("./docs/?a=b&c=%20");
    assertThat(redirect.body()).isEmpty();
    assertThat(field(get("/static"), "Location")).isEqualTo("./static/");
    assertThat(get("/static/pages/").body()).hasSize(10);
    assertThat(get("/static/empty").statusCode()).isEqualTo(404);
    assertThat(get("/static/empty/").statusCode()).isEqualTo(404);
    assertThat(get("/static/docs/index.html/").statusCode()).isEqualTo(404);
    client = HttpClient.newBuilder().followRedirects(Redirect.NORMAL).build();
    assertThat(get("/static/docs?x").body()).isEqualTo(index);
    assertThat(get("/static").body()).isEqualTo(top);
    handler.indexFiles();
    assertThat(get("/static/docs").statusCode()).isEqualTo(404);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> handler.indexFiles("../a"))
        .withMessageContaining("without a slash");
    assertNothingLogged();
  }

  @Test
  void otherMethodsAre405() throws Exception {
    file("f", 10);
    serveMedia();

    for (String method : new String[] {"POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"}) {
      for (String path : new String[] {"/static/f", "/static/none"}) {
        HttpResponse<byte[]> response = send(method, path, Version.HTTP_1_1);
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(field(response, "Allow")).isEqualTo("GET, HEAD");
      }
    }
  }

  @Test
  void missingHiddenAndLinkedFilesAre404AndCountedWithoutALine() throws Exception {
    file(".git/config", 10);
    file("WEB-INF/web.xml", 10);
    Files.createSymbolicLink(media.resolve("link"), temp.resolve("secret"));
    serveMedia();

    for (String path :
        new String[] {"none", ".git/config", "WEB-INF/web.xml", "link", "none/x", ".git/", "x/"}) {
      HttpResponse<byte[]> response = get("/static/" + path);
      assertThat(response.statusCode()).as(path).isEqualTo(404);
      assertThat(new String(response.body(), UTF_8)).doesNotContain(temp.toString(), "secret");
    }
    assertThat(sendfile.statistics().counts().each(Breakdown.REFUSALS))
        .containsEntry("missing", 4L)
        .containsEntry("hidden", 2L)
        .containsEntry("symlink", 1L);
    assertNothingLogged();
  }

  @Test
  void filesThatCannotBeOpenedNowAre503WithALine() throws Exception {
    file("f", SMALL);
    file("index.html", SMALL);
    sendfile.settings(next -> next.root("media", media, Map.of("marker-file", "mounted")));
    serveMedia();

    for (String path : new String[] {"f", ""}) {
      HttpResponse<byte[]> response = get("/static/" + path);
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(field(response, "Retry-After")).isEqualTo("5");
      assertThat(field(response, "Cache-Control")).isEqualTo("no-store");
      assertThat(new String(response.body(), UTF_8)).doesNotContain(media.toString());
    }
    assertThat(logged).filteredOn(entry -> entry.getLevel() == Level.WARNING).hasSize(1);
    Files.writeString(media.resolve("mounted"), "");
    assertThat(get("/static/f").body()).hasSize(SMALL);
  }

  @Test
  void transfersAfterTheEndAre503AndNothingStaysOpen() throws Exception {
    file("f", SMALL);
    file("large", LARGE);
    serveMedia();
    assertThat(get("/static/f").body()).hasSize(SMALL);

    sendfile.close();

    for (int i = 0; i < 2; i++) {
      assertThat(get("/static/f").statusCode()).isEqualTo(200);
      assertThat(get("/static/large").statusCode()).isEqualTo(503);
    }
    assertThat(get("/static/none").statusCode()).isEqualTo(404);
  }

  @Test
  void subclassesMayRespondToMissingFiles() throws Exception {
    mount(
        new FileHandler(sendfile, "media") {
          @Override
          protected void onMissingResource(Request request, Response response) throws Exception {
            response.getWriter().write("instead");
          }
        },
        "/static");
    start();

    assertThat(get("/static/none").body()).asString().isEqualTo("instead");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../secret",
        "/x/../../secret",
        "/%2e%2e/secret",
        "/..%2fsecret",
        "/%2e%2e%2fsecret",
        "/..%5csecret",
        "/..\\secret",
        "/..;/secret",
        "/..;jsessionid=1/secret",
        "/%00",
        "/ok%00.html",
        "/ok%2f",
        "/x%2fok",
        "/%c0%ae%c0%ae/secret",
        "/%zz",
        "/ok%",
        "/ok%2",
        "/%0a",
        "/%7f",
        "/%ff",
        "//127.0.0.1/secret",
        "/media:secret",
        "/%2fetc%2fpasswd",
      })
  void pathsThatLeadElsewhereAre404(String path) throws Exception {
    file("ok", 10);
    file("x/ok", 10);
    Path classes = Files.createDirectories(temp.resolve("classes/web"));
    Files.writeString(classes.resolve("ok"), "ok");
    Files.writeString(classes.resolveSibling("secret"), "secret");
    mount(sendfile.files("media"), "/static");
    mount(sendfile.resources(loader(classes.getParent()), "web/"), "/resources");
    HttpServer alone = new HttpServer();
    NetworkListener own = new NetworkListener("own", "127.0.0.1", 0);
    alone.addListener(own);
    alone.getServerConfiguration().addHttpHandler(sendfile.files("media"), "/");
    start();
    sendfile.install(alone);
    alone.start();
    try (Socket socket = new Socket("127.0.0.1", own.getPort())) {
      socket
          .getOutputStream()
          .write(
              ("GET " + path + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
                  .getBytes(ISO_8859_1));
      assertThat(new String(socket.getInputStream().readAllBytes(), ISO_8859_1))
          .startsWith("HTTP/1.1 404 ")
          .doesNotContain("secret\n", temp.toString());
    } finally {
      alone.shutdownNow();
    }
    for (String context : new String[] {"/static", "/resources"}) {
      // Some are refused by Grizzly before they reach a handler.
      String response = raw(context + path);
      assertThat(response)
          .as(context)
          .doesNotStartWith("HTTP/1.1 2")
          .doesNotStartWith("HTTP/1.1 3");
      assertThat(response).doesNotContain(temp.toString());
    }
  }

  @Test
  void sessionIdsAreNoPartOfThePath() throws Exception {
    file("f.txt", 10);
    serveMedia();

    assertThat(status("/static/f.txt;jsessionid=abc")).isEqualTo(200);
    assertThat(status("/static/f.txt;v=1")).isEqualTo(404);
  }

  @Test
  void namesAreDecodedOnceAndAPlusIsAPlus() throws Exception {
    for (String name : new String[] {"a b", "a+b", "ä€", "50%25", "a;b", "é.txt"}) {
      Files.writeString(media.resolve(name), name);
    }
    serveMedia();

    assertThat(get("/static/a%20b").body()).asString().isEqualTo("a b");
    assertThat(get("/static/a+b").body()).asString().isEqualTo("a+b");
    assertThat(get("/static/a%2Bb").body()).asString().isEqualTo("a+b");
    assertThat(new String(get("/static/%C3%A4%E2%82%AC").body(), UTF_8)).isEqualTo("ä€");
    assertThat(get("/static/50%2525").body()).asString().isEqualTo("50%25");
    assertThat(get("/static/a%3Bb").body()).asString().isEqualTo("a;b");
    assertThat(status("/static/\u00c3\u00a9.txt")).isEqualTo(200);
    assertThat(get("/st%61tic/a+b").statusCode()).isEqualTo(200);
  }

  @Test
  void precompressedSiblingsAnswer() throws Exception {
    file("a.js", SMALL);
    byte[] packed = file("a.js.br", 300);
    Files.setLastModifiedTime(media.resolve("a.js.br"), FileTime.from(TIME.plusSeconds(9)));
    sendfile.settings(next -> next.set("precompressed", true));
    serveMedia();

    HttpResponse<byte[]> coded = get("/static/a.js", "Accept-Encoding", "gzip, br");
    assertThat(coded.body()).isEqualTo(packed);
    assertThat(field(coded, "Content-Encoding")).isEqualTo("br");
    assertThat(field(coded, "Vary")).isEqualTo("Accept-Encoding");
    assertThat(field(coded, "Content-Type")).isEqualTo("text/javascript");
    HttpResponse<byte[]> plain = get("/static/a.js");
    assertThat(plain.body()).hasSize(SMALL);
    assertThat(field(plain, "Vary")).isEqualTo("Accept-Encoding");
  }

  @Test
  void fieldsSetBeforeAreKept() throws Exception {
    file("f.html", SMALL);
    mount(
        new FileHandler(sendfile, "media") {
          @Override
          public void service(Request request, Response response) throws Exception {
            response.setHeader("Cache-Control", "max-age=60");
            response.setHeader("X-Own", "1");
            super.service(request, response);
          }
        },
        "/static");
    start();

    HttpResponse<byte[]> response = get("/static/f.html");
    assertThat(response.body()).hasSize(SMALL);
    assertThat(field(response, "Cache-Control")).isEqualTo("max-age=60");
    assertThat(field(response, "X-Own")).isEqualTo("1");
  }

  @Test
  void changedFilesAndRootsAreSeen() throws Exception {
    file("f", 10);
    serveMedia();
    assertThat(get("/static/f").body()).hasSize(10);

    file("f", 11);
    assertThat(get("/static/f").body()).hasSize(11);
    Files.delete(media.resolve("f"));
    assertThat(get("/static/f").statusCode()).isEqualTo(404);
    sendfile.settings(next -> next.removeRoot("media"));
    assertThat(get("/static/f").statusCode()).isEqualTo(404);
  }

  @Test
  void unknownRootsAndWholeClassPathsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sendfile.files("medai"))
        .withMessageContaining("there is no root \"medai\"; there are [media]");
    for (String prefix : new String[] {"", "/", "static", "../", "a//", "a/../b/"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> sendfile.resources(getClass().getClassLoader(), prefix))
          .withMessageContaining("must name a folder of the class path");
    }
  }

  @Test
  void listenerWithoutSendfileTellsTheRemedy() throws Exception {
    file("f", 10);
    mount(sendfile.files("media"), "/static");
    server.start();

    assertThat(get("/static/f").statusCode()).isEqualTo(500);
    assertThat(get("/static/f").statusCode()).isEqualTo(500);
    assertOneWarning("call Sendfile.install(server)");
  }

  @Test
  void tlsAndCompressionLeaveTheBytesAlone() throws Exception {
    byte[] small = file("a.html", SMALL);
    byte[] large = file("large.html", LARGE);
    TestCertificate.secure(listener);
    listener.getCompressionConfig().setCompressionMode(CompressionMode.FORCE);
    listener.registerAddOn(new Http2AddOn());
    client = HttpClient.newBuilder().sslContext(TestCertificate.context()).build();
    scheme = "https";
    serveMedia();

    for (Version version : Version.values()) {
      HttpResponse<byte[]> first =
          send("GET", "/static/a.html", version, "Accept-Encoding", "gzip");
      assertThat(first.version()).isEqualTo(version);
      assertThat(first.body()).isEqualTo(small);
      assertThat(field(first, "Content-Encoding")).isEmpty();
      HttpResponse<byte[]> second =
          send("GET", "/static/large.html", version, "Accept-Encoding", "gzip");
      assertThat(second.body()).isEqualTo(large);
    }
  }

  // Differences to Grizzly's own handler

  @Test
  void respondsAsStaticHttpHandlerWhereThatIsRight() throws Exception {
    file("a.html", SMALL);
    file("b.css", 10);
    file("deep/index.html", 30);
    file("large.bin", LARGE);
    server
        .getServerConfiguration()
        .addHttpHandler(new StaticHttpHandler(media.toString()), "/grizzly");
    serveMedia();

    for (String path :
        new String[] {"/a.html", "/b.css", "/deep/", "/large.bin", "/none", "/deep/none", "/x/"}) {
      HttpResponse<byte[]> theirs = get("/grizzly" + path);
      HttpResponse<byte[]> ours = get("/static" + path);
      assertThat(ours.statusCode()).as(path).isEqualTo(theirs.statusCode());
      assertThat(field(ours, "Content-Type")).startsWith(field(theirs, "Content-Type"));
      if (ours.statusCode() == 200) {
        assertThat(ours.body()).isEqualTo(theirs.body());
      }
    }
    assertThat(get("/static/deep").statusCode()).isEqualTo(get("/grizzly/deep").statusCode());
    assertThat(send("POST", "/static/a.html", Version.HTTP_1_1).statusCode())
        .isEqualTo(send("POST", "/grizzly/a.html", Version.HTTP_1_1).statusCode());
  }

  // The class path

  private final List<URLClassLoader> loaders = new ArrayList<>();

  private URLClassLoader loader(Path... places) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (Path place : places) {
      urls.add(place.toUri().toURL());
    }
    URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), null);
    loaders.add(loader);
    return loader;
  }

  private final Map<String, byte[]> entries = new HashMap<>();

  private void entry(JarOutputStream jar, String name, byte[] bytes, boolean stored)
      throws IOException {
    JarEntry entry = new JarEntry(name);
    entry.setTime(TIME.toEpochMilli());
    if (stored) {
      CRC32 crc = new CRC32();
      crc.update(bytes);
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(bytes.length);
      entry.setCrc(crc.getValue());
    }
    jar.putNextEntry(entry);
    jar.write(bytes);
    jar.closeEntry();
    entries.put(name, bytes);
  }

  private Path jar() throws IOException {
    Path file = temp.resolve("with blank.jar");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      entry(jar, "web/stored.png", random(SMALL), true);
      entry(jar, "web/stored-large.png", random(LARGE), true);
      entry(jar, "web/a.js", text(SMALL), false);
      entry(jar, "web/large.txt", text(LARGE), false);
      entry(jar, "web/pre.css", text(5000), false);
      entry(jar, "web/pre.css.br", random(300), true);
      entry(jar, "web/empty", new byte[0], false);
      entry(jar, "web/index.html", text(100), false);
      jar.putNextEntry(new JarEntry("web/folder/"));
      entry(jar, "web/folder/index.html", text(200), false);
      entry(jar, "web/nofolder/index.html", text(200), false);
      entry(jar, "web/.hidden", text(10), false);
      entry(jar, "web/META-INF/x", text(10), false);
      entry(jar, "web/ä b+c.txt", text(10), false);
      entry(jar, "secret", "secret".getBytes(ISO_8859_1), false);
    }
    return file;
  }

  private static byte[] unzipped(byte[] bytes) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void entriesOfJarsAreServed(Version version) throws Exception {
    listener.registerAddOn(new Http2AddOn());
    mount(sendfile.resources(loader(jar()), "web/"), "/");
    start();

    for (int i = 0; i < 2; i++) {
      for (String name :
          new String[] {
            "stored.png", "stored-large.png", "a.js", "large.txt", "empty", "index.html"
          }) {
        byte[] bytes = entries.get("web/" + name);
        boolean deflated = !name.endsWith(".png") && bytes.length > 0;
        HttpResponse<byte[]> plain = send("GET", "/" + name, version);
        assertThat(plain.statusCode()).as(name).isEqualTo(200);
        assertThat(plain.body()).isEqualTo(bytes);
        assertThat(field(plain, "Content-Encoding")).isEmpty();
        HttpResponse<byte[]> coded = send("GET", "/" + name, version, "Accept-Encoding", "gzip");
        assertThat(field(coded, "Content-Encoding")).isEqualTo(deflated ? "gzip" : "");
        assertThat(deflated ? unzipped(coded.body()) : coded.body()).isEqualTo(bytes);
        if (deflated) {
          assertThat(field(coded, "Vary")).isEqualTo("Accept-Encoding");
          assertThat(field(plain, "Vary")).isEqualTo("Accept-Encoding");
          assertThat(field(coded, "ETag")).isNotEqualTo(field(plain, "ETag")).startsWith("\"");
          assertThat(field(coded, "Content-Type")).isEqualTo(field(plain, "Content-Type"));
        }
        if (bytes.length > 0) {
          assertParts(name, version, bytes);
          assertParts(name, version, coded.body(), "Accept-Encoding", "gzip");
        }
        for (HttpResponse<byte[]> response : List.of(plain, coded)) {
          boolean gzip = response == coded;
          HttpResponse<byte[]> again =
              send(
                  "GET",
                  "/" + name,
                  version,
                  "Accept-Encoding",
                  gzip ? "gzip" : "identity",
                  "If-None-Match",
                  field(response, "ETag"));
          assertThat(again.statusCode()).isEqualTo(304);
        }
        HttpResponse<byte[]> head = send("HEAD", "/" + name, version);
        assertThat(field(head, "Content-Length")).isEqualTo(Integer.toString(bytes.length));
      }
      assertThat(send("GET", "/", version).body()).isEqualTo(entries.get("web/index.html"));
      assertThat(send("GET", "/%C3%A4%20b+c.txt", version).body())
          .isEqualTo(entries.get("web/ä b+c.txt"));
      for (String folder : new String[] {"folder", "nofolder"}) {
        assertThat(send("GET", "/" + folder + "/", version).body())
            .isEqualTo(entries.get("web/" + folder + "/index.html"));
        HttpResponse<byte[]> redirect = send("GET", "/" + folder + "?q", version);
        assertThat(redirect.statusCode()).isEqualTo(301);
        assertThat(field(redirect, "Location")).isEqualTo("./" + folder + "/?q");
      }
      for (String none : new String[] {".hidden", "META-INF/x", "none", "none/", "../secret"}) {
        assertThat(status("/" + none)).as(none).isEqualTo(404);
      }
    }
    assertThat(openJars()).isEqualTo(2);
    assertNothingLogged();
  }

  private void assertParts(String name, Version version, byte[] all, String... headers)
      throws Exception {
    int last = all.length - 1;
    for (int[] range : new int[][] {{0, 4}, {3, 12}, {last - 9, last - 2}, {5, last}}) {
      List<String> fields = new ArrayList<>(List.of(headers));
      fields.addAll(List.of("Range", "bytes=" + range[0] + "-" + range[1]));
      HttpResponse<byte[]> part = send("GET", "/" + name, version, fields.toArray(String[]::new));
      assertThat(part.statusCode()).isEqualTo(206);
      assertThat(part.body())
          .as(name + " " + range[0] + "-" + range[1])
          .isEqualTo(Arrays.copyOfRange(all, range[0], range[1] + 1));
    }
  }

  @Test
  void damagedEntriesAre404WithALine() throws Exception {
    Path jar = jar();
    byte[] bytes = Files.readAllBytes(jar);
    String all = new String(bytes, ISO_8859_1);
    int name = all.indexOf("web/a.js");
    bytes[name + 40] ^= 0x55;
    Files.write(jar, bytes);
    mount(sendfile.resources(loader(jar), "web/"), "/");
    start();

    assertThat(get("/a.js").statusCode()).isEqualTo(404);
    assertThat(get("/large.txt").statusCode()).isEqualTo(200);
    assertOneWarning("a resource of sendfile resources of web/ cannot be read");
  }

  /** As by cp, rsync --inplace and mv; a running server has the JAR open. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void jarThatIsReplacedIsReadAnew(boolean inPlace) throws Exception {
    Path jar = jar();
    List<String> names = List.of("stored.png", "stored-large.png", "a.js", "large.txt");
    Map<String, byte[]> before = Map.copyOf(entries);
    byte[] old = Files.readAllBytes(jar);
    byte[] next = changedJar();
    Files.write(jar, old);
    mount(sendfile.resources(loader(jar), "web/"), "/");
    start();
    Map<String, String> tags = new HashMap<>();
    for (String name : names) {
      HttpResponse<byte[]> first = get("/" + name);
      assertThat(first.body()).isEqualTo(before.get("web/" + name));
      tags.put(name, field(first, "ETag"));
    }

    if (inPlace) {
      Files.write(jar, next);
    } else {
      Path copy = Files.write(temp.resolve("copy.jar"), next);
      Files.move(copy, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    for (String name : names) {
      byte[] bytes = entries.get("web/" + name);
      HttpResponse<byte[]> now = get("/" + name, "If-None-Match", tags.get(name));
      assertThat(now.statusCode()).as(name).isEqualTo(200);
      assertThat(now.body()).isEqualTo(bytes);
      assertThat(field(now, "ETag")).isNotEqualTo(tags.get(name));
      assertThat(get("/" + name, "Range", "bytes=0-9", "If-Range", tags.get(name)).body())
          .isEqualTo(bytes);
      HttpResponse<byte[]> coded = get("/" + name, "Accept-Encoding", "gzip");
      assertThat(name.endsWith(".png") ? coded.body() : unzipped(coded.body())).isEqualTo(bytes);
    }
  }

  /** The same names and sizes, other bytes. */
  private byte[] changedJar() throws IOException {
    Path file = temp.resolve("changed.jar");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, byte[]> each : Map.copyOf(entries).entrySet()) {
        byte[] bytes = each.getValue().clone();
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] ^= 1;
        }
        entry(jar, each.getKey(), bytes, each.getKey().endsWith(".png"));
      }
    }
    return Files.readAllBytes(file);
  }

  /** As while rsync --inplace is at work: the directory at the end is still the old one. */
  @Test
  void jarThatIsHalfWrittenGivesNoBytesThatAreNeither() throws Exception {
    Path jar = jar();
    byte[] old = Files.readAllBytes(jar);
    mount(sendfile.resources(loader(jar), "web/"), "/");
    start();
    assertThat(get("/stored-large.png").statusCode()).isEqualTo(200);
    int middle = new String(old, ISO_8859_1).indexOf("web/stored-large.png") + LARGE / 2;
    byte[] half = old.clone();
    for (int i = 100; i < middle; i++) {
      half[i] ^= 1;
    }
    try (FileChannel channel = FileChannel.open(jar, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(half, 0, middle), 0);
    }

    assertThat(get("/stored-large.png").statusCode()).isEqualTo(404);
    assertThat(get("/large.txt").body()).isEqualTo(entries.get("web/large.txt"));

    Files.write(jar, old);
    assertThat(get("/stored-large.png").body()).isEqualTo(entries.get("web/stored-large.png"));
  }

  @Test
  void jarThatIsDeletedIsServedOn() throws Exception {
    Path jar = jar();
    mount(sendfile.resources(loader(jar), "web/"), "/");
    start();
    assertThat(get("/a.js").statusCode()).isEqualTo(200);
    Files.delete(jar);

    assertThat(get("/a.js").body()).isEqualTo(entries.get("web/a.js"));
    assertThat(get("/stored.png").body()).isEqualTo(entries.get("web/stored.png"));
  }

  @Test
  void resourcesBeyondTheMemoryAreInflatedAgain() throws Exception {
    Path file = temp.resolve("many.jar");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < 100; i++) {
        entry(jar, "web/" + i, text(200_000 + i), false);
      }
    }
    mount(sendfile.resources(loader(file), "web/"), "/");
    start();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 100; i++) {
        assertThat(get("/" + i).body()).isEqualTo(entries.get("web/" + i));
      }
    }
    assertThat(temporaryFiles()).isZero();
  }

  @Test
  void siblingsInJarsAnswerWhereTheyMay() throws Exception {
    mount(sendfile.resources(loader(jar()), "web/"), "/");
    start();
    HttpResponse<byte[]> gzip = get("/pre.css", "Accept-Encoding", "br, gzip");
    assertThat(field(gzip, "Content-Encoding")).isEqualTo("gzip");

    sendfile.settings(next -> next.set("precompressed", true));

    HttpResponse<byte[]> coded = get("/pre.css", "Accept-Encoding", "br, gzip");
    assertThat(field(coded, "Content-Encoding")).isEqualTo("br");
    assertThat(field(coded, "Content-Type")).isEqualTo("text/css");
    assertThat(coded.body()).isEqualTo(entries.get("web/pre.css.br"));
    assertThat(unzipped(get("/pre.css", "Accept-Encoding", "gzip").body()))
        .isEqualTo(entries.get("web/pre.css"));
  }

  @Test
  void filesOfAnUnpackedClassPathAreServed() throws Exception {
    Path classes = Files.createDirectories(temp.resolve("classes/web/sub"));
    Files.writeString(classes.resolve("index.html"), "index");
    Files.writeString(classes.resolveSibling("a.txt"), "a");
    Files.writeString(classes.resolveSibling(".hidden"), "hidden");
    Files.write(classes.resolve("large"), random(LARGE));
    Files.createSymbolicLink(classes.resolve("link"), temp.resolve("secret"));
    mount(sendfile.resources(loader(temp.resolve("classes"), jar()), "/web/"), "/r");
    start();

    assertThat(get("/r/a.txt").body()).asString().isEqualTo("a");
    assertThat(get("/r/sub/large").body()).isEqualTo(random(LARGE));
    assertThat(get("/r/sub/").body()).asString().isEqualTo("index");
    assertThat(field(get("/r/sub"), "Location")).isEqualTo("./sub/");
    assertThat(get("/r/a.js").body()).isEqualTo(entries.get("web/a.js"));
    for (String none : new String[] {"link", ".hidden", "sub/link", "sub/none"}) {
      assertThat(status("/r/" + none)).as(none).isEqualTo(404);
    }
    Files.writeString(classes.resolveSibling("a.txt"), "changed");
    assertThat(get("/r/a.txt").body()).asString().isEqualTo("changed");
    Files.delete(classes.resolveSibling("a.txt"));
    assertThat(get("/r/a.txt").statusCode()).isEqualTo(404);
  }

  @Test
  void resourcesOfOtherUrlsAreServed() throws Exception {
    // A module of the JDK, which is no file.
    mount(sendfile.resources(ClassLoader.getPlatformClassLoader(), "java/lang/"), "/jdk");
    start();

    HttpResponse<byte[]> response = get("/jdk/Object.class");
    byte[] expected;
    try (InputStream in = Object.class.getResourceAsStream("Object.class")) {
      expected = in.readAllBytes();
    }
    assertThat(response.body()).isEqualTo(expected);
    assertThat(get("/jdk/Object.class", "If-None-Match", field(response, "ETag")).statusCode())
        .isEqualTo(304);
  }

  @Test
  void closingLetsGoOfJarsAndTemporaryFiles() throws Exception {
    FileHandler handler = sendfile.resources(loader(jar()), "web/");
    mount(handler, "/");
    start();
    assertThat(get("/large.txt").body()).hasSize(LARGE);
    assertThat(openJars()).isEqualTo(2);
    assertThat(temporaryFiles()).isEqualTo(1);

    server.shutdownNow();

    assertThat(openJars()).isEqualTo(1);
    assertThat(temporaryFiles()).isZero();
  }

  /** With that of the class loader. */
  private long openJars() {
    return OpenDescriptors.below(temp).stream()
        .filter(path -> path.toString().endsWith(".jar"))
        .count();
  }

  private static long temporaryFiles() {
    return OpenDescriptors.below(Path.of(System.getProperty("java.io.tmpdir"))).stream()
        .filter(path -> path.getFileName().toString().startsWith("sendfile-"))
        .filter(path -> path.toString().contains(".resource"))
        .count();
  }

  // Probes and the access log

  @ParameterizedTest
  @EnumSource(Version.class)
  void accessLogHasStatusAndBytesOfEachResponse(Version version) throws Exception {
    file("small", SMALL);
    file("large", LARGE);
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    AccessLogAppender appender =
        new AccessLogAppender() {
          @Override
          public void append(String line) {
            lines.add(line);
          }

          @Override
          public void close() {}
        };
    server
        .getServerConfiguration()
        .getMonitoringConfig()
        .getWebServerConfig()
        .addProbes(new AccessLogProbe(appender, new ApacheLogFormat("%m %U %s %b")));
    listener.registerAddOn(new Http2AddOn());
    serveMedia();

    for (int i = 0; i < 2; i++) {
      send("GET", "/static/small", version);
      assertThat(lines.poll(10, TimeUnit.SECONDS)).isEqualTo("GET /static/small 200 2000");
      send("GET", "/static/large", version);
      assertThat(lines.poll(10, TimeUnit.SECONDS)).isEqualTo("GET /static/large 200 " + LARGE);
      send("GET", "/static/large", version, "Range", "bytes=1-1000000");
      assertThat(lines.poll(10, TimeUnit.SECONDS)).isEqualTo("GET /static/large 206 1000000");
      send("GET", "/static/none", version);
      assertThat(lines.poll(10, TimeUnit.SECONDS)).startsWith("GET /static/none 404 ");
    }
  }

  @Test
  void selectorsRespondByEntriesThatWereJustSent() throws Exception {
    BlockingQueue<String> threads = threadsOfHandlers();
    Path jar = Files.setLastModifiedTime(jar(), FileTime.from(TIME));
    mount(sendfile.resources(loader(jar), "web/"), "/r");
    start();

    for (String path : new String[] {"stored.png", "a.js", ""}) {
      String name = path.isEmpty() ? "index.html" : path;
      for (String coding : new String[] {"gzip", "identity"}) {
        HttpResponse<byte[]> response = get("/r/" + path, "Accept-Encoding", coding);
        String first = threads.take();
        boolean gzip = field(response, "Content-Encoding").equals("gzip");
        assertThat(gzip ? unzipped(response.body()) : response.body())
            .isEqualTo(entries.get("web/" + name));
        byte[] again = fromSelector(threads, "/r/" + path, "Accept-Encoding", coding);
        assertThat(again).isEqualTo(response.body());
        if (coding.equals("gzip")) {
          assertThat(first).contains("worker");
        }
      }
    }
  }

  @Test
  void selectorsRespondBySmallFilesThatStayOpenAndByNothingElse() throws Exception {
    file("small", SMALL);
    file("index.html", SMALL);
    file("large", LARGE);
    BlockingQueue<String> threads = threadsOfHandlers();
    serveMedia();
    for (String path : new String[] {"small", ""}) {
      assertThat(get("/static/" + path).body()).hasSize(SMALL);
      assertThat(threads.take()).contains("worker");
      assertThat(fromSelector(threads, "/static/" + path)).hasSize(SMALL);
    }
    file("small", SMALL + 1);
    assertThat(get("/static/small").body()).hasSize(SMALL + 1);
    assertThat(threads.take()).contains("worker");
    get("/static/small");
    threads.take();
    assertThat(get("/static/small", "Range", "bytes=0-0").body()).hasSize(1);
    assertThat(threads.take()).contains("worker");
    assertThat(get("/static/none").statusCode()).isEqualTo(404);
    assertThat(threads.take()).contains("worker");
    get("/static/large");
    threads.take();
    get("/static/large");
    assertThat(threads.take()).contains("worker");
  }

  /** The response of a selector, soon; a file stays open for a second, which may pass meanwhile. */
  private byte[] fromSelector(BlockingQueue<String> threads, String path, String... headers)
      throws Exception {
    for (int i = 0; i < 50; i++) {
      byte[] body = get(path, headers).body();
      if (threads.take().contains("Selector")) {
        return body;
      }
    }
    throw new AssertionError("no selector responds for " + path);
  }

  /** The names of the threads on which handlers for files run. */
  private BlockingQueue<String> threadsOfHandlers() {
    BlockingQueue<String> threads = new LinkedBlockingQueue<>();
    server
        .getServerConfiguration()
        .getMonitoringConfig()
        .getWebServerConfig()
        .addProbes(
            new HttpServerProbe.Adapter() {
              @Override
              @SuppressWarnings("rawtypes")
              public void onBeforeServiceEvent(
                  HttpServerFilter filter,
                  Connection connection,
                  Request request,
                  HttpHandler handler) {
                if (handler instanceof FileHandler) {
                  threads.add(Thread.currentThread().getName());
                }
              }
            });
    return threads;
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void probesAreToldOfTheEndWhenItIsThere(Version version) throws Exception {
    file("large", LARGE);
    sendfile.settings(next -> next.set("rate-bytes-per-second", 2_000_000));
    BlockingQueue<Long> lengths = new LinkedBlockingQueue<>();
    server
        .getServerConfiguration()
        .getMonitoringConfig()
        .getWebServerConfig()
        .addProbes(
            new HttpServerProbe.Adapter() {
              @Override
              @SuppressWarnings("rawtypes")
              public void onRequestCompleteEvent(
                  HttpServerFilter filter, Connection connection, Response response) {
                lengths.add(response.getContentLengthLong());
              }
            });
    listener.registerAddOn(new Http2AddOn());
    serveMedia();
    // The upgrade to HTTP/2.
    assertThat(send("HEAD", "/static/none", version).statusCode()).isEqualTo(404);
    lengths.poll(10, TimeUnit.SECONDS);

    HttpResponse<InputStream> response =
        client.send(
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + listener.getPort() + "/static/large"))
                .version(version)
                .timeout(Duration.ofSeconds(20))
                .build(),
            BodyHandlers.ofInputStream());
    assertThat(response.body().read()).isNotNegative();
    assertThat(lengths.poll(200, TimeUnit.MILLISECONDS)).isNull();
    response.body().close();

    assertThat(lengths.poll(20, TimeUnit.SECONDS)).isBetween(1L, LARGE - 1L);
  }

  @Test
  void requestsAfterTheLastOneOfAConnectionLeaveNoLine() throws Exception {
    file("small", SMALL);
    listener.getKeepAlive().setMaxRequestsCount(5);
    serveMedia();
    for (int round = 0; round < 3; round++) {
      try (Socket socket = new Socket("127.0.0.1", listener.getPort())) {
        String request = "GET /static/small HTTP/1.1\r\nHost: test\r\n\r\n";
        socket.getOutputStream().write(request.repeat(50).getBytes(ISO_8859_1));
        InputStream in = socket.getInputStream();
        byte[] first = in.readNBytes(SMALL);
        assertThat(first).isNotEmpty();
        try {
          in.readAllBytes();
        } catch (IOException e) {
          // Reset, as the server has not read the others.
          assertThat(e).isNotNull();
        }
      }
    }
    assertNothingLogged();
  }

  @Test
  void manyRequestsOfOneConnectionAreServed() throws Exception {
    byte[] small = file("small", SMALL);
    serveMedia();
    try (Socket socket = new Socket("127.0.0.1", listener.getPort())) {
      ByteArrayOutputStream requests = new ByteArrayOutputStream();
      for (int i = 0; i < 100; i++) {
        String close = i == 99 ? "Connection: close\r\n" : "";
        requests.write(
            ("GET /static/small HTTP/1.1\r\nHost: test\r\n" + close + "\r\n").getBytes(ISO_8859_1));
      }
      socket.getOutputStream().write(requests.toByteArray());
      byte[] all = socket.getInputStream().readAllBytes();
      assertThat(all).endsWith(small);
      assertThat(new String(all, ISO_8859_1).split("HTTP/1.1 200 ", -1)).hasSize(101);
    }
    assertThat(sendfile.statistics().counts().of(Figure.FILES_REUSED)).isEqualTo(99);
  }
}
