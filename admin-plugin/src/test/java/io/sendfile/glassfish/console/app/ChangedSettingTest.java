package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sendfile.operations.history.Mark;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangedSettingTest {
  private static final Instant NOW = Instant.ofEpochSecond(100);

  private static Mark mark(long second, Mark.Kind kind, String who, String text) {
    return new Mark(Instant.ofEpochSecond(second), kind, who, text);
  }

  private static Mark change(long second, String who, String text) {
    return mark(second, Mark.Kind.CONFIGURATION, who, text);
  }

  @Test
  void changesAreShownNewestFirstWithoutOtherMarks() {
    List<Mark> marks =
        List.of(
            change(1, "ada", "sendfile-config: range-limit is 20, was 16"),
            mark(2, Mark.Kind.START, "", "Server started"),
            change(3, "", "sendfile-config: etag is weak, was strong"));

    assertThat(ChangedSetting.of(marks, NOW, 10))
        .extracting(ChangedSetting::who, ChangedSetting::text)
        .containsExactly(
            tuple("–", "sendfile-config: etag is weak, was strong"),
            tuple("ada", "sendfile-config: range-limit is 20, was 16"));
  }

  @Test
  void onlyTheLastTenAreShown() {
    List<Mark> marks =
        IntStream.range(0, 30).mapToObj(i -> change(i, "ada", "change " + i)).toList();

    assertThat(ChangedSetting.of(marks, NOW, 10))
        .hasSize(10)
        .first()
        .extracting(ChangedSetting::text)
        .isEqualTo("change 29");
  }

  @Test
  void hostileNamesAreMadeVisible() {
    assertThat(ChangedSetting.of(List.of(change(1, "a\u202eb", "x")), NOW, 10).get(0).who())
        .isEqualTo("a\\u202eb");
  }

  @Test
  void changeIsFoundByItsSettingAndValue() {
    ChangedSetting change =
        new ChangedSetting("", "ada", "sendfile-config: range-limit is 20, was 16", "", "", "");

    assertThat(change.made("range-limit", "20")).isTrue();
    assertThat(change.made("range-limit", "2")).isFalse();
    assertThat(change.made("limit", "20")).isFalse();
    ChangedSetting amount =
        new ChangedSetting(
            "", "", "sendfile-config: burst-bytes is 4096 (4 KiB), was 0 (any)", "", "", "");
    assertThat(amount.made("burst-bytes", "4096")).isTrue();
    assertThat(amount.made("burst-bytes", "409")).isFalse();
    assertThat(
            new ChangedSetting(
                    "", "", "sendfile-root media: zero-copy is false, was true", "", "", "")
                .made("zero-copy", "false"))
        .isFalse();
  }

  @Test
  void lastChangeOfEachValueCanBeTakenBack() {
    List<Mark> marks =
        List.of(
            change(1, "ada", "sendfile-config: range-limit is 20, was 16"),
            change(2, "ada", "sendfile-config: range-limit is 30, was 20"),
            change(3, "ada", "sendfile-root media: symlinks is none, was owner"),
            change(4, "ada", "sendfile-plugin s3: access-key is another one"));

    assertThat(ChangedSetting.of(marks, NOW, 10))
        .extracting(ChangedSetting::fixed)
        .containsExactly(
            "cannot be undone: a secret is not kept in this list",
            "",
            "",
            "changed again at " + Text.clock(Instant.ofEpochSecond(2)));
  }

  @Test
  void valueOfAnElementThatIsGoneCannotBeSetBack() {
    List<Mark> marks =
        List.of(
            change(1, "ada", "sendfile-root media: created with path=/a"),
            change(2, "ada", "sendfile-root media: symlinks is none, was owner"),
            change(3, "ada", "sendfile-root media: deleted, had path=/a"));

    String again = "changed again at " + Text.clock(Instant.ofEpochSecond(3));
    assertThat(ChangedSetting.of(marks, NOW, 10))
        .extracting(ChangedSetting::fixed)
        .containsExactly("", again, again);
  }

  @Test
  void changesOfTheSameMomentHaveTheirOwnPlaces() {
    assertThat(ChangedSetting.place(change(1, "", "a")))
        .isNotEqualTo(ChangedSetting.place(change(1, "", "b")));
  }
}
