package io.sendfile.core.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.archive.ArchivePlan;
import io.sendfile.core.content.Dialect;
import io.sendfile.core.content.HandOffOfArchive;
import io.sendfile.core.content.HandOffRequest;
import io.sendfile.core.content.ListBytes;
import io.sendfile.core.engine.ArchivePlans.PlanRequest;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.http.Views;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One file has 5 bytes; threads and the clock move on demand. */
class ArchivePlansTest extends EngineFixture {
  private static final String LIST = "- 5 files:f a\n- 5 files:f b\n";

  /** Room for one plan of two lines at a time, and not for two. */
  private static final long ROOM = 700;

  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final List<String> told = new ArrayList<>();
  private final List<ArchivePlan> plans = new ArrayList<>();
  private final List<Runnable> releases = new ArrayList<>();
  private boolean noMemory;
  private long now;
  private int listsReleased;
  private ArchivePlans made;

  @BeforeEach
  void makePlans() {
    made =
        new ArchivePlans(
            new Archives(
                new FileOpener(),
                new Stores(() -> stores, (nanos, action) -> {}),
                InstantSource.system()),
            this::start,
            engine.scheduler(),
            () -> now);
  }

  private void start(Runnable task) {
    if (noMemory) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    threads.add(task);
  }

  private void room(long bytes) {
    engine.apply(settings("MAX_BUFFERED_BYTES", Long.toString(bytes), "MAX_CLIENT_TRANSFERS", "0"));
  }

  private PlanRequest request(String name, String list) {
    HandOffRequest request =
        HandOffRequest.of(Views.response(200, "X-Archive-Files", "zip"), null)
            .withList(new ListBytes(List.of(list.getBytes(UTF_8)), list.length()));
    HandOffOfArchive archive = (HandOffOfArchive) request.directive(Dialect.DEFAULT);
    return made.request(archive.list(), Origin.UNKNOWN, engine.config("any"), name);
  }

  private PlanRequest order(String name, String list) {
    PlanRequest asked = request(name, list);
    asked
        .order(() -> listsReleased++)
        .thenAccept(
            planned -> {
              if (planned.plan() == null) {
                told.add(name + " " + planned.refusal().reason().code());
              } else {
                told.add(name);
                plans.add(planned.plan());
                releases.add(asked::release);
              }
            });
    return asked;
  }

  private void runThreads() {
    for (Runnable next = threads.poll(); next != null; next = threads.poll()) {
      next.run();
    }
  }

  private long held() {
    return engine.scheduler().usage().heldBytes();
  }

  @Test
  void claimsMemoryBeforeThePlanIsMade() {
    order("one", LIST);
    assertThat(held()).isGreaterThan(2 * LIST.length() + 2 * ArchivePlan.bytes(2));
    runThreads();
    assertThat(told).containsExactly("one");
    assertThat(held()).isEqualTo(plans.get(0).heldBytes()).isEqualTo(ArchivePlan.bytes(2));
    assertThat(listsReleased).isZero();
    releases.get(0).run();
    assertThat(held()).isZero();
    assertThat(listsReleased).isEqualTo(1);
  }

  @Test
  void equalListsAtTheSameTimeShareAPlan() {
    order("one", LIST);
    order("two", LIST);
    order("other", LIST + "- 5 files:f c\n");
    assertThat(listsReleased).as("a second equal list").isEqualTo(1);
    assertThat(threads).hasSize(2);
    runThreads();
    assertThat(told).containsExactlyInAnyOrder("one", "two", "other");
    assertThat(plans.get(0)).isSameAs(plans.get(1)).isNotSameAs(plans.get(2));
    order("later", LIST);
    runThreads();
    assertThat(plans.get(3)).as("files may have changed since").isNotSameAs(plans.get(0));
    releases.get(0).run();
    assertThat(listsReleased).as("another one uses it").isEqualTo(1);
    releases.subList(1, 4).forEach(Runnable::run);
    assertThat(listsReleased).isEqualTo(4);
    assertThat(held()).isZero();
  }

  @Test
  void changedSettingsMakeAnotherPlan() {
    order("one", LIST);
    engine.apply(settings());
    order("two", LIST);
    runThreads();
    assertThat(plans.get(0)).isNotSameAs(plans.get(1));
    releases.forEach(Runnable::run);
  }

