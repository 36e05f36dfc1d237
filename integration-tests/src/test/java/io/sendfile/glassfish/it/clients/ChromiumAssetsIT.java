package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Chromium;
import io.sendfile.glassfish.it.harness.InChromium;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A browser loads a page of many files beside four large ones, over one HTTP/2 connection. Users
 * report ERR_HTTP2_PROTOCOL_ERROR for static files of GlassFish (glassfish#25954) and Payara
 * (Payara#7203).
 *
 * <p>Chromium itself ends its HTTP/2 connections, and fails all their requests, when an address of
 * the machine comes or goes.
 */
@InChromium
class ChromiumAssetsIT extends ClientScenario {
  private static final int ASSETS = 500;
  private static final int LARGE = 4;
  private static final long LARGE_BYTES = 64L * MIB;
  private static final Duration LONG = Duration.ofSeconds(90);

  /** Sizes below and above zero-copy-min-bytes. */
  private static final int MOST = 60_000;

  private static final byte[] GIF =
      Base64.getDecoder().decode("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=");

  /** Loads files of the names {@code number.type}, and tells their ends in {@code report}. */
  private static final String LOAD =
      """
      performance.setResourceTimingBufferSize(9999);
      report = {order: [], failed: [], begun: 0};
      const tell = (name, end) => end.then(
        () => report.order.push(name), problem => report.failed.push(name + ': ' + problem));
      const element = (tag, values) => new Promise((loaded, failed) => {
        const made = Object.assign(document.createElement(tag), values);
        made.onload = loaded;
        made.onerror = () => failed('onerror');
        document.head.append(made);
      });
      const whole = async (uri, options) => {
        const answer = await fetch(uri, options);
        if (!answer.ok) throw answer.status;
        const reader = answer.body.getReader();
        let bytes = 0;
        for (let part; !(part = await reader.read()).done; bytes += part.value.length) {
          report.begun += bytes == 0 && uri.includes('large');
        }
        if (bytes != answer.headers.get('content-length')) throw bytes + ' bytes';
      };
      load = (name, uri) => {
        const type = name.split('.').pop();
        const end = type == 'css' ? element('link', {rel: 'stylesheet', href: uri})
          : type == 'js' ? element('script', {src: uri})
          : type == 'gif' ? element('img', {src: uri})
          : whole(uri, {cache: 'no-store', priority: type == 'txt' ? 'high' : 'low'});
        tell(name, end);
      };
      for (let i = 0; i < arguments[0].length; i++) load(arguments[0][i], arguments[1][i]);
      """;

  private static final String PROTOCOLS =
      """
      return [...new Set(performance.getEntriesByType('resource').map(e => e.nextHopProtocol))]
        .join();
      """;

  private Path assets;
  private Chromium chromium;

  @BeforeEach
  void browser() throws IOException {
    chromium = Chromium.start(folder, folder.resolve("downloads"));
  }

  @AfterEach
  void noBrowser() throws IOException {
    chromium.close();
    try (Stream<Path> all = Files.walk(assets)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static byte[] content(String type, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) ' ');
    if (type.equals("gif")) {
      System.arraycopy(GIF, 0, bytes, 0, GIF.length);
    }
    return bytes;
  }

  /** Writes the files, and returns their names: first the large ones, last the late one. */
  private List<String> publish(Path into) throws IOException {
    assets = Files.createDirectories(into);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < LARGE; i++) {
      names.add("large" + i + ".bin");
      try (RandomAccessFile sparse =
          new RandomAccessFile(assets.resolve(names.get(i)).toFile(), "rw")) {
        sparse.setLength(LARGE_BYTES);
      }
    }
    List<String> types = List.of("css", "js", "gif", "txt", "bin");
    for (int i = 0; i < ASSETS; i++) {
      String type = types.get(i % types.size());
      names.add(i + "." + type);
      Files.write(assets.resolve(i + "." + type), content(type, 100 + i * 7919 % MOST));
    }
    names.add("late.css");
    Files.write(assets.resolve("late.css"), content("css", MOST));
    return names;
  }

  private void allAreLoaded(List<String> names, UnaryOperator<String> uri) {
    chromium.open(tls("/it/hello"));
    List<String> early = names.subList(0, names.size() - 1);
    chromium.run(LOAD, early, early.stream().map(uri).toList());
    awaitReport("report.begun == " + LARGE);
    String late = names.get(names.size() - 1);
    chromium.run("load(arguments[0], arguments[1])", late, uri.apply(late));
    awaitReport("report.order.length + report.failed.length == " + names.size());

    assertThat((List<?>) chromium.run("return report.failed")).isEmpty();
    assertThat(chromium.run(PROTOCOLS)).isEqualTo("h2");
  }

  private void lateStyleCameBeforeLargeFiles() {
    assertThat(chromium.number("report.order.indexOf('late.css')"))
        .isLessThan(chromium.number("report.order.findIndex(name => name.includes('large'))"));
  }

  private void awaitReport(String expression) {
    Await.until(
        () -> expression + chromium.run("return ' in ' + JSON.stringify(report)"),
        LONG,
        () -> Boolean.TRUE.equals(chromium.run("return " + expression)));
  }

  @Test
  void loadsFiveHundredHandOffsBesideLargeOnesAndLateStyleSoon() throws Exception {
    List<String> names = publish(TestFiles.folder().resolve("assets"));

    allAreLoaded(names, name -> Play.steps(sendfile(assets.resolve(name))) + "&name=" + name);
    lateStyleCameBeforeLargeFiles();
  }

  /** Payara 7 keeps all static files to itself. */
  @Tag("static-files")
  @Release
  @Test
  @InContainer
  void loadsFiveHundredStaticFilesBesideLargeOnesAndLateStyleSoon() throws Exception {
    configure("static-files", "true");
    List<String> names = publish(docroot());

    allAreLoaded(names, name -> "/chromium-it/" + name);
    lateStyleCameBeforeLargeFiles();
  }

  private Path docroot() throws IOException {
    return Path.of(ask(Play.steps("folder:/")).hasStatus(200).text()).resolve("chromium-it");
  }

  /** The module mends the connection under them, too. */
  @Release
  @Test
  @InContainer
  void loadsFiveHundredFilesThatTheServerSendsItself() throws Exception {
    List<String> names = publish(docroot());

    allAreLoaded(names, name -> "/chromium-it/" + name);
  }
}
