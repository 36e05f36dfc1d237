package io.sendfile.glassfish.it.app;

/** Work on a thread that belongs to the application, when its request has probably returned. */
final class Later {
  private static final long DELAY_MILLIS = 100;

  private Later() {}

  static void run(Runnable work) {
    // Unlike those of the common pool, a new thread inherits the application's class loader.
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
