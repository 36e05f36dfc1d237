package io.sendfile.glassfish.it.frameworks;

import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.FrameworkApplication;
import io.sendfile.glassfish.it.harness.Frameworks;
import io.sendfile.glassfish.it.harness.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Attachments of Apache JSPWiki, with the class of docs/frameworks.md. */
@Timeout(180)
@Frameworks
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JSPWikiIT extends FrameworkScenario {
  private FrameworkApplication wiki;

  @BeforeAll
  void deployWiki() throws IOException {
    Path home = Files.createTempDirectory(Settings.work(), "jspwiki");
    Path pages = Files.createDirectory(home.resolve("pages"));
    Files.writeString(pages.resolve("Main.txt"), "A page.");
    // Of two versions the later is sent.
    attach(home, "1.bin", home.resolve("pages/Main.txt"));
    attach(home, "2.bin", original);
    Path settings = home.resolve("jspwiki-custom.properties");
    Files.writeString(
        settings,
        """
        jspwiki.baseURL = http://localhost:%d/jspwiki/
        jspwiki.pageProvider = FileSystemProvider
        jspwiki.fileSystemProvider.pageDir = %s/pages
        jspwiki.attachmentProvider = io.sendfile.glassfish.apps.jspwiki.Attachments
        jspwiki.basicAttachmentProvider.storageDir = %s/attachments
        jspwiki.workDir = %s/work
        """
            .formatted(server.httpPort(), home, home, home));
    wiki =
        FrameworkApplication.deploy(
            "jspwiki",
            xml ->
                xml.replaceFirst(
                    "<context-param>",
                    """
                    <context-param>
                      <param-name>jspwiki.custom.config</param-name>
                      <param-value>%s</param-value>
                    </context-param>
                    <context-param>
                    """
                        .formatted(settings)));
  }

  private static void attach(Path home, String version, Path content) throws IOException {
    Path folder = home.resolve("attachments/Main-att/film.bin-dir");
    Files.createDirectories(folder);
    Files.copy(content, folder.resolve(version));
    Files.writeString(folder.resolve("attachment.properties"), "1.author=A\n2.author=A\n");
  }

  @AfterAll
  void undeploy() {
    wiki.close();
  }

  @Test
  void attachmentsAreHandedOffOverEveryProtocol() throws IOException {
    for (Browser browser : Browser.values()) {
      isHandedOff(browser, wiki.at("attach/Main/film.bin"));
    }
  }

  @Test
  void attachmentsAreCopiedWhereTheModuleIsOff() throws IOException {
    configure("enabled", "false");

    isCopied(wiki.at("attach/Main/film.bin")).hasStatus(200).isFile(original);
  }

  @Test
  void missingAttachmentsAreNotFound() throws IOException {
    isCopied(wiki.at("attach/Main/none.bin")).hasStatus(404).leaksNothing();
  }
}
