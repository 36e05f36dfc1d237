package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page that says why a file does not come. */
@Timeout(240)
class FilesHtmlIT extends HtmlScenario {
  private static final int LENGTH = 20 << 20;
  private static final String ANSWER = "#answer";

  private final Path file = TestFiles.ofLength(LENGTH);

  @Test
  void valueIsExplainedAndTheAddressKeepsTheQuestion() throws Exception {
    Page refused = pages.open("files.xhtml").press("#ask", "#value", "files:../secret");
    assertThat(refused.text(ANSWER)).contains("..");
    Page served = refused.press("#ask", "#value", TestFiles.value(file));
    assertThat(served.text(ANSWER)).contains("200");
    Page empty = served.press("#ask", "#range", "bytes=" + LENGTH + "-");
    assertThat(empty.text(ANSWER)).contains("not served: no byte of the range is in the file");

    Page again = pages.open(empty.address());
    assertThat(again.text(ANSWER)).contains("not served: no byte of the range is in the file");
    assertThat(again.value("#value")).isEqualTo(TestFiles.value(file));
    assertThat(again.value("#range")).isEqualTo("bytes=" + LENGTH + "-");
  }

  @Test
  void refusalIsExplainedFromItsRow() throws Exception {
    play("sendfile:files:none-to-explain").hasStatus(404);
    Page explained =
        pages
            .open("files.xhtml")
            .followWhole("#refusals")
            .follow("[aria-label='Explain files:none-to-explain']");
    assertThat(explained.text(ANSWER)).contains("refused: missing");
    assertThat(explained.value("#value")).isEqualTo("files:none-to-explain");
    assertThat(explained.value("#application")).isEqualTo("it");
  }

  @Test
  void addressOfAnApplicationLeadsToTheValuesThatItSent() throws Exception {
    String address = Play.steps("sendfile:files:none-by-address");
    ask(address).hasStatus(404);
    for (String asked : List.of(address, "http://localhost:8080" + address)) {
      Page explained = pages.open("files.xhtml").press("#ask", "#value", asked);
      assertThat(explained.text(ANSWER))
          .contains("application it", "ask for")
          .doesNotContain("asadmin");
      assertThat(explained.text("#lately li:first-child"))
          .as("that of the file which the address names")
          .contains(
              "fits this URL: files:none-by-address was refused at ", ": missing Explain it now");
      assertThat(explained.followWhole("#lately [href*='reason=missing']").text("#list"))
          .contains("none-by-address");
      assertThat(explained.follow("#lately [href^='files.xhtml?value=']").text(ANSWER))
          .contains("refused: missing");
      assertThat(explained.attribute("#answer [href*='past.xhtml?application=it']", "href"))
          .isEqualTo("past.xhtml?application=it");
      assertThat(explained.followWhole("#answer [href*='show=refused']").text("#list"))
          .contains("none-by-address");
    }
  }

  @Test
  void limitThatHoldsAFileIsOneClickAway() throws Exception {
    server.command(
        "create-sendfile-limit", "--root", TestFiles.ROOT, "--rate", "1M", "--until", "1h", "held");
    try {
      Page explained = pages.open("files.xhtml").press("#ask", "#value", TestFiles.value(file));
      assertThat(explained.text(ANSWER))
          .contains("; limit held")
          .doesNotContainPattern("\\d:\\d\\dZ");
      assertThat(explained.attribute("#answer td a", "href"))
          .isEqualTo("configuration.xhtml?search=limit+held");
    } finally {
      server.command("delete-sendfile-limit", "held");
    }
  }

  @Test
  void rootsAreFoundByWordsInAnyCaseAndOrder() throws Exception {
    Page found = pages.open("files.xhtml").press("#find", "#search", "PRESENT  files");
    assertThat(found.text("#roots\\:table")).contains(TestFiles.folder().toString());
    assertThat(found.press("#find", "#search", "present nowhere").text("#roots\\:table"))
        .contains("None found.");
  }

  @Test
  void rootsHaveTheirFolders() throws Exception {
    Path folder = TestFiles.folder().resolveSibling("absent");
    server.command("create-sendfile-root", "--path", folder.toString(), "absent");
    try {
      Page page = pages.open("files.xhtml");
      assertThat(page.text("#roots\\:table"))
          .contains(TestFiles.folder().toString(), "present", folder.toString(), "missing: ");
      assertThat(page.attribute("[aria-label='Edit absent']", "href"))
          .isEqualTo("configuration.xhtml?config=server-config&search=root+absent");
      assertThat(page.follow("[aria-label='Edit absent']").count("#ROOT-title")).isEqualTo(1);
    } finally {
      server.command("delete-sendfile-root", "absent");
    }
  }
}
