package io.sendfile.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.Pause;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import io.sendfile.spi.StoredFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bundle has all classes that it needs, beside the imports of its manifest. */
@Timeout(60)
class BundleTest {
  @TempDir Path temporary;
  private Path bundle;
  private Attributes manifest;
  private Set<String> imports;

  @BeforeEach
  void readManifest() throws Exception {
    bundle =
        Path.of(S3FileStore.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolveSibling("bundle");
    try (InputStream in = Files.newInputStream(bundle.resolve("META-INF/MANIFEST.MF"))) {
      manifest = new Manifest(in).getMainAttributes();
    }
    imports =
        Arrays.stream(manifest.getValue("Import-Package").split(","))
            .map(clause -> clause.replaceAll(";.*", ""))
            .collect(Collectors.toCollection(TreeSet::new));
  }

  @AfterEach
  void clearProperties() {
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
    System.clearProperty("aws.disableEc2Metadata");
    System.clearProperty("aws.roleArn");
    System.clearProperty("aws.webIdentityTokenFile");
    System.clearProperty("aws.endpointUrlSts");
  }

  /** The bundle's class loader in OSGi: its own classes, and imported packages. */
  private URLClassLoader loader() throws IOException {
    ClassLoader outside =
        new ClassLoader(getClass().getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            // Generated code of reflection: every framework delegates that.
            if (name.startsWith("java.")
                || name.startsWith("jdk.internal.reflect.")
                || imports.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))))) {
              return super.loadClass(name, resolve);
            }
            throw new ClassNotFoundException(name);
          }

          @Override
          public URL getResource(String name) {
            return null;
          }

          @Override
          public Enumeration<URL> getResources(String name) {
            return Collections.emptyEnumeration();
          }
        };
    return new URLClassLoader(new URL[] {bundle.toUri().toURL()}, outside);
  }

  /** Threads that end need classes, and folders. */
  static void awaitEndOfThreads() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().startsWith("sendfile-s3-"))) {
      assertThat(System.nanoTime()).as("threads end").isLessThan(deadline);
      Pause.make();
    }
  }

  private FileStore store(URLClassLoader loader, String endpoint) throws Exception {
    FileStore store =
        (FileStore) loader.loadClass(S3FileStore.class.getName()).getConstructor().newInstance();
    store.configure(
        Map.of(
            "endpoint",
            endpoint,
            "retries",
            "0",
            "cache-folder",
            temporary.resolve("cache").toString()));
    return store;
  }

  @Test
  void manifestImportsWhatEveryServerHasAndExportsNothing() {
    assertThat(manifest.getValue("Export-Package")).isNull();
    assertThat(manifest.getValue("DynamicImport-Package")).isNull();
    assertThat(imports)
        .contains("io.sendfile.spi")
        .allMatch(
            name ->
                name.equals("io.sendfile.spi")
                    || name.equals("org.jvnet.hk2.annotations")
                    || name.startsWith("javax.")
                    || name.equals("sun.misc"));
    assertThat(manifest.getValue("Import-Package")).contains("sun.misc;resolution:=optional");
  }

  @Test
  void hk2FindsThePlugIn() throws IOException {
    assertThat(Files.readString(bundle.resolve("META-INF/hk2-locator/default")))
        .contains("[io.sendfile.s3.S3FileStore]")
        .contains("contract={io.sendfile.spi.FileStore}");
  }

  @Test
  void licensesOfWhatIsInsideAreInside() {
    assertThat(bundle.resolve("META-INF/LICENSE.txt")).exists();
    assertThat(bundle.resolve("META-INF/NOTICE.txt")).exists();
  }

  @Test
  void bundleAloneReadsObjectsWithCredentialsOfTheEnvironment() throws Exception {
    System.setProperty("aws.accessKeyId", RunningStore.ACCESS_KEY);
    System.setProperty("aws.secretAccessKey", RunningStore.SECRET_KEY);
    byte[] content = "an object".getBytes(StandardCharsets.UTF_8);
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try (RunningStore server = RunningStore.start(temporary);
        URLClassLoader loader = loader()) {
      server.put("a", content);
      try (FileStore store = store(loader, server.endpoint().toString())) {
        try (StoredFile file = find(store, "a")) {
          assertThat(Reading.read(file, 0, content.length, executor).get(30, TimeUnit.SECONDS))
              .isEqualTo(content);
        }
        assertThatThrownBy(() -> find(store, "b"))
            .cause()
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("404");
      }
      awaitEndOfThreads();
    } finally {
      executor.shutdown();
    }
  }

  @Test
  void missingCredentialsAreASetting() throws Exception {
    System.setProperty("aws.disableEc2Metadata", "true");
    try (URLClassLoader loader = loader()) {
      try (FileStore store = store(loader, "http://127.0.0.1:1")) {
        assertThatThrownBy(() -> find(store, "a"))
            .cause()
            .isInstanceOfSatisfying(
                StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.SETTINGS))
            .hasMessageContaining("access-key");
      }
      awaitEndOfThreads();
    }
  }

  /** No token service is at hand: what the bundle asks one is read, and it gets no answer. */
  @Test
  void roleOfAWebIdentityIsAskedForByTheTokenInTheFile() throws Exception {
    System.setProperty("aws.roleArn", "arn:aws:iam::123456789012:role/films");
    Path token = Files.writeString(temporary.resolve("token"), "a.token.of-the-cluster");
    System.setProperty("aws.webIdentityTokenFile", token.toString());
    ExecutorService executor = Executors.newSingleThreadExecutor();
    ServerSocket service = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    try (URLClassLoader loader = loader()) {
      System.setProperty("aws.endpointUrlSts", "http://127.0.0.1:" + service.getLocalPort());
      Future<String> asked =
          executor.submit(
              () -> {
                try (service;
                    Socket socket = service.accept()) {
                  return readRequest(socket.getInputStream());
                }
              });
      try (FileStore store = store(loader, "http://127.0.0.1:1")) {
        assertThatThrownBy(() -> find(store, "a"))
            .cause()
            .isInstanceOfSatisfying(
                StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.SETTINGS))
            .hasMessageContaining("AWS_WEB_IDENTITY_TOKEN_FILE");
      }
      assertThat(asked.get(30, TimeUnit.SECONDS))
          .contains("Action=AssumeRoleWithWebIdentity")
          .contains("RoleArn=arn%3Aaws%3Aiam%3A%3A123456789012%3Arole%2Ffilms")
          .contains("WebIdentityToken=a.token.of-the-cluster");
      awaitEndOfThreads();
    } finally {
      executor.shutdown();
    }
  }

  private static String readRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    Matcher length = Pattern.compile("(?i)content-length: *([0-9]+)").matcher(head);
    assertThat(length.find()).isTrue();
    return new String(
        in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.ISO_8859_1);
  }

  private static StoredFile find(FileStore store, String path) throws Exception {
    return store
        .find("s3://" + RunningStore.BUCKET, path)
        .toCompletableFuture()
        .get(30, TimeUnit.SECONDS);
  }
}
