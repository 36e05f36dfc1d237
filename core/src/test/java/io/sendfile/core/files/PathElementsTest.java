package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sendfile.core.files.Roots.PathElements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathElementsTest {
  private static RefusalReason refused(String path, boolean windows) {
    Refusal refusal = catchThrowableOfType(Refusal.class, () -> PathElements.split(path, windows));
    assertThat(refusal).as(path).isNotNull();
    return refusal.reason();
  }

  @Test
  void ignoresEmptyAndDotElements() throws Exception {
    assertThat(PathElements.split("//a/./b//c", false)).containsExactly("a", "b", "c");
    assertThat(PathElements.split("/./", false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "../a", "a/..", "a/../b", "/.."})
  void refusesParentElementsRatherThanResolvingThem(String path) {
    assertThat(refused(path, false)).isEqualTo(RefusalReason.OUTSIDE_ROOTS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/", "a//", "/a/b/", "a/.", "a/./"})
  void refusesASlashAfterTheName(String path) {
    assertThat(refused(path, false)).isEqualTo(RefusalReason.NOT_REGULAR);
    assertThat(refused(path, true)).isEqualTo(RefusalReason.NOT_REGULAR);
  }

  @Test
  void takesDotsWithinNames() throws Exception {
    assertThat(PathElements.split("...a/..b/c..", false)).containsExactly("...a", "..b", "c..");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\u0000b", "a/\n", "\u007f"})
  void refusesControlCharacters(String path) {
    assertThat(refused(path, false)).isEqualTo(RefusalReason.MALFORMED_VALUE);
  }

  /** CVE-2011-4963 (nginx on Windows): streams, alternate separators, names that Windows trims. */
  @ParameterizedTest
  @ValueSource(strings = {"a\\..\\b", "a.txt::$DATA", "a/C:/b", "a.", "dir /b", "... /x"})
  void refusesWindowsAliasesOfNames(String path) throws Exception {
    assertThat(refused(path, true)).isEqualTo(RefusalReason.MALFORMED_VALUE);
    assertThat(PathElements.split(path, false)).isNotEmpty();
  }

  @Test
  void takesADriveLetterInFrontOnWindows() throws Exception {
    assertThat(PathElements.split("C:/srv/a", true)).containsExactly("C:", "srv", "a");
  }
}
