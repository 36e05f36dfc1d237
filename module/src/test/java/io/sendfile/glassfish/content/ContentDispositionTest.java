package io.sendfile.glassfish.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentDispositionTest {
  /** RFC 6266 with a quoted-string and an ext-value in UTF-8, and nothing else. */
  private static final Pattern FORM =
      Pattern.compile(
          "(attachment|inline); filename=\"((?:[ !#-\\[\\]-~]|\\\\\")*)\""
              + "(?:; filename\\*=UTF-8''((?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+))?");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "a.txt|\"a.txt\"",
        "two words.txt|\"two words.txt\"",
        "it's;a,b=c.txt|\"it's;a,b=c.txt\"",
        "say \"hi\".txt|\"say \\\"hi\\\".txt\"",
        "\u20ac rates.txt|\"_ rates.txt\"; filename*=UTF-8''%E2%82%AC%20rates.txt",
        "na\u00efve.pdf|\"na_ve.pdf\"; filename*=UTF-8''na%C3%AFve.pdf",
        "\ud83d\ude00.png|\"_.png\"; filename*=UTF-8''%F0%9F%98%80.png",
        "100%.txt|\"100_.txt\"; filename*=UTF-8''100%25.txt",
        "%41.txt|\"_41.txt\"; filename*=UTF-8''%2541.txt",
        "a'b(c)*\u00e9|\"a'b(c)*_\"; filename*=UTF-8''a%27b%28c%29%2A%C3%A9"
      })
  void quotesAsciiAndAddsUtf8ForOtherNames(String name, String parameters) {
    assertThat(ContentDisposition.attachment(name)).isEqualTo("attachment; filename=" + parameters);
    assertThat(ContentDisposition.inline(name)).isEqualTo("inline; filename=" + parameters);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/a.txt",
        "../a.txt",
        "C:\\dir\\a.txt",
        "..\\/a.txt",
        "a.t\r\nxt",
        "a\u0000.txt",
        "\u202ea.txt",
        " a.txt ",
        "a\u200b.txt"
      })
  void leavesOutFoldersAndWhatCannotBeSeen(String name) {
    assertThat(ContentDisposition.attachment(name)).isEqualTo("attachment; filename=\"a.txt\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ".", "..", "a/", "a\\", "/..", "\r\n", "\u202e"})
  void hasANameWhenNothingIsLeft(String name) {
    assertThat(ContentDisposition.attachment(name)).isEqualTo("attachment; filename=\"download\"");
  }

  /** GHSA-pcjh-6r5h-r92r and CVE-2022-36359: a quote in the name ended the parameter. */
  @Test
  void noNameEndsTheParameterEarly() {
    assertThat(ContentDisposition.attachment("a.txt\"; filename=\"b.bat"))
        .isEqualTo("attachment; filename=\"a.txt\\\"; filename=\\\"b.bat\"");
  }

  @Test
  void everyNameGivesAWellFormedValueThatReadsBack() {
    SplittableRandom random = new SplittableRandom(5);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder name = new StringBuilder();
      for (int i = random.nextInt(1, 9); i > 0; i--) {
        int width = random.nextInt(1, 17);
        name.append((char) random.nextInt(1 << width));
      }
      Matcher matcher = FORM.matcher(ContentDisposition.attachment(name.toString()));
      assertThat(matcher.matches()).as(name.toString()).isTrue();
      if (matcher.group(3) != null) {
        String plus = matcher.group(3).replace("+", "%2B");
        String decoded = URLDecoder.decode(plus, StandardCharsets.UTF_8);
        assertThat(decoded).as(name.toString()).doesNotContain("/", "\\", "\r", "\n", "\0");
        assertThat(decoded.codePointCount(0, decoded.length()))
            .isEqualTo(matcher.group(2).replace("\\\"", "\"").length());
      }
    }
  }
}