  @Test
  void waitsForRoomInOrder() {
    room(ROOM);
    order("one", LIST);
    order("two", LIST + "\n");
    order("three", LIST + "\n\n");
    assertThat(threads).hasSize(1);
    runThreads();
    assertThat(told).as("the rest of the first claim is free again").startsWith("one");
    releases.forEach(Runnable::run);
    releases.clear();
    made.tick();
    runThreads();
    assertThat(told).containsExactly("one", "two", "three");
    releases.forEach(Runnable::run);
    assertThat(held()).isZero();
  }

  @Test
  void waitForRoomHasAnEnd() {
    room(ROOM);
    order("one", LIST);
    order("two", LIST + "\n");
    now += ArchivePlans.PATIENCE_NANOS - 1;
    made.tick();
    assertThat(told).isEmpty();
    now++;
    made.tick();
    assertThat(told).containsExactly("two buffers-full");
    assertThat(RefusalReason.BUFFERS_FULL.status()).isEqualTo(503);
    assertThat(listsReleased).isEqualTo(1);
    runThreads();
    releases.forEach(Runnable::run);
    assertThat(held()).isZero();
  }

  /** It could never be sent otherwise. */
  @Test
  void onePlanFitsInAnyCase() {
    room(1);
    order("one", LIST);
    runThreads();
    assertThat(told).containsExactly("one");
    releases.forEach(Runnable::run);
  }

  @Test
  void fewPlansAreMadeAtOnce() {
    for (int i = 0; i < 5; i++) {
      order("" + i, LIST + "\n".repeat(i));
    }
    assertThat(threads).hasSize(ArchivePlans.MOST_AT_ONCE);
    runThreads();
    assertThat(told).hasSize(5);
    releases.forEach(Runnable::run);
  }

  @Test
  void planWithoutAThreadIsRefusedAndKeepsNoOthersWaiting() {
    noMemory = true;
    order("one", LIST);
    order("two", LIST + "\n");
    assertThat(told).containsExactly("one buffers-full", "two buffers-full");
    assertThat(held()).isZero();

    noMemory = false;
    order("three", LIST);
    order("four", LIST + "\n");
    runThreads();
    assertThat(told).endsWith("three", "four");
    releases.forEach(Runnable::run);
  }

  @Test
  void planIsNotMadeForClientsThatHaveLeft() {
    PlanRequest one = order("one", LIST);
    PlanRequest two = order("two", LIST);
    one.leave();
    one.leave();
    runThreads();
    assertThat(told).containsExactly("two");
    two.leave();
    two.leave();
    assertThat(held()).as("it had the plan").isZero();
    assertThat(listsReleased).isEqualTo(2);

    order("three", LIST).leave();
    runThreads();
    assertThat(told).containsExactly("two");
    assertThat(listsReleased).isEqualTo(3);
    assertThat(held()).isZero();
  }

  @Test
  void clientMayLeaveBeforeThereIsAnOrder() {
    PlanRequest early = request("early", LIST);
    early.leave();
    assertThat(early.order(() -> listsReleased++)).isNotDone();
    assertThat(threads).isEmpty();
    assertThat(listsReleased).isEqualTo(1);
    assertThat(held()).isZero();
  }

  @Test
  void refusedMemberRefusesAll() {
    order("one", LIST + "- 5 files:missing c\n");
    order("two", LIST + "- 5 files:missing c\n");
    runThreads();
    assertThat(told).containsExactlyInAnyOrder("one missing", "two missing");
    assertThat(listsReleased).isEqualTo(2);
    assertThat(held()).isZero();
  }

  @Test
  void stoppingServerRefusesThoseThatWait() {
    for (int i = 0; i < 4; i++) {
      order("" + i, LIST + "\n".repeat(i));
    }
    made.close();
    runThreads();
    assertThat(told)
        .containsExactlyInAnyOrder("0 stopping", "1 stopping", "2 stopping", "3 stopping");
    assertThat(held()).isZero();
    order("late", LIST);
    assertThat(told).endsWith("late stopping");
  }
}
