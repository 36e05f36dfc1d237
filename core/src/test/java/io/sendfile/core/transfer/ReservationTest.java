package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** 100 bytes in all, 80 bytes per client. */
class ReservationTest extends SchedulerFixture {
  private static final Claim FORTY = new Claim("client", 40);

  @BeforeEach
  void limit() {
    scheduler.limits(new Limits(50, 5, 100, 40, 80));
  }

  @AfterEach
  void nothingIsReserved() {
    scheduler.close();
    assertThat(scheduler.usage().heldBytes()).isZero();
  }

  private Transfer stuck(Claim claim) {
    downloads.claim(claim);
    Transfer transfer = transfer(sink().otherwise(offered -> 0), 100, 0);
    scheduler.submit(transfer, scheduler.admit(claim));
    workers.runAll();
    return transfer;
  }

  @Test
  void listsHaveHalfOfAllMemory() {
    try (Reservation first = scheduler.reserveForList(this);
        Reservation second = scheduler.reserveForList(this)) {
      assertThat(first.resize(30)).isEqualTo(Admission.START);
      assertThat(second.resize(30)).isEqualTo(Admission.BUFFERS_FULL);
      assertThat(second.resize(20)).isEqualTo(Admission.START);
      assertThat(first.resize(10)).isEqualTo(Admission.START);
      assertThat(second.resize(40)).isEqualTo(Admission.START);
      assertThat(scheduler.usage().heldBytes()).isEqualTo(50);
    }
  }

  @Test
  void plansLeaveListsTheirHalf() {
    try (Reservation plan = scheduler.reserveForPlan("client");
        Reservation first = scheduler.reserveForList(this);
        Reservation second = scheduler.reserveForList(this)) {
      assertThat(plan.resize(45)).isEqualTo(Admission.START);
      assertThat(first.resize(10)).isEqualTo(Admission.START);
      assertThat(second.resize(30)).isEqualTo(Admission.START);
      assertThat(second.resize(41)).isEqualTo(Admission.BUFFERS_FULL);
      assertThat(plan.resize(60)).isEqualTo(Admission.START);
      assertThat(second.resize(31)).isEqualTo(Admission.BUFFERS_FULL);
    }
  }

  @Test
  void oneOfEachKindFitsInAnyCase() {
    try (Reservation list = scheduler.reserveForList(this);
        Reservation plan = scheduler.reserveForPlan("client")) {
      assertThat(list.resize(200)).isEqualTo(Admission.START);
      assertThat(plan.resize(300)).isEqualTo(Admission.START);
      Transfer transfer = stuck(FORTY);
      assertThat(transfer.state()).isEqualTo(TransferState.WAITING_PEER);
      transfer.end(Outcome.CANCELLED);
    }
  }

  @Test
  void plansCountForTheirClientWithItsTransfers() {
    try (Reservation first = scheduler.reserveForPlan("client");
        Reservation second = scheduler.reserveForPlan("client")) {
      Transfer transfer = stuck(FORTY);
      assertThat(first.resize(30)).isEqualTo(Admission.START);
      assertThat(second.resize(20)).isEqualTo(Admission.CLIENT_FULL);
      assertThat(scheduler.admit(FORTY)).isEqualTo(Admission.CLIENT_FULL);
      transfer.end(Outcome.CANCELLED);
      assertThat(second.resize(20)).isEqualTo(Admission.START);
    }
  }

  @Test
  void transferStartsWhenAPlanIsGivenBack() {
    Reservation plan = scheduler.reserveForPlan("other");
    Transfer first = stuck(FORTY);
    assertThat(plan.resize(40)).isEqualTo(Admission.START);
    Transfer second = stuck(FORTY);
    assertThat(second.state()).isEqualTo(TransferState.QUEUED);
    plan.close();
    plan.close();
    workers.runAll();
    assertThat(second.state()).isEqualTo(TransferState.WAITING_PEER);
    assertThat(plan.resize(1)).isEqualTo(Admission.STOPPING);
    first.end(Outcome.CANCELLED);
    second.end(Outcome.CANCELLED);
  }

