package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.Scenario;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Chromium;
import io.sendfile.glassfish.it.harness.Cluster;
import io.sendfile.glassfish.it.harness.InChromium;
import io.sendfile.glassfish.it.harness.Instance;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pages about a cluster and its instances, even when one is down. */
@InChromium
@Timeout(900)
@OwnProcess
@Release
class ClusterPageIT extends Scenario {
  private static final String SHOP = "shop";
  private static final String TABLE = "#running\\:table";

  private final Path file = TestFiles.ofLength(20 << 20);

  private static RawConnection ask(Instance instance, String... steps) throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(instance.httpPort(), 4096);
    String target = Play.steps(steps).replaceFirst("^/it/", "/" + SHOP + "/");
    connection.send(RawConnection.get(target));
    return connection;
  }

  private static int status(Instance instance, String... steps) throws IOException {
    try (RawConnection connection = ask(instance, steps)) {
      return connection.head().status();
    }
  }

  @Test
  void clusterIsWatchedAndItsDownloadsAreSteered() throws Exception {
    try (Cluster cluster = Cluster.create(server, SHOP)) {
      cluster.start();
      deploy(SHOP, "--target", SHOP);
      try (Console console = new Console(server.adminPort()).page("now.jsf")) {
        // The harness has put bad values into default-config, of which this one is a copy.
        String[] mended = {"--etag=", "--burst-bytes=", "--worker-threads=", "--target", SHOP};
        server.command("set-sendfile-configuration", mended);
        String folder = TestFiles.folder().toString();
        server.command("create-sendfile-root", "--target", SHOP, "--path", folder, "shared");
        for (Instance each : new Instance[] {cluster.one(), cluster.two()}) {
          Await.until("the application on " + each.name(), SOON, () -> status(each) == 200);
          assertThat(status(each, "sendfile:shared:none")).isEqualTo(404);
        }
        clusterIsChosen(console);
        downloadOfAnInstanceIsCancelled(console, cluster.two());
        rowsNameTheirInstance(console);
        downloadsOfBothAreSteeredUntilOneIsDown(console, cluster);
        instanceThatIsDownIsNamed(console);
        othersAreSteeredMeanwhile(console, cluster.two());
        console.own("now.xhtml?target=nonsense");
        assertThat(console.browser().text("#content"))
            .contains("no server, instance or cluster nonsense", "shop (cluster)");
      } finally {
        server.command("undeploy", "--target", SHOP, SHOP);
      }
    }
  }

  /** An option of a select that is not open has no box. */
  private static void awaitChosen(Console console, String server) {
    Await.until(
        server + " is chosen",
        Console.SOON,
        () ->
            server.equals(
                console.browser().run("return targetName.selectedOptions[0].text.trim()")));
  }

  private static void clusterIsChosen(Console console) {
    Chromium browser = console.own("now.xhtml").browser();
    assertThat(browser.text("#targetName").strip().lines().map(String::strip))
        .containsExactly("server", "shop (cluster)", "shop-one", "shop-two");
    browser.choose("#targetName", "shop (cluster)");
    console.click("#showTarget");
    awaitChosen(console, "shop (cluster)");
    console.awaitText("#cluster\\:instances", "shop-one");
    console.awaitText("[data-figure=active]", "0 of 20,000");
  }

  private void downloadOfAnInstanceIsCancelled(Console console, Instance instance)
      throws IOException {
    Chromium browser = console.browser();
    try (RawConnection connection = begin(instance, "steered")) {
      assertThat(connection.head().status()).isEqualTo(200);
      console.awaitText(TABLE, "steered");
      assertThat(browser.text(TABLE)).contains("shop-two").doesNotContain("shop-one");
      console.awaitText("[data-figure=active]", "1 of 20,000");
      browser.screenshot("cluster");
      console.click("#instance-shop-two");
      awaitChosen(console, "shop-two");
      console.awaitText(TABLE, "steered");
      console.click(TABLE + " [data-dialog=cancelDialog]");
      console.click("#cancelForm\\:yes");
      console.awaitText("#messages", "is cancelled after");
      console.awaitText(TABLE, "No transfer is running.");
    }
    console.click("#pastOfRange");
    console.awaitText("#list\\:ended", "cancelled");
    assertThat(browser.run("return location.search")).asString().contains("target=shop-two");
  }

  private static void rowsNameTheirInstance(Console console) throws IOException {
    Chromium browser = console.own("files.xhtml?target=" + SHOP).browser();
    assertThat(browser.text("#roots\\:table")).contains("shared");
    browser.type("#value", "shared:none");
    console.click("#ask");
    console.awaitText("#answer", "shop-two");
    assertThat(browser.text("#answer")).contains("shop-one", "refused: missing");
    assertThat(console.faults()).isEmpty();
    console.own("server.xhtml?target=" + SHOP);
    assertThat(browser.text("[data-table=limits]")).contains("20,000");
    assertThat(console.faults()).isEmpty();
    console.own("plug-ins.xhtml?target=" + SHOP);
    assertThat(browser.text("[data-plug-in=digests]"))
        .contains("shop-one: ready; shop-two: ready", "Files remembered", "instance");
    assertThat(console.faults()).isEmpty();
    console.own("past.xhtml?target=" + SHOP);
    assertThat(browser.text("#list\\:ended")).contains("shop-two", "cancelled");
    console.own("past.xhtml?show=refused&target=" + SHOP);
    assertThat(browser.text("#list\\:refused")).contains("shop-one", "shop-two", "shared:none");
  }

  private RawConnection begin(Instance instance, String id) throws IOException {
    return ask(instance, "header:X-Sendfile-Id=" + id, "sendfile:shared:" + file.getFileName());
  }

  /** Their dialog is open when one of the instances goes. */
  private void downloadsOfBothAreSteeredUntilOneIsDown(Console console, Cluster cluster)
      throws IOException {
    Chromium browser = console.browser();
    try (RawConnection kept = begin(cluster.two(), "kept");
        RawConnection first = begin(cluster.one(), "many-1");
        RawConnection second = begin(cluster.two(), "many-2")) {
      for (RawConnection each : List.of(kept, first, second)) {
        assertThat(each.head().status()).isEqualTo(200);
      }
      console.own("now.xhtml?target=" + SHOP + "&filter=id:many-*");
      console.awaitText("#sum", "2 of 3 · ");
      limitAll(console, "Limited the rate of 2 of 2 transfers to 1000 bytes/s (1 kB/s).");
      console.awaitText(TABLE, "many-2");
      assertThat(browser.text(TABLE).split("at most 1.0 kB/s", -1)).hasSize(3);

      console.click("#running\\:cancels");
      console.awaitText("#cancelsForm", "2 transfers by the filter id:many-*");
      assertThat(browser.text("#cancelsForm")).contains("many-1", "many-2");
      cluster.one().kill();
      console.click("#cancelsForm\\:yes");
      console.awaitText("#messages", "Cancelled 1 of 2 transfers.");
      assertThat(browser.text("#messages")).contains("shop-one: ").doesNotContain("shop-two: ");
      browser.screenshot("cluster-many-cancelled");
      console.awaitText(TABLE, "The filter hides all: none of one running transfer");
    }
  }

  private void othersAreSteeredMeanwhile(Console console, Instance up) throws IOException {
    try (RawConnection only = begin(up, "only")) {
      assertThat(only.head().status()).isEqualTo(200);
      console.own("now.xhtml?target=" + SHOP + "&filter=id:only");
      console.awaitText("#sum", "1 · ");
      limitAll(console, "Limited the rate of 1 of 1 transfer to 1000 bytes/s (1 kB/s).");
      assertThat(console.browser().text("#messages")).doesNotContain("shop-");
    }
  }

  private static void limitAll(Console console, String told) {
    console.click("#running\\:rates");
    console.awaitText("#ratesForm", "by the filter");
    console.browser().type("#ratesForm\\:rate", "1000");
    console.click("#ratesForm\\:yes");
    console.awaitText("#messages", told);
  }

  private static void instanceThatIsDownIsNamed(Console console) throws IOException {
    Chromium browser = console.own("now.xhtml?target=" + SHOP).browser();
    console.awaitText("#failures", "shop-one: ");
    console.awaitText("#problems", "shop-one: ");
    console.awaitText("#cluster\\:instances", "shop-two");
    assertThat(browser.text("#instancesTitle")).isEqualTo("Instances: 1 of 2 answered");
    assertThat(browser.text("#cluster\\:instances tbody")).contains("shop-one", "no response");
    assertThat(browser.text("#missing")).contains("shop-one: ");
    browser.screenshot("cluster-one-down");
    console.own("plug-ins.xhtml?target=" + SHOP);
    assertThat(browser.text("#messages")).contains("shop-one: ");
    assertThat(browser.text("[data-plug-in=digests]"))
        .contains("shop-two: ready")
        .doesNotContain("shop-one");
    console.own("now.xhtml?target=shop-one");
    console.awaitText("#missing", "shop-one: ");
    for (String page : new String[] {"files", "server"}) {
      console.own(page + ".xhtml?target=shop-one");
      assertThat(browser.text("#missing")).contains("shop-one: ");
    }
  }
}
