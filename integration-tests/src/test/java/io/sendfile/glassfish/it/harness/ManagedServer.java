package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** GlassFish in its own process; commands go to its admin listener, like asadmin's. */
final class ManagedServer implements ServerUnderTest {
  static final ServerUnderTest INSTANCE = new ManagedServer();

  private ManagedServer() {}

  @Override
  public String httpListener() {
    return "http-listener-1";
  }

  @Override
  public String command(String name, String... arguments) {
    return AdminListener.command(Ports.of(Ports.ADMIN), name, arguments);
  }

  @Override
  public Snapshot probe() {
    return probe(Ports.of(Ports.PROBE));
  }

  @Override
  public Snapshot leaks() {
    return probe(Ports.of(Ports.PROBE), "&leaks=true");
  }

  /** Report of the application's probe at a port; files of tests count as open files. */
  static Snapshot probe(int port) {
    return probe(port, "");
  }

  private static Snapshot probe(int port, String choice) {
    String folder = AdminListener.encode(TestFiles.folder().toString());
    String uri = "http://localhost:%d/it/probe?folder=%s%s".formatted(port, folder, choice);
    String answer = AdminListener.get(uri, "it");
    Properties values = new Properties();
    try {
      values.load(new StringReader(answer));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> map = new TreeMap<>();
    values.stringPropertyNames().forEach(name -> map.put(name, values.getProperty(name)));
    return new Snapshot(map);
  }
}