  /** A request that comes to no end, such as one whose application is never heard of again. */
  @Test
  void listThatNobodyHasAnyMoreIsGivenBack() {
    Object owner = new Object();
    scheduler.reserveForList(owner).resize(30);
    scheduler.tick();
    assertThat(scheduler.usage().heldBytes()).isEqualTo(30);
    WeakReference<Object> collected = new WeakReference<>(owner);
    owner = null;
    while (!collected.refersTo(null)) {
      System.gc();
    }
    scheduler.tick();
    assertThat(scheduler.usage().heldBytes()).isZero();
  }

  @Test
  void plansOfAllClientsHaveAllMemory() {
    try (Reservation first = scheduler.reserveForPlan("client");
        Reservation second = scheduler.reserveForPlan("other")) {
      assertThat(first.resize(60)).isEqualTo(Admission.START);
      assertThat(second.resize(41)).isEqualTo(Admission.BUFFERS_FULL);
      assertThat(second.resize(40)).isEqualTo(Admission.START);
      assertThat(first.resize(60)).as("as large as before").isEqualTo(Admission.START);
    }
  }

  @Test
  void listFillsTheMemoryThatPlansLeave() {
    try (Reservation plan = scheduler.reserveForPlan("client");
        Reservation first = scheduler.reserveForList(this);
        Reservation second = scheduler.reserveForList(this)) {
      assertThat(plan.resize(60)).isEqualTo(Admission.START);
      assertThat(first.resize(10)).isEqualTo(Admission.START);
      assertThat(second.resize(30)).isEqualTo(Admission.START);
      assertThat(second.resize(31)).isEqualTo(Admission.BUFFERS_FULL);
    }
  }

  @Test
  void plansOfAClientHaveItsShareToTheByte() {
    try (Reservation first = scheduler.reserveForPlan("client");
        Reservation second = scheduler.reserveForPlan("client")) {
      assertThat(first.resize(40)).isEqualTo(Admission.START);
      assertThat(second.resize(41)).isEqualTo(Admission.CLIENT_FULL);
      assertThat(second.resize(40)).isEqualTo(Admission.START);
    }
  }

  @Test
  void firstPlanOfAClientFitsBesideItsTransfers() {
    Transfer transfer = stuck(FORTY);
    try (Reservation plan = scheduler.reserveForPlan("client")) {
      assertThat(plan.resize(50)).isEqualTo(Admission.START);
      assertThat(plan.resize(50)).as("as large as before").isEqualTo(Admission.START);
    }
    transfer.end(Outcome.CANCELLED);
  }

  @Test
  void planCountsAlsoAfterTheTransfersOfItsClient() {
    try (Reservation first = scheduler.reserveForPlan("client");
        Reservation second = scheduler.reserveForPlan("client")) {
      Transfer transfer = stuck(FORTY);
      assertThat(first.resize(30)).isEqualTo(Admission.START);
      transfer.end(Outcome.CANCELLED);
      assertThat(second.resize(60)).isEqualTo(Admission.CLIENT_FULL);
    }
  }

  @Test
  void transferStartsWhenAPlanBecomesSmaller() {
    try (Reservation plan = scheduler.reserveForPlan("other")) {
      Transfer first = stuck(FORTY);
      assertThat(plan.resize(40)).isEqualTo(Admission.START);
      Transfer second = stuck(FORTY);
      assertThat(second.state()).isEqualTo(TransferState.QUEUED);
      assertThat(plan.resize(10)).isEqualTo(Admission.START);
      workers.runAll();
      assertThat(second.state()).isEqualTo(TransferState.WAITING_PEER);
      first.end(Outcome.CANCELLED);
      second.end(Outcome.CANCELLED);
    }
  }
}
