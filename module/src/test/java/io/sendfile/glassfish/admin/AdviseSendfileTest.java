package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.engine.CopiedBodies;
import io.sendfile.core.engine.WriterKind;
import io.sendfile.core.files.Origin;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdviseSendfileTest {
  private final CopiedBodies copies = new CopiedBodies();

  /** Bodies of 10 MB each. */
  private void add(String servlet, int bodies, WriterKind writer) {
    for (int i = 0; i < bodies; i++) {
      copies.add(
          new CopiedBodies.BodySource(new Origin("shop", "server"), servlet),
          new CopiedBodies.Copied(
              "/" + servlet + i,
              i == 0 ? "video/mp4; v=1" : "text/plain",
              writer,
              10_000_000 - i,
              1,
              9_000_000));
    }
  }

  private List<Map<String, String>> rows() {
    return AdviseSendfile.rows(copies.list());
  }

  @Test
  void adviceIsToHandOffWhatMayComeOutOfFiles() {
    add("few", 99, WriterKind.FILE);
    add("report", 200, WriterKind.BYTES);
    add("other", 120, WriterKind.UNKNOWN);
    add("film", 100, WriterKind.FILE);

    assertThat(rows())
        .extracting(row -> row.get("servlet") + " " + row.get("advice"))
        .containsExactly("other hand-off", "film hand-off", "few few-bodies", "report no-files");
  }

  @Test
  void largestPathsAreMarkedWithWhatWroteThem() {
    add("dispatcher", 1, WriterKind.STREAM);
    add("dispatcher", 4, WriterKind.UNKNOWN);
    add("dispatcher", 1, WriterKind.BYTES);

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
    add("dispatcher", 2, WriterKind.STREAM);
    assertThat(rows().get(0))
        .containsEntry("largest-paths", "/dispatcher0[stream] /dispatcher1[stream]");
  }
}
