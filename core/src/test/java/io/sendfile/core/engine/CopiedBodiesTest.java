package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.Origin;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopiedBodiesTest {
  private final CopiedBodies copies = new CopiedBodies();

  private void add(String application, String servlet, long bytes) {
    copies.add(
        new CopiedBodies.BodySource(new Origin(application, "server"), servlet),
        new CopiedBodies.Copied("/" + servlet, "", WriterKind.UNKNOWN, bytes, 2 * bytes, bytes));
  }

  @Test
  void listsMostBytesFirst() {
    add("shop", "a", 100);
    add("shop", "b", 150);
    add("shop", "a", 100);

    assertThat(copies.list())
        .extracting(sum -> sum.source().servlet() + " " + sum.bodies() + " " + sum.bytes())
        .containsExactly("a 2 200", "b 1 150");
    assertThat(copies.list().get(0).heldNanos()).isEqualTo(400);
    assertThat(copies.list().get(0).cpuNanos()).isEqualTo(200);
  }

  @Test
  void sumsUpTheRestOfManyServlets() {
    for (int i = 0; i < CopiedBodies.SERVLETS + 5; i++) {
      add("shop", "s" + i, 100);
    }
    add("shop", "s0", 100);

    assertThat(copies.list()).hasSize(CopiedBodies.SERVLETS + 1);
    CopiedBodies.BodySum others = copies.list().get(0);
    assertThat(others.source().origin()).isEqualTo(Origin.UNKNOWN);
    assertThat(others.bodies()).isEqualTo(5);
    assertThat(copies.list().get(1).bytes()).isEqualTo(200);

    copies.clear();
    assertThat(copies.list()).isEmpty();
  }

  private void add(String path, WriterKind writer, long bytes) {
    copies.add(
        new CopiedBodies.BodySource(new Origin("shop", "server"), "dispatcher"),
        new CopiedBodies.Copied(path, "", writer, bytes, 0, 0));
  }

  @Test
  void dispatcherIsKnownByItsLargestPathsThatMayBeFiles() {
    add("/page", WriterKind.TEXT, 900);
    add("/report", WriterKind.BYTES, 800);
    assertThat(largest()).containsExactly("/page 900", "/report 800");

    add("/films/a", WriterKind.FILE, 100);
    add("/films/b", WriterKind.UNKNOWN, 300);
    add("/films/a", WriterKind.FILE, 400);
    add("/films/a", WriterKind.FILE, 50);
    assertThat(largest()).containsExactly("/films/a 400", "/films/b 300", "/page 900");

    add("/films/c", WriterKind.UNKNOWN, 200);
    add("/films/d", WriterKind.UNKNOWN, 100);
    add("/stream", WriterKind.STREAM, 1000);
    assertThat(largest()).containsExactly("/films/a 400", "/films/b 300", "/films/c 200");
    assertThat(copies.list().get(0).bodies()).isEqualTo(9);
    assertThat(copies.list().get(0).noFiles()).isEqualTo(3);
  }

  private Stream<String> largest() {
    return copies.list().get(0).largest().stream().map(body -> body.path() + " " + body.bytes());
  }

  @ParameterizedTest
  @CsvSource({
    "FILE, java.io.OutputStream.write java.nio.file.Files.copy shop.Download.doGet",
    "FILE, java.nio.file.Files.copy org.glassfish.jersey.message.internal.StreamingOutputProvider.writeTo",
    "BYTES, org.springframework.http.converter.ByteArrayHttpMessageConverter.writeInternal",
    "TEXT, org.apache.catalina.connector.CoyoteWriter.write shop.Page.doGet",
    "STREAM, shop.Report.write org.glassfish.jersey.message.internal.StreamingOutputProvider.writeTo",
    "UNKNOWN, org.apache.catalina.connector.CoyoteOutputStream.write shop.Download.doGet"
  })
  void writerIsTheInnermostKnownMethod(WriterKind writer, String methods) {
    assertThat(WriterKind.of(Stream.of(methods.split(" ")))).isEqualTo(writer);
  }
}
