package io.sendfile.glassfish.it.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.it.Scenario;
import io.sendfile.glassfish.it.harness.AsadminSession;
import io.sendfile.glassfish.it.harness.AsadminSession.Outcome;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.ServerProcess;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * 120 random changes, valid and invalid, by asadmin, by REST and by hand, while files are
 * downloaded. {@code -Dstorm.seed=N} repeats a storm.
 */
@Timeout(600)
@OwnProcess
@Release
class ConfigStormIT extends Scenario {
  private static final int CHANGES = 80;
  private static final int CHECKED_EVERY = 20;
  private static final List<String> BAD_ENDS =
      List.of(
          "ClientAborted", "Stalled", "TooSlow", "Changed", "IoErrors", "Cancelled", "Shutdown");

  private final long seed = Long.getLong("storm.seed", System.nanoTime() % 1_000_000);
  private final Random random = new Random(seed);
  private final Path file = TestFiles.ofLength(3 << 20);
  private final DomainXmlFile domainXml =
      new DomainXmlFile(ServerProcess.domain().resolve("config/domain.xml"));
  private final List<String> history = new ArrayList<>(List.of("storm.seed=" + seed));
  private final Values values = new Values(random);
  private Model model = new Model();

  @BeforeEach
  void foldersExist() throws IOException {
    for (int i = 0; i <= Values.NO_ROOT; i++) {
      Path folder = Files.createDirectories(Path.of(Values.folder(i)));
      Files.copy(
          TestFiles.ofLength(300_000 + i),
          folder.resolve(Values.FILE),
          StandardCopyOption.REPLACE_EXISTING);
      TestFiles.settle(folder.resolve(Values.FILE));
    }
  }

  @AfterEach
  void calmAgain() throws IOException {
    Model now = domainXml.read();
    for (String name : now.names(Element.ROOT)) {
      if (!name.equals(TestFiles.ROOT)) {
        server.command("delete-sendfile-root", name);
      }
    }
    for (String name : now.names(Element.LISTENER)) {
      server.command("delete-sendfile-listener", name);
    }
    for (String name : now.names(Element.PLUGIN)) {
      server.command("delete-sendfile-plugin", name);
    }
    server.configure(
        Element.CONFIG.settings().stream()
            .flatMap(setting -> Stream.of(setting.attribute(), ""))
            .toArray(String[]::new));
  }

  @Test
  void noDownloadIsCutAndTheLastValuesHold() throws Exception {
    System.out.println(history.get(0));
    try (AsadminSession asadmin = AsadminSession.open();
        Load load = new Load(file, server.httpPort())) {
      model = domainXml.read();
      List<Door> doors = List.of(new Door.Asadmin(asadmin), new Door.ByRest());
      Changes changes = new Changes(values, model, listeners());
      load.resume();
      Snapshot before = server.probe();
      storm(doors, load, changes);
      load.pause();
      nothingWasCut(before);
      behaves(asadmin);

      editedByHand(doors, asadmin);

      load.resume();
      before = server.probe();
      storm(doors, load, changes);
      load.pause();
      nothingWasCut(before);
      behaves(asadmin);
      System.out.println(load.downloads() + " downloads");
      assertThat(load.downloads()).isGreaterThan(CHANGES / 10);
    } catch (Exception | AssertionError e) {
      throw new AssertionError(String.join("\n", history), e);
    }
  }

  private List<String> listeners() {
    return List.of(server.httpListener(), server.httpsListener(), Changes.IDLE);
  }

  private void storm(List<Door> doors, Load load, Changes changes) throws Exception {
    for (int i = 1; i <= CHANGES / 2; i++) {
      Change change = changes.next();
      ask(change.fitsRest() ? values.one(doors) : doors.get(0), change);
      load.check();
      if (i % CHECKED_EVERY == 0) {
        assertThat(domainXml.read().settings()).isEqualTo(model.settings());
      }
    }
  }

  private void ask(Door door, Change change) throws IOException {
    String asked = door.getClass().getSimpleName() + ": " + Door.words(change.request());
    history.add(asked + (change.isAccepted() ? "" : " - wrong"));
    Outcome answer = door.ask(change.request());
    assertThat(answer.succeeded())
        .as("%s%n%s", asked, answer.text())
        .isEqualTo(change.isAccepted());
    assertThat(answer.text()).contains(change.refusal()).doesNotContain("\tat ");
    if (change.request() instanceof Change.Command) {
      // GlassFish 8's own words about a refused attribute include an exception.
      assertThat(answer.text()).doesNotContain("Exception");
    }
    change.effect().accept(model);
  }

  /** GlassFish reads domain.xml when it starts. */
  private void editedByHand(List<Door> doors, AsadminSession asadmin) throws Exception {
    HandEdit edit = new HandEdit(values, random);
    edit.write(domainXml, model);
    ServerProcess.restart();
    Told told = new Told(asadmin);
    String problems = String.join("\n", told.problems());
    assertThat(problems).contains(edit.problems());
    for (Door door : doors) {
      // GlassFish would not write the nonsense back.
      ask(door, Change.refused(edit.another(), " must be"));
    }
    for (Change remedy : edit.remedies()) {
      ask(remedy.fitsRest() ? values.one(doors) : doors.get(0), remedy);
    }
  }

  private void nothingWasCut(Snapshot before) {
    Snapshot now = server.probe();
    for (String end : BAD_ENDS) {
      assertThat(now.number(end) - before.number(end)).as(end).isZero();
    }
    assertThat(now.number("Refused") - before.number("Refused")).as("Refused").isZero();
  }

  private void behaves(AsadminSession asadmin) throws IOException {
    assertThat(domainXml.read().settings()).isEqualTo(model.settings());
    Told told = new Told(asadmin);
    assertThat(told.written().settings()).isEqualTo(model.settings());
    Map<String, String> inForce = told.inForce();
    for (Setting setting : Element.CONFIG.settings()) {
      String value =
          setting == Setting.ALGORITHM ? model.algorithm() : model.value(Node.CONFIG, setting);
      // The table has no cell for a blank.
      assertThat(inForce.getOrDefault(setting.attribute(), "")).as("%s", setting).isEqualTo(value);
    }
    assertThat(told.problems()).hasSize(model.problems());
    new Behaviour(server, model, Path.of(Values.folder(Values.NO_ROOT), Values.FILE)).check();
  }
}
