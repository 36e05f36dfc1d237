package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Chromium;
import io.sendfile.glassfish.it.harness.InChromium;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A browser: its video element, and its saved downloads. */
@InChromium
class ChromiumIT extends ClientScenario {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 360;
  private static final int SECONDS = 50;

  /** A canvas with noise, which makes the file large. */
  private static final String DRAW_NOISE =
      """
      canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = arguments;
      brush = canvas.getContext('2d', {alpha: false, willReadFrequently: true});
      const noise = brush.createImageData(canvas.width, canvas.height);
      for (let i = 0; i < noise.data.length; i++) noise.data[i] = Math.random() * 256;
      for (let i = 3; i < noise.data.length; i += 4) noise.data[i] = 255;
      brush.putImageData(noise, 0, 0);
      """;

  /** The grey in the middle of the picture encodes the second. */
  private static final String PICTURE =
      """
      const grey = arguments[0] * 4 + 20;
      brush.fillStyle = `rgb(${grey},${grey},${grey})`;
      brush.fillRect(canvas.width / 4, canvas.height / 4, canvas.width / 2, canvas.height / 2);
      return canvas.toDataURL('image/webp', 0.5).split(',')[1];
      """;

  private static final String SECOND_SHOWN =
      """
      brush.drawImage(video, 0, 0);
      return (brush.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[1] - 20) / 4;
      """;

  private static final String VIDEO =
      """
      seeked = 0;
      video = document.createElement('video');
      video.muted = true;
      video.preload = 'auto';
      video.onseeked = () => seeked++;
      video.src = arguments[0];
      document.body.append(video);
      """;

  private static final String SAVE =
      """
      const link = document.createElement('a');
      link.href = arguments[0];
      document.body.append(link);
      link.click();
      """;

  private Path downloads;
  private Chromium chromium;

  @BeforeEach
  void browser() throws IOException {
    downloads = folder.resolve("downloads");
    chromium = Chromium.start(folder, downloads);
  }

  @AfterEach
  void noBrowser() {
    chromium.close();
  }

  private void open(boolean secure) {
    chromium.open(secure ? tls("/it/hello") : clear("/it/hello"));
    chromium.run(DRAW_NOISE, WIDTH, HEIGHT);
  }

  /** The browser draws the pictures, so that it plays its own encoding. */
  private Path video() throws IOException {
    Path file = TestFiles.folder().resolve("client-video.webm");
    List<byte[]> pictures = new ArrayList<>();
    for (int second = 0; second < SECONDS; second++) {
      pictures.add(Base64.getDecoder().decode((String) chromium.run(PICTURE, second)));
    }
    WebM.write(file, WIDTH, HEIGHT, pictures);
    return TestFiles.settle(file);
  }

  private void await(String expression) {
    Await.until(
        () ->
            expression
                + chromium.run(
                    "return ` time ${video.currentTime} ready ${video.readyState} error "
                        + "${video.error && video.error.message}`"),
        SOON,
        () -> Boolean.TRUE.equals(chromium.run("return " + expression)));
  }

  /** A busy browser draws the picture a moment after it has told of the seek. */
  private void showsSecond(int expected) {
    Await.until(
        () -> "second " + expected + " is shown, not " + chromium.run(SECOND_SHOWN),
        SOON,
        () -> Math.abs(((Number) chromium.run(SECOND_SHOWN)).doubleValue() - expected) < 0.8);
  }

  @Test
  void playsAVideoAndSeeks() throws Exception {
    // Grizzly does not report a stream reset by a browser: such a transfer ends as stalled.
    configure("stall-timeout-seconds", "2");
    open(true);
    Path file = video();
    assertThat(Files.size(file)).isGreaterThan(20 * MIB);
    Snapshot before = server.probe();

    chromium.run(VIDEO, Play.steps(sendfile(file)));
    await("video.readyState >= 2");
    assertThat(chromium.number("video.duration")).isEqualTo(SECONDS);
    assertThat(chromium.number("video.videoWidth")).isEqualTo(WIDTH);
    showsSecond(0);

    chromium.run("video.currentTime = 40.25");
    await("seeked == 1 && video.readyState >= 2");
    assertThat(chromium.number("video.currentTime")).isEqualTo(40.25);
    showsSecond(40);
    // One request from the beginning, one from the middle.
    assertThat(grown("AnsweredByStatus.206", before)).isGreaterThanOrEqualTo(2);
    assertThat(grown("AnsweredByStatus.200", before)).isZero();

    chromium.run("video.play()");
    await("video.currentTime > 41.5");
    chromium.run("video.pause(); video.currentTime = 3.5");
    await("seeked == 2 && video.readyState >= 2");
    showsSecond(3);
    assertThat(chromium.run("return video.error")).isNull();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void savesTheFileByTheNameThatTheApplicationGaveIt(boolean secure) throws Exception {
    open(secure);

    chromium.run(SAVE, Play.steps(sendfile(large()), attachment(NAME)));

    Await.until(
        "the file is there",
        SOON,
        () -> {
          assertThat(listing(downloads)).isEqualTo(listed(large(), NAME));
          return true;
        });
  }
}
