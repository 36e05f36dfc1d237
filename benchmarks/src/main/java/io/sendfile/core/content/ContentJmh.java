package io.sendfile.core.content;

import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.OpenFiles;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Refusal;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Roots;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.files.Target;
import io.sendfile.core.http.ResponseView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** From the value of the hand-off header to an open file. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ContentJmh {
  private final FileOpener opener = new FileOpener();
  private final ResponseView plain = handOff("media:films/sunrise.mp4");
  private final ResponseView encoded = handOff("media:films/l%27%C3%A9t%C3%A9%20%25.mp4");
  private final Target target = new Target.InRoot("media", "films/sunrise.mp4");

  private Path folder = Path.of("/");
  private Path file = folder;
  private Roots roots = Roots.of(List.of(), List.of(), new OpenFiles(0));
  private Target absolute = target;

  @Setup(Level.Trial)
  public void makeFile() throws IOException {
    folder = Files.createTempDirectory("sendfile-jmh").toRealPath();
    file = Files.createDirectory(folder.resolve("films")).resolve("sunrise.mp4");
    Files.write(file, new byte[2048]);
    Path other = folder.resolve("other");
    roots =
        Roots.of(
            List.of(
                new Root("other", other, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true),
                new Root("media", folder, SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true)),
            List.of(),
            new OpenFiles(0));
    absolute = new Target.Absolute(file.toString());
  }

  @TearDown(Level.Trial)
  public void deleteFile() throws IOException {
    roots.close();
    Files.delete(file);
    Files.delete(folder.resolve("films"));
    Files.delete(folder);
  }

  private static ResponseView handOff(String value) {
    Map<String, List<String>> fields = Map.of(HandOffHeader.SENDFILE.field(), List.of(value));
    return new ResponseView() {
      @Override
      public int status() {
        return 200;
      }

      @Override
      public List<String> headers(String name) {
        return fields.getOrDefault(name, List.of());
      }
    };
  }

  @Benchmark
  public SendfileDirective readDirective() {
    return HandOffRequest.of(plain, null).directive(Dialect.DEFAULT);
  }

  @Benchmark
  public SendfileDirective readEncodedDirective() {
    return HandOffRequest.of(encoded, null).directive(Dialect.DEFAULT);
  }

  @Benchmark
  public Object locateInRoot() throws Refusal {
    return roots.locate(target);
  }

  @Benchmark
  public Object locateAbsolute() throws Refusal {
    return roots.locate(absolute);
  }

  /** With all system calls. */
  @Benchmark
  public long openAndClose() {
    try (OpenFile open = ((OpenResult.Opened) opener.open(target, roots)).file()) {
      return open.size();
    }
  }

  /** Baseline: opening and closing a file by its path in any Java program. */
  @Benchmark
  public long openAndCloseBaseline() throws IOException {
    try (var open = java.nio.channels.FileChannel.open(file)) {
      return open.size();
    }
  }
}
