package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real store that speaks the protocol of S3, as a process: S3Proxy, which Maven has put there.
 * Its objects are in its memory.
 */
public final class ObjectStore implements AutoCloseable {
  /** The secret of its only user. */
  public static final String SECRET = "a-secret-of-the-store";

  private static final String KEY = "reader";
  private static final Duration SOON = Duration.ofSeconds(60);

  private final Path folder;
  private final int port;
  private final Command process;

  private ObjectStore(Path folder, int port, Command process) {
    this.folder = folder;
    this.port = port;
    this.process = process;
  }

  /**
   * Begins one with an empty bucket {@code videos}.
   *
   * @param folder for its settings
   */
  public static ObjectStore start(Path folder, int port) throws IOException {
    Path settings =
        Files.writeString(
            folder.resolve("s3proxy.conf"),
            """
            s3proxy.endpoint=http://127.0.0.1:%d
            s3proxy.authorization=aws-v4
            s3proxy.identity=%s
            s3proxy.credential=%s
            jclouds.provider=transient-nio2
            """
                .formatted(port, KEY, SECRET));
    Command process =
        Command.start(
            folder,
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-jar",
            Settings.store().toString(),
            "--properties",
            settings.toString());
    ObjectStore store = new ObjectStore(folder, port, process);
    Await.until("the store listens", SOON, store::listens);
    store.ask(TestFiles.digest(new byte[0]), "--request", "PUT", store.url(""));
    return store;
  }

  private boolean listens() {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private String url(String key) {
    return "http://127.0.0.1:%d/videos/%s".formatted(port, key);
  }

  private void ask(String digest, String... more) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                "curl",
                "--silent",
                "--fail",
                "--aws-sigv4",
                "aws:amz:us-east-1:s3",
                "--user",
                KEY + ":" + SECRET,
                "--header",
                "x-amz-content-sha256: " + digest));
    line.addAll(List.of(more));
    Command.run(folder, line.toArray(String[]::new)).succeeded();
  }

  /**
   * Puts an object into the bucket.
   *
   * @param key as in a URL
   */
  public void put(String key, Path content) throws IOException {
    ask(TestFiles.digest(content), "--upload-file", content.toString(), url(key));
  }

  /** Its endpoint, as asadmin takes it in a property. */
  public String endpoint() {
    return "http\\://127.0.0.1\\:" + port;
  }

  /** Properties of the plug-in by which it finds the store, as asadmin takes them. */
  public String properties() {
    return "endpoint=%s:access-key=%s:secret-key=%s".formatted(endpoint(), KEY, SECRET);
  }

  /** Kills it. */
  @Override
  public void close() throws IOException {
    process.close();
  }
}
