package io.sendfile.glassfish.it.console;

import static io.sendfile.glassfish.it.console.HostileNames.IMAGE;
import static io.sendfile.glassfish.it.console.HostileNames.NAMES;
import static io.sendfile.glassfish.it.console.HostileNames.encoded;
import static io.sendfile.glassfish.it.console.HostileNames.handOff;
import static io.sendfile.glassfish.it.console.HostileNames.shown;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.TestFiles;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hostile names are text in the HTML of all pages, with nothing hidden. */
@Timeout(300)
class HostileNamesHtmlIT extends HtmlScenario {
  private static final String REFUSED = "#list\\:refused";

  private static void isHarmless(Page page, String css) {
    assertThat(page.count(css + " td :is(script, img, iframe)")).isZero();
    assertThat(page.count("main :is(img, .hint script, .alert script, script[src*=alert])"))
        .as(page.address())
        .isZero();
    assertThat(page.text("h1")).isEqualTo("Sendfile");
  }

  @Test
  void areTextInRefusalsAndInWhatIsExplained() throws Exception {
    List<String> refused = new ArrayList<>(NAMES);
    refused.add("bell\u0007.bin");
    for (String name : refused) {
      play(handOff("missing/" + name)).leaksNothing();
    }
    Page past = pages.open("past.xhtml?show=refused&rows=500");
    assertThat(past.text(REFUSED))
        .contains(NAMES.stream().map(name -> "missing/" + shown(name)).toList())
        .contains("bell")
        .doesNotContain("\u202e", "\u200b", "\u0007");
    isHarmless(past, REFUSED);
    for (String name : NAMES) {
      Page explained =
          pages.open("files.xhtml?value=" + encoded(TestFiles.ROOT + ":missing/" + name));
      assertThat(explained.text("#answer")).contains("missing/" + shown(name));
      isHarmless(explained, "#answer");
    }
  }

  @Test
  void areTextWhenRefusedAsNamesOfElements() throws Exception {
    for (int kind : new int[] {0, 2}) {
      Page begun = pages.open("configuration.xhtml").press("#items\\:kinds\\:" + kind + "\\:add");
      assertThat(begun.text("#editTitle")).startsWith("A new ");
      Page refused = begun.press("#edit\\:save", "#edit\\:name", IMAGE + "#{1+1}");
      assertThat(refused.text("#edit")).contains("(found \"" + IMAGE + "#{1+1}\")");
      assertThat(refused.count("#edit img")).isZero();
    }
  }

  /** Malicious links sent to an administrator. */
  @Test
  void areTextInTheAddress() throws Exception {
    String name = "\"><script>alert(1)</script>#{1+1}";
    // The console escapes parameters, and so does Faces.
    Page around = pages.load("/sendfile/configuration.jsf?configName=" + encoded(name));
    assertThat(around.count("script:contains(alert\\(1\\))")).isZero();
    String frame = around.attribute(Console.FRAME, "src");
    Page framed = pages.load(frame);
    assertThat(framed.text("main")).contains("#{1+1}");
    isHarmless(framed, "main");
    isHarmless(pages.open("now.xhtml?x=" + encoded(name)), "main");
    for (String parameter : new String[] {"value", "application", "range", "search"}) {
      isHarmless(pages.open("files.xhtml?" + parameter + "=" + encoded(name)), "main");
    }
    Page unknown = pages.own(encoded(IMAGE) + ".xhtml");
    assertThat(unknown.text("body")).contains("An error occurred").doesNotContain("img");
  }
}
