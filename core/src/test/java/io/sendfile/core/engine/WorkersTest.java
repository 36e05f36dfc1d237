package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sendfile.core.Pause;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WorkersTest {
  private final Set<Thread> made = ConcurrentHashMap.newKeySet();
  private final Workers workers = new Workers(2, new Machine.Real(this::make, System::nanoTime));
  private final Set<Thread> seen = ConcurrentHashMap.newKeySet();

  @AfterEach
  void threadsEnd() throws InterruptedException {
    workers.close();
    SendfileThreads.assertEnd(List.copyOf(seen));
  }

  private Thread make(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    made.add(thread);
    return thread;
  }

  /** Whether that many tasks run at the same time: each waits for all the others. */
  private void assertRunTogether(int tasks) throws InterruptedException {
    CyclicBarrier together = new CyclicBarrier(tasks);
    CountDownLatch met = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      workers
          .common()
          .execute(
              () -> {
                seen.add(Thread.currentThread());
                meet(together);
                met.countDown();
              });
    }
    assertThat(met.await(10, TimeUnit.SECONDS)).as("%d tasks at the same time", tasks).isTrue();
  }

  @Test
  void threadsAreDaemonsWithTheModulesNameAndClassLoader() throws InterruptedException {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(null);
    try {
      assertRunTogether(2);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    assertThat(made).containsAll(seen);
    assertThat(seen)
        .hasSize(2)
        .allSatisfy(
            thread -> {
              assertThat(thread.getName()).startsWith("sendfile-worker-");
              assertThat(thread.isDaemon()).isTrue();
              assertThat(thread.getContextClassLoader()).isSameAs(Workers.class.getClassLoader());
            });
  }

  @Test
  void zeroMeansTwiceTheProcessors() throws InterruptedException {
    workers.common().resize(0);
    assertRunTogether(2 * Runtime.getRuntime().availableProcessors());
  }

  @Test
  void growsUnderLoad() throws InterruptedException {
    Semaphore gate = occupy(2);
    workers.common().resize(5);
    assertRunTogether(3);
    gate.release(2);
    assertRunTogether(5);
  }

  @Test
  void spareWorkersRunTasksThatWait() throws InterruptedException {
    Semaphore gate = occupy(2);
    CountDownLatch ran = new CountDownLatch(1);
    workers.common().execute(ran::countDown);
    workers.common().spares(1);
    assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(workers.common().size()).isEqualTo(2);
    workers.common().resize(3);
    assertRunTogether(2);
    workers.common().spares(0);
    assertThat(workers.common().size()).isEqualTo(3);
    gate.release(2);
  }

  /** No running or queued task is lost; afterwards one runs at a time. */
  @Test
  void shrinksUnderLoad() throws InterruptedException {
    workers.common().resize(4);
    Semaphore gate = occupy(4);
    CountDownLatch queued = new CountDownLatch(20);
    AtomicInteger atATime = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    workers.common().resize(1);
    gate.release(4);
    assertQuiet(4);
    for (int i = 0; i < 20; i++) {
      workers
          .common()
          .execute(
              () -> {
                most.accumulateAndGet(atATime.incrementAndGet(), Math::max);
                Thread.yield();
                atATime.decrementAndGet();
                queued.countDown();
              });
    }
    assertThat(queued.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(most).hasValue(1);
  }

  /** Starts tasks that run until released. */
  private Semaphore occupy(int tasks) throws InterruptedException {
    Semaphore gate = new Semaphore(0);
    CountDownLatch running = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      workers
          .common()
          .execute(
              () -> {
                seen.add(Thread.currentThread());
                running.countDown();
                gate.acquireUninterruptibly();
              });
    }
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
    return gate;
  }

  /** Waits until all but one of these threads have ended. */
  private void assertQuiet(int threads) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (seen.stream().filter(Thread::isAlive).count() > 1) {
      assertThat(System.nanoTime()).as("%d threads become one", threads).isLessThan(deadline);
      Pause.make();
    }
  }

  @Test
  void taskThatThrowsHarmsNoOther() throws InterruptedException {
    for (int i = 0; i < 4; i++) {
      workers
          .common()
          .execute(
              () -> {
                seen.add(Thread.currentThread());
                throw new OutOfMemoryError("scripted");
              });
    }
    assertRunTogether(2);
    assertThat(made).as("no thread was made anew").hasSize(2).containsAll(seen);
  }

  @Test
  void whatAWorkerAsksForItDoesItself() throws InterruptedException {
    List<Thread> threads = new CopyOnWriteArrayList<>();
    CountDownLatch done = new CountDownLatch(100);
    workers
        .common()
        .execute(
            new Runnable() {
              @Override
              public void run() {
                threads.add(Thread.currentThread());
                done.countDown();
                if (threads.size() < 100) {
                  workers.common().execute(this);
                }
              }
            });
    assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(Set.copyOf(threads)).hasSize(1);
  }

  @Test
  void whatAWorkerAsksForBesidesItsNextTaskOthersDo() throws InterruptedException {
    Semaphore gate = new Semaphore(0);
    CountDownLatch other = new CountDownLatch(1);
    workers
        .common()
        .execute(
            () -> {
              workers.common().execute(gate::acquireUninterruptibly);
              workers.common().execute(other::countDown);
            });
    assertThat(other.await(10, TimeUnit.SECONDS)).isTrue();
    gate.release();
  }

  @Test
  void taskAskedForByOneThatThrowsIsNotLost() throws InterruptedException {
    CountDownLatch next = new CountDownLatch(1);
    workers
        .common()
        .execute(
            () -> {
              workers.common().execute(next::countDown);
              throw new IllegalStateException("scripted");
            });
    assertThat(next.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void workersThatKeepThemselvesBusyShrinkAllTheSame() throws InterruptedException {
    workers.common().resize(4);
    AtomicBoolean stop = new AtomicBoolean();
    CyclicBarrier together = new CyclicBarrier(4);
    CountDownLatch begun = new CountDownLatch(4);
    for (int i = 0; i < 4; i++) {
      workers
          .common()
          .execute(
              () -> {
                meet(together);
                new Runnable() {
                  @Override
                  public void run() {
                    seen.add(Thread.currentThread());
                    begun.countDown();
                    if (!stop.get()) {
                      workers.common().execute(this);
                    }
                  }
                }.run();
              });
    }
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
    workers.common().resize(1);
    assertQuiet(4);
    stop.set(true);
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void ticksGoOnThoughOneThrows() throws InterruptedException {
    CountDownLatch ticks = new CountDownLatch(3);
    workers.everyTick(
        () -> {
          seen.add(Thread.currentThread());
          ticks.countDown();
          throw new OutOfMemoryError("scripted");
        });
    workers.after(
        0,
        () -> {
          throw new OutOfMemoryError("scripted");
        });
    CountDownLatch action = new CountDownLatch(1);
    workers.after(1, action::countDown);
    assertThat(ticks.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(action.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(seen).as("one thread for all of them").hasSize(1);
    assertThat(seen).extracting(Thread::getName).allMatch(n -> n.startsWith("sendfile-timer-"));
  }

  @Test
  void closedWorkersRejectButFinishWhatTheyHave() throws InterruptedException {
    Semaphore gate = occupy(2);
    CountDownLatch queued = new CountDownLatch(1);
    workers.common().execute(queued::countDown);
    workers.close();
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> workers.common().execute(() -> {}));
    gate.release(2);
    assertThat(queued.await(10, TimeUnit.SECONDS)).isTrue();
  }
}
