package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Base of the scenarios with a file outside of all roots, which an application passes. */
public abstract class OutsideFileScenario extends Scenario {
  protected static final int LENGTH = 3 << 20;

  /** Has the same bytes. */
  protected final Path original = TestFiles.settled("original.bin", LENGTH);

  protected final Path file = TestFiles.folder().resolveSibling("outside.bin");

  @BeforeEach
  protected void makeFile() throws IOException {
    Files.copy(
        original, file, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
  }

  @AfterEach
  protected void removeFile() throws IOException {
    Files.deleteIfExists(file);
  }

  /** The client learns 404, and neither path nor reason. */
  protected final void isNotFound(Answer answer) throws IOException {
    answer.hasStatus(404).leaksNothing();
    assertThat(answer.text()).doesNotContain(file.getParent().toString(), "Exception");
  }

  /** The answer has these bytes of the file, and their length. */
  protected final void isPart(Answer answer, int first, int last) throws IOException {
    byte[] part = Arrays.copyOfRange(Files.readAllBytes(original), first, last + 1);
    assertThat(answer.header("Content-Length")).isEqualTo(Integer.toString(part.length));
    assertThat(answer.digest()).isEqualTo(TestFiles.digest(part));
  }
}
