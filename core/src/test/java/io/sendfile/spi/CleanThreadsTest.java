package io.sendfile.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sendfile.core.threads.IsolatedThread;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CleanThreadsTest {
  private static final InheritableThreadLocal<Object> INHERITED = new InheritableThreadLocal<>();

  private final CountDownLatch end = new CountDownLatch(1);
  private Thread made;

  /** Class loader of an application, with its own protection domain. */
  private static final class Application extends ClassLoader {
    Application() {
      super(Application.class.getClassLoader());
    }

    /** {@link Servlet}, defined by this class loader. */
    Executor servlet() throws ReflectiveOperationException, IOException {
      String name = Servlet.class.getName();
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        CodeSource source = new CodeSource(new URL("file:/shop.war"), (Certificate[]) null);
        ProtectionDomain domain = new ProtectionDomain(source, null, this, null);
        Class<?> type = defineClass(name, bytes, 0, bytes.length, domain);
        return (Executor) type.getConstructor().newInstance();
      }
    }
  }

  /** Application code on the stack while a thread is created. */
  public static final class Servlet implements Executor {
    @Override
    public void execute(Runnable work) {
      work.run();
    }
  }

  private void waitForEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void makeThread() {
    made = CleanThreads.make(() -> new Thread(this::waitForEnd, "long-lived"));
    made.start();
  }

  /** As in a request; a method of its own, so that nothing of it stays on the stack. */
  private WeakReference<ClassLoader> makeThreadWithin() throws Exception {
    Application application = new Application();
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    INHERITED.set(application);
    Thread.currentThread().setContextClassLoader(application);
    try {
      application.servlet().execute(this::makeThread);
    } finally {
      INHERITED.remove();
      Thread.currentThread().setContextClassLoader(before);
    }
    return new WeakReference<>(application);
  }

  @Test
  void holdNothingOfTheApplicationInWhoseRequestTheyAreMade() throws Exception {
    WeakReference<ClassLoader> application = makeThreadWithin();
    while (application.get() != null) {
      System.gc();
      // In force when the time of the test is over.
      assertThat(Thread.interrupted()).as("held for ever").isFalse();
    }
    assertThat(made.isAlive()).isTrue();
    end.countDown();
    made.join();
  }

  @Test
  void areDaemonsOfThisClassLoaderWithoutInheritedThreadLocals() throws Exception {
    AtomicReference<Object> seen = new AtomicReference<>();
    INHERITED.set("of the maker");
    Thread thread = CleanThreads.make(() -> new Thread(() -> seen.set(INHERITED.get()), "clean"));
    INHERITED.remove();
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getName()).isEqualTo("clean");
    assertThat(thread.getContextClassLoader()).isSameAs(CleanThreads.class.getClassLoader());
    thread.start();
    thread.join();
    assertThat(seen.get()).isNull();
  }

  /** A server sets its own, so that what they ask it for is built as by a thread of its own. */
  @Test
  void haveTheContextOfTheServerOnceThatIsKnown() {
    ClassLoader server = new ClassLoader(null) {};
    CleanThreads.setContext(server);
    try {
      assertThat(CleanThreads.make(Thread::new).getContextClassLoader()).isSameAs(server);
      IsolatedThread isolated = new IsolatedThread("isolated", 1);
      CompletableFuture<ClassLoader> seen = new CompletableFuture<>();
      Runnable task = () -> seen.complete(Thread.currentThread().getContextClassLoader());
      assertThat(isolated.offer(task)).isTrue();
      assertThat(seen.join()).isSameAs(server);
      isolated.close();
    } finally {
      CleanThreads.setContext(CleanThreads.class.getClassLoader());
    }
  }

  @Test
  void areMadeOnAnInterruptedThreadWhichStaysInterrupted() {
    Thread.currentThread().interrupt();
    Thread thread = CleanThreads.make(() -> new Thread("clean"));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(thread.getName()).isEqualTo("clean");
  }

  @Test
  void tellWhatTheMakerThrows() {
    assertThatExceptionOfType(StackOverflowError.class)
        .isThrownBy(
            () ->
                CleanThreads.make(
                    () -> {
                      throw new StackOverflowError();
                    }));
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                CleanThreads.make(
                    () -> {
                      throw new IllegalArgumentException("as asked");
                    }))
        .withMessageContaining("could not be made")
        .withCauseInstanceOf(IllegalArgumentException.class);
  }
}
