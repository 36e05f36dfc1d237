package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Chromium;
import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.InChromium;
import io.sendfile.glassfish.it.harness.OwnServer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Takes the pictures of the README and of docs/operate.md, as screenshots of a server as installed,
 * on demand: {@code scripts/scenario.sh ReadmePictures}. It leaves them in the folder {@code
 * screenshots} of the scenarios.
 */
@InChromium
@Timeout(1200)
class ReadmePictures {
  private static final String ROOT = "media";
  private static final String TABLE = "#running\\:table";
  private static final String END_OF_TRANSFERS =
      "16 + document.getElementById('running').closest('.card').getBoundingClientRect().bottom";
  private static final long MB = 1_000_000;

  /** The first download runs so long before, for charts that show something. */
  private static final Duration BEFORE = Duration.ofSeconds(120);

  private final List<RawConnection> downloads = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();

  /** A path that the pictures may show. */
  private final Path media = Path.of(System.getProperty("java.io.tmpdir"), ROOT);

  private OwnServer server;
  private Console console;
  private Chromium browser;

  @BeforeEach
  void start() throws IOException {
    server = OwnServer.unpack("pictures");
    Distribution.unpack().installWithOptionsInto(server.home()).succeeded();
    server.start();
    server.deploy();
    Files.createDirectories(media);
    server.command("create-sendfile-root", "--path", media.toString(), ROOT);
    console = new Console(server.adminPort()).page("now.jsf");
    browser = console.browser();
    browser.viewport(1280, 900);
  }

  @AfterEach
  void stop() throws IOException {
    console.close();
    for (RawConnection download : downloads) {
      download.close();
    }
    server.close();
    for (Path file : files) {
      Files.delete(file);
    }
  }

  /** One whose rate the application limits. */
  private void download(String name, long length, long rate) throws IOException {
    download(name, length, OutputStream.nullOutputStream(), "header:X-Accel-Limit-Rate=" + rate);
  }

  /** One whose client reads no faster. */
  private void downloadSlowly(String name, long length, long rate) throws IOException {
    download(name, length, new SlowStream(rate), "header:X-Accel-Limit-Rate=off");
  }

  private void download(String name, long length, OutputStream reader, String limit)
      throws IOException {
    Path file = media.resolve(name);
    Files.createDirectories(file.getParent());
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(length);
    }
    files.add(file);
    RawConnection connection = RawConnection.to(server.httpPort());
    downloads.add(connection);
    String id = "header:X-Sendfile-Id=order-" + downloads.size();
    connection.send(RawConnection.get(Play.steps(limit, id, "sendfile:" + ROOT + ":" + name)));
    Thread thread = new Thread(() -> read(connection, reader), "download of " + name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void read(RawConnection connection, OutputStream reader) {
    try {
      connection.body(connection.head(), reader);
    } catch (IOException e) {
      // Closed when the pictures are taken.
    }
  }

  private static final class SlowStream extends OutputStream {
    private final long bytesPerSecond;

    SlowStream(long bytesPerSecond) {
      this.bytesPerSecond = bytesPerSecond;
    }

    @Override
    public void write(int one) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        Thread.sleep(1000L * length / bytesPerSecond);
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
    }
  }

  /** Continues for a part of the available time. */
  private void goOn(int parts) throws InterruptedException {
    Thread.sleep(BEFORE.toMillis() / parts);
  }

  private void picture(String name) throws IOException {
    Path picture = browser.picture(name);
    BufferedImage image = ImageIO.read(picture.toFile());
    assertThat(image.getWidth()).isEqualTo(1280);
    assertThat(picture).satisfies(file -> assertThat(Files.size(file)).isLessThan(256 << 10));
  }

  @Test
  void showWhatThereIsToSee() throws Exception {
    download("films/sunrise.mp4", 1_400 * MB, 9 * MB);
    download("films/harbour.mkv", 3_200 * MB, 12 * MB);
    goOn(4);
    downloadSlowly("lectures/networks-07.webm", 640 * MB, 4 * MB);
    server.ask(Play.steps("sendfile:" + ROOT + ":films/sunset.mp4")).hasStatus(404);
    goOn(4);
    download("images/install-12.4.iso", 4_100 * MB, 9 * MB);
    server.command("set-sendfile-transfer-rate", "order-4", Long.toString(7 * MB));
    goOn(3);
    downloadSlowly("podcasts/episode-112.mp3", 90 * MB, MB);
    goOn(6);
    console.awaitText("[data-figure=active]", "5");
    console.awaitText(TABLE, "episode-112.mp3");
    picture("console-frame");

    console.own("now.xhtml");
    console.awaitText("[data-figure=active]", "5");
    Await.until(
        "a chart",
        Console.SOON,
        () -> browser.number("Chart.getChart('rateChart').data.datasets[0].data.length") >= 3);
    browser.viewport(1280, (int) browser.number(END_OF_TRANSFERS));
    picture("console-now");

    browser.viewport(1280, 900);
    download("lectures/networks-08.webm", MB, 100 * MB);
    download("podcasts/episode-113.mp3", 2 * MB, 100 * MB);
    server.command("cancel-sendfile-transfer", "order-3");
    downloads.get(0).close();
    Await.until(
        "four have ended",
        Console.SOON,
        () ->
            server
                    .command("list-sendfile-ended-transfers", "--id", "order-*", "--long", "true")
                    .lines()
                    .filter(line -> line.contains(" order-"))
                    .count()
                >= 4);
    console.own("past.xhtml?since=15m");
    console.awaitText("#list\\:ended", "sunrise.mp4");
    picture("console-past");

    console.own("configuration.xhtml");
    console.click("#group-WORKERS > summary");
    browser.choose("[aria-label='algorithm']", "equal-blocking");
    console.awaitText("#settings\\:changes", "algorithm is equal-blocking, was adaptive");
    browser.run(
        "scrollTo(0, scrollY - 16"
            + " + document.getElementById('settings').getBoundingClientRect().top)");
    picture("console-configuration");
  }
}
