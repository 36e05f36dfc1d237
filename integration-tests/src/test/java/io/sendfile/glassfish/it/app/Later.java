package io.sendfile.glassfish.it.app;

/** Work on a thread of the application, probably after its request has returned. */
final class Later {
  private static final long DELAY_MILLIS = 100;

  private Later() {}

  static void run(Runnable work) {
    // Unlike threads of the common pool, a new thread inherits the application's class loader.
    Thread thread =
        new Thread(
            () -> {
              try {
                Thread.sleep(DELAY_MILLIS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              work.run();
            },
            "application-later");
    thread.setDaemon(true);
    thread.start();
  }
}
