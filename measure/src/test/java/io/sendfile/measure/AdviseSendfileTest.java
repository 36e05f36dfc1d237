package io.sendfile.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.engine.CopiedBodies;
import io.sendfile.core.engine.CopiedBodies.Writer;
import io.sendfile.core.files.Root.Origin;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class AdviseSendfileTest {
  private static final OptionalDouble MILLIS_PER_GIGABYTE = OptionalDouble.of(500);

  private final CopiedBodies copies = new CopiedBodies();

  /** Bodies of 10 MB each, of which a hand-off costs 5 ms. */
  private void add(String servlet, int bodies, Writer writer, long cpuMillis) {
    for (int i = 0; i < bodies; i++) {
      copies.add(
          new CopiedBodies.Source(new Origin("shop", "server"), servlet),
          new CopiedBodies.Copied(
              "/" + servlet + i,
              i == 0 ? "video/mp4; v=1" : "text/plain",
              writer,
              10_000_000 - i,
              1,
              cpuMillis * 1_000_000));
    }
  }

  private List<Map<String, String>> rows() {
    return AdviseSendfile.rows(copies.list(), MILLIS_PER_GIGABYTE);
  }

  @Test
  void adviceIsToHandOffWhatWouldGain() {
    add("cheap", 300, Writer.UNKNOWN, 4);
    add("report", 200, Writer.BYTES, 9);
    add("later", 120, Writer.UNKNOWN, 0);
    add("dear", 100, Writer.FILE, 6);
    add("few", 99, Writer.FILE, 9);

    assertThat(rows())
        .extracting(row -> row.get("servlet") + " " + row.get("advice"))
        .containsExactly(
            "dear hand-off", "later unknown", "few few-bodies", "cheap no-gain", "report no-files");
  }

  @Test
  void fewBodiesAndNoFilesHaveNoEstimate() {
    add("few", 99, Writer.UNKNOWN, 9);
    add("text", 100, Writer.TEXT, 9);
    add("many", 100, Writer.UNKNOWN, 9);

    assertThat(rows())
        .extracting(row -> row.get("servlet") + " " + row.get("handed-off-cpu-seconds"))
        .containsExactly("many 0.500", "few ", "text ");
  }

  @Test
  void largestPathsAreMarkedWithWhatWroteThem() {
    add("dispatcher", 1, Writer.STREAM, 9);
    add("dispatcher", 4, Writer.UNKNOWN, 9);
    add("dispatcher", 1, Writer.BYTES, 9);

    assertThat(rows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row)
                  .containsEntry("bodies", "6")
                  .containsEntry("no-files", "2")
                  .containsEntry("types", "video/mp4 text/plain")
                  .containsEntry("largest-paths", "/dispatcher0 /dispatcher1 /dispatcher2");
            });
    copies.clear();
    add("dispatcher", 2, Writer.STREAM, 9);
    assertThat(rows().get(0))
        .containsEntry("largest-paths", "/dispatcher0[stream] /dispatcher1[stream]");
  }
}
